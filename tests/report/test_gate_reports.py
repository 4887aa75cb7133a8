"""The outputs of a check, over one report that holds every kind of line."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tokbench.advice.ablation import Explanation, PathCost
from tokbench.gate.config import Check
from tokbench.gate.lock import Entry
from tokbench.gate.verdict import Limit, Measured, Report, Verdict
from tokbench.report import check_sheet, github, junit

GOLDENS = Path(__file__).parent / "goldens"


def verdict(
    check: str, payload: str, tokens: int, before: int | None, message: str = ""
) -> Verdict:
    measured = Measured(
        Check(check, ("*",), format="toon", message=message),
        payload,
        Entry(tokens, "toon", "o200k_base", "d1"),
    )
    rule = "max_increase 0 tokens over tokbench.lock"
    limits = () if before is None else (Limit("max_increase", before, rule, before),)
    return Verdict(measured, limits, before, ("data",) if before != tokens else ())


REPORT = Report(
    checks=2,
    compared=3,
    verdicts=(
        verdict("orders", "a.json", 343, 343),
        verdict("orders", "50%, of: b|c.json", 400, 343, "Ask\x1bus: it <costs> & hurts."),
        verdict("users", "u.json", 12, 10),
    ),
    problems=("tokbench.lock: check 'orders' has no entry for new.json: tokbench check --update",),
    counter_failures=("check 'users': anthropic:m: set ANTHROPIC_API_KEY",),
    warnings=("tokbench.lock: has counts of toon-format 1.2.0; this is 1.3.0",),
    explanations={
        ("orders", "50%, of: b|c.json"): Explanation(
            (PathCost("orders[].note", 50), PathCost("orders[].id", 7)),
            True,
            "main",
            ("[]: 1 -> 2 items.",),
        ),
        ("users", "u.json"): Explanation((PathCost("name", 8),)),
    },
)


def test_annotations_are_escaped_commands() -> None:
    golden = (GOLDENS / "annotations.txt").read_text(encoding="utf-8")
    assert github.workflow_commands(REPORT, "sub") + "\n" == golden


def test_the_summary_is_markdown() -> None:
    golden = (GOLDENS / "summary.md").read_text(encoding="utf-8")
    assert github.summary(REPORT) + "\n" == golden


def test_there_are_at_most_ten_annotations_then_a_count() -> None:
    """GitHub drops the eleventh without a word."""
    many = replace(REPORT, problems=tuple(f"problem {number}" for number in range(12)))
    *commands, count = github.workflow_commands(many).splitlines()
    assert len(commands) == 10
    assert all(command.startswith("::error title=tokbench::problem ") for command in commands)
    assert count == "and 6 more: see the summary or the table"


@pytest.mark.parametrize("room", [1024 * 1024 - 1, 5_000, 700, 10])
def test_a_summary_never_takes_more_than_its_room(room: int) -> None:
    """Failures stay to the last; what is left out is counted."""
    verdicts = tuple(verdict("orders", f"{'é' * 400}{n}.json", 2, 2) for n in range(1_500))
    many = replace(REPORT, verdicts=(*verdicts, *REPORT.verdicts))
    text = github.summary(many, room)
    assert len(text.encode()) <= room
    if room >= 5_000:
        shown = sum(line.startswith("| ") for line in text.splitlines()) - 1
        assert re.search(rf"and {1_503 - shown:,} more", text)
        assert "| FAILED |" in text


def test_junit_is_one_suite_a_check_and_errors_apart() -> None:
    root = ET.fromstring(junit.render(REPORT))  # noqa: S314  our own text
    assert [(s.get("name"), s.get("tests"), s.get("failures"), s.get("errors")) for s in root] == [
        ("orders", "2", "1", "0"),
        ("users", "1", "1", "0"),
        ("tokbench", "2", "0", "2"),
    ]
    failure = root.find("testsuite/testcase[@name='50%, of: b|c.json']/failure")
    assert failure is not None
    assert failure.get("message", "").startswith("400 tokens, was 343 (+57, +16.61 %)")
    assert "Ask\ufffdus: it <costs> & hurts." in (failure.text or "")
    assert "orders[].note +50" in (failure.text or "")


def test_a_table_shows_failures_first_and_says_each_thing_once() -> None:
    sheet = check_sheet.sheet(REPORT)
    assert [line.cells[0].text for line in sheet.lines] == ["FAILED", "FAILED", "passed"]
    captions = "\n".join(sheet.captions)
    assert captions.count("no entry for new.json") == 1
    assert "costs most now: name 8 (each by dropping it alone; they do not add up)" in captions
    assert "To accept growth on purpose: tokbench check --update" in captions
    assert "no entry for" not in "\n".join(check_sheet.sheet(REPORT, problems=False).captions)


def test_a_lock_that_is_behind_is_told() -> None:
    shrunk = Report(1, 1, (verdict("orders", "a.json", 300, 343),))
    assert "The lock is behind" in check_sheet.sheet(shrunk).captions[-1]
    assert check_sheet.sheet(Report(1, 1, (verdict("orders", "a.json", 3, 3),))).captions == ()
