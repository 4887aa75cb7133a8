"""What the functions return, and what a notebook or a REPL shows of it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import Any, get_type_hints

import pytest
from support.environment import ROOT, Command

import tokbench
from tokbench.cli import compare as compare_command
from tokbench.cli import explain as explain_command
from tokbench.errors import CannotRender, TokbenchError, UsageError

TOOLS = ROOT / "fixtures" / "tools.json"
NASTY = {"<script>alert(1)</script>": [{"a&b": 1}]}


def test_a_comparison_is_shown_in_two_lines() -> None:
    assert repr(tokbench.compare(str(TOOLS))).splitlines()[1].startswith("Send tsv: 298 tokens")
    of_two = tokbench.compare(payloads={"a": [{"x": 1}], "b": [{"x": 2}]})
    assert repr(of_two).splitlines()[0] == "<Comparison of 2 payloads in 8 formats by o200k_base>"
    for shown in (repr(of_two), repr(tokbench.compare({"a": 1}, counters="chars"))):
        assert len(shown.splitlines()) == 2


@pytest.mark.parametrize(
    "result", [tokbench.compare(payloads=NASTY), tokbench.explain(NASTY, "json-min")]
)
def test_a_notebook_shows_the_table_and_obeys_nothing_in_it(result: Any) -> None:
    page = result._repr_html_()
    assert page.count("<table>") == page.count("</table>") == 1
    assert "<script" not in page
    assert "a&amp;b" in page or "alert(1)&lt;/script&gt;" in page


def test_explain_gives_what_the_command_writes(command: Command) -> None:
    """Under the same names."""
    done = command("explain", str(TOOLS), "-f", "csv", "-o", "json")
    explained = tokbench.explain(str(TOOLS), "csv")
    assert explained.to_json() == done.stdout.rstrip("\n")
    assert repr(explained).splitlines()[0].endswith(f"csv: {explained.tokens} o200k_base tokens>")
    assert explained.paths[0].path in explained.to_markdown()
    assert len(repr(tokbench.explain([], "json-min")).splitlines()) == 2


def test_tokenize_gives_what_the_command_writes(command: Command) -> None:
    text = "naïve <|endoftext|> 🙂"
    done = json.loads(command("tokenize", text, "-o", "json").stdout)["counters"][0]
    found = tokbench.tokenize(text)
    assert [token.id for token in found.tokens] == [token["id"] for token in done["tokens"]]
    assert b"".join(token.content for token in found.tokens).decode() == text
    assert len(found.tokens) == tokbench.count(text)
    assert repr(tokbench.tokenize("x " * 30)).endswith("…")
    assert len(repr(tokbench.tokenize("")).splitlines()) == 1


@pytest.mark.parametrize(
    ("call", "kind", "reason"),
    [
        (
            lambda: tokbench.tokenize(5),  # type: ignore[arg-type]
            UsageError,
            "^text= is int, not text$",
        ),
        (lambda: tokbench.tokenize("x", "chars"), UsageError, "cannot show them"),
        (lambda: tokbench.tokenize("x", "hf:nope.json"), TokbenchError, "nope.json"),
        (lambda: tokbench.explain(str(ROOT / "README.md")), CannotRender, "no fields to explain"),
        (lambda: tokbench.explain({"a": 1}, "csv"), CannotRender, "^<data>: csv cannot hold it"),
        (lambda: tokbench.explain({"a": 1}, counter="chars"), UsageError, "name one with format="),
    ],
)
def test_what_cannot_be_done_is_said_for_python(
    call: Callable[[], object], kind: type[TokbenchError], reason: str
) -> None:
    with pytest.raises(kind, match=reason) as caught:
        call()
    assert "--" not in str(caught.value)


def test_a_frame_has_every_figure_of_the_json() -> None:
    """Of rows with costs, a sampled check and a skipped format."""
    comparison = tokbench.compare(
        {"a": 1}, "csv,json-min", "o200k_base,chars", model="gpt-4o", calls=3
    )
    frame = comparison.to_dataframe()
    (payload,) = comparison.to_dict()["payloads"]
    for row in payload["rows"]:
        for name in ("o200k_base", "chars"):
            (line,) = frame[(frame.format == row["format"]) & (frame.counter == name)].to_dict(
                "records"
            )
            if "skipped" in row:
                assert line["skipped"] == row["skipped"]
                continue
            assert line["tokens"] == row["tokens"][name]
            assert line["ratio"] == row["ratio"][name]
            for key in ("label", "chars", "bytes"):
                assert line[key] == row[key]
            assert line["fidelity"] == row["fidelity"]["verdict"]
            assert line["problem_count"] == row["fidelity"]["problem_count"]
            cost = row["costs"].get("gpt-4o") if name == "o200k_base" else None
            for key in ("call", "calls", "total", "saving", "window"):
                if cost and key in cost:
                    assert str(line[f"gpt-4o {key}"]) == str(cost[key])


def test_a_frame_without_pandas_names_the_extra(python: Callable[[str], str]) -> None:
    program = """
import sys
sys.modules["pandas"] = None
import tokbench
try:
    tokbench.compare({"a": 1}, "json-min").to_dataframe()
except tokbench.TokbenchError as error:
    print(error)
"""
    expected = "to_dataframe() needs the package pandas: pip install 'tokbench[pandas]'"
    assert python(program) == expected


NOT_IN_PYTHON = {"output", "output_file", "verbose"}
"""How a result is written: in Python it is a value."""


@pytest.mark.parametrize(
    ("command", "function"),
    [(compare_command.compare, tokbench.compare), (explain_command.explain, tokbench.explain)],
)
def test_every_option_has_an_argument(
    command: Callable[..., Any], function: Callable[..., Any]
) -> None:
    """Of the same name."""
    asked = set(inspect.signature(command).parameters) - NOT_IN_PYTHON - {"payload"}
    assert asked <= set(inspect.signature(function).parameters)
    assert set(get_type_hints(function)) >= asked
