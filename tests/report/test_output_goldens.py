"""What every output writes of one comparison, some sheets and one report of a check, in files.

``UPDATE_GOLDENS=1 pytest tests/report/test_output_goldens.py`` writes them again; programs read the
CSV and the JSON, so the diff says what a change would do to them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from support.samples import COMPARISON, LISTS, REPORT

from tokbench.report import CHECK, OUTPUTS, SHEETS, Page, Subject, text_of
from tokbench.report import COMPARISON as COMPARED

GOLDENS = Path(__file__).parent / "goldens" / "outputs"
SAMPLES: dict[Subject[Any], Any] = {COMPARED: COMPARISON, SHEETS: LISTS, CHECK: REPORT}
CASES = [(subject, name) for name, output in OUTPUTS.items() for subject in output.subjects]


def golden(subject: Subject[Any], output: str) -> Path:
    path = GOLDENS / f"{subject.name}.{output}.txt"
    write = "UPDATE_GOLDENS=1 pytest tests/report/test_output_goldens.py writes it"
    assert path.exists() or os.environ.get("UPDATE_GOLDENS"), f"{path.name} is missing: {write}"
    return path


@pytest.mark.parametrize(("subject", "output"), CASES, ids=[f"{s.name}-{o}" for s, o in CASES])
def test_an_output_keeps_its_layout(subject: Subject[Any], output: str) -> None:
    """A text equals its golden file, byte for byte but for the file's final newline."""
    path = golden(subject, output)
    text = text_of(output, subject, SAMPLES[subject], Page(folder="sub"))
    if os.environ.get("UPDATE_GOLDENS"):
        path.write_bytes(f"{text}\n".encode())
    assert f"{text}\n".encode() == path.read_bytes()


def test_no_golden_is_left_over() -> None:
    """Each file in the folder is the golden of an output that exists."""
    expected = {f"{subject.name}.{output}.txt" for subject, output in CASES}
    assert {path.name for path in GOLDENS.iterdir()} == expected


def test_a_golden_that_is_missing_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UPDATE_GOLDENS", raising=False)
    with pytest.raises(AssertionError, match=r"comparison\.toy\.txt is missing: UPDATE_GOLDENS=1"):
        golden(COMPARED, "toy")
