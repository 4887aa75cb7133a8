"""What every output writes of one comparison, sheets, a report of a check, and counts, in files.

``UPDATE_GOLDENS=1 pytest tests/report/test_output_goldens.py`` writes them again; programs read the
CSV and the JSON, so the diff says what a change would do to them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.goldens import assert_golden
from support.samples import COMPARISON, COUNTS_VIEW, LISTS, REPORT

from tokbench.report import CHECK, COUNTS, OUTPUTS, SHEETS, Output, Page, Subject, text_of
from tokbench.report import COMPARISON as COMPARED

GOLDENS = Path(__file__).parent / "goldens" / "outputs"
SAMPLES: dict[Subject[Any], Any] = {
    COMPARED: COMPARISON,
    SHEETS: LISTS,
    CHECK: REPORT,
    COUNTS: COUNTS_VIEW,
}
CASES = [(subject, name) for name, output in OUTPUTS.items() for subject in output.subjects]


@pytest.mark.parametrize(("subject", "output"), CASES, ids=[f"{s.name}-{o}" for s, o in CASES])
def test_an_output_keeps_its_layout(subject: Subject[Any], output: str) -> None:
    """A text equals its golden file, byte for byte but for the file's final newline."""
    text = text_of(output, subject, SAMPLES[subject], Page(folder="sub"))
    assert_golden(GOLDENS / f"{subject.name}.{output}.txt", f"{text}\n")


def test_a_new_output_needs_golden_files(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = ModuleType("toy")
    vars(toy)["write_sheets"] = lambda sheets, page: f"{len(sheets)} sheets"
    monkeypatch.setitem(sys.modules, "tokbench.report.toy", toy)
    monkeypatch.setitem(OUTPUTS, "toy", Output("toy", (SHEETS,)))
    monkeypatch.delenv("UPDATE_GOLDENS", raising=False)
    with pytest.raises(AssertionError, match=r"sheets\.toy\.txt is missing"):
        test_an_output_keeps_its_layout(SHEETS, "toy")


def test_no_golden_is_left_over() -> None:
    """Each file in the folder is the golden of an output that exists."""
    expected = {f"{subject.name}.{output}.txt" for subject, output in CASES}
    assert {path.name for path in GOLDENS.iterdir()} == expected
