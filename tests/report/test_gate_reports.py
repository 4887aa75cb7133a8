"""The outputs of a check, from one report that has every kind of line."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from support.goldens import assert_golden
from support.samples import REPORT, verdict

from tokbench.errors import LockError
from tokbench.gate.verdict import Report
from tokbench.report import check_sheet, github, junit

GOLDENS = Path(__file__).parent / "goldens"


def test_annotations_are_escaped_commands() -> None:
    assert_golden(GOLDENS / "annotations.txt", github.workflow_commands(REPORT, "sub") + "\n")


def test_the_summary_is_markdown() -> None:
    assert_golden(GOLDENS / "summary.md", github.summary(REPORT) + "\n")


def test_there_are_at_most_ten_annotations_then_a_count() -> None:
    """GitHub silently drops the eleventh."""
    many = replace(REPORT, problems=tuple(LockError(f"problem {number}") for number in range(12)))
    *commands, count = github.workflow_commands(many).splitlines()
    assert len(commands) == 10
    assert all(command.startswith("::error title=tokbench::problem ") for command in commands)
    assert count == "and 6 more: see the summary or the table"


@pytest.mark.parametrize("room", [1024 * 1024 - 1, 5_000, 700, 10])
def test_a_summary_never_takes_more_than_its_room(room: int) -> None:
    """Failures are left out last; how much is left out is counted."""
    verdicts = tuple(verdict("orders", f"{'é' * 400}{n}.json", 2, 2) for n in range(1_500))
    many = replace(REPORT, verdicts=(*verdicts, *REPORT.verdicts))
    text = github.summary(many, room)
    assert len(text.encode()) <= room
    if room >= 5_000:
        shown = sum(line.startswith("| ") for line in text.splitlines()) - 1
        assert re.search(rf"and {1_503 - shown:,} more", text)
        assert "| FAILED |" in text


def test_junit_has_a_suite_for_each_check_and_one_for_errors() -> None:
    root = ET.fromstring(junit.write_check(REPORT))  # noqa: S314  our own text
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
    assert "To accept growth: run tokbench check --update" in captions
    assert "no entry for" not in "\n".join(check_sheet.sheet(REPORT, problems=False).captions)


def test_a_lock_that_is_out_of_date_is_reported() -> None:
    shrunk = Report(1, 1, (verdict("orders", "a.json", 300, 343),))
    assert "The lock is out of date" in check_sheet.sheet(shrunk).captions[-1]
    assert check_sheet.sheet(Report(1, 1, (verdict("orders", "a.json", 3, 3),))).captions == ()
