"""What every output writes of one comparison, one list and one report of a check, in files.

``UPDATE_GOLDENS=1 pytest tests/report/test_output_goldens.py`` writes them again; programs read the
CSV and the JSON, so the diff says what a change would do to them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from support.samples import COMPARISON, LISTS, REPORT

from tokbench import result_json
from tokbench.cli import check
from tokbench.cli.output import sheets_as
from tokbench.report import comparison_sheets

GOLDENS = Path(__file__).parent / "goldens" / "outputs"
CASES = [
    *(("comparison", output) for output in ("table", "markdown", "json", "csv")),
    *(("list", output) for output in ("table", "markdown", "json", "csv")),
    *(("check", output) for output in ("table", "markdown", "json", "junit", "github")),
]


def written(subject: str, output: Any) -> str:
    if subject == "check":
        return check._written(REPORT, output, 2, "sub", to_file=True)
    if subject == "list":
        return sheets_as(output, LISTS, to_file=True)
    if output == "json":
        return result_json.to_json(COMPARISON)
    return sheets_as(output, comparison_sheets.sheets(COMPARISON), to_file=True)


@pytest.mark.parametrize(("subject", "output"), CASES, ids=[f"{s}-{o}" for s, o in CASES])
def test_an_output_keeps_its_layout(subject: str, output: str) -> None:
    """A text equals its golden file, byte for byte but for the file's final newline."""
    path = GOLDENS / f"{subject}.{output}.txt"
    text = written(subject, output)
    if os.environ.get("UPDATE_GOLDENS"):
        path.write_bytes(f"{text}\n".encode())
    assert f"{text}\n".encode() == path.read_bytes()


def test_no_golden_is_left_over() -> None:
    """Each file in the folder is the golden of an output that exists."""
    assert {path.name for path in GOLDENS.iterdir()} == {f"{s}.{o}.txt" for s, o in CASES}
