"""Code and docs keep to plain English: turns of phrase that were removed do not come back."""

from __future__ import annotations

import re
from pathlib import Path

from support.environment import ROOT

import tokbench

PACKAGE = Path(tokbench.__file__).parent
REMOVED = re.compile(
    r"\b(men[d](s|ed|ing)?|way ou[t]|be ha[d]|stand[s]|so man[y]|whoeve[r]|at the des[k]"
    r"|for want o[f]|laid ope[n]|tol[d])\b",
    re.IGNORECASE,
)
"""A bracket in each keeps this file from matching itself."""

FILES = [
    path
    for pattern in ("*.py", "*.md")
    for path in (
        *ROOT.glob(pattern),
        *(
            path
            for folder in (
                PACKAGE,
                *(ROOT / name for name in ("benchmarks", "docs", "fixtures", "reports", "tests")),
            )
            for path in folder.rglob(pattern)
        ),
    )
    if not path.is_relative_to(PACKAGE / "bpe" / "data")  # texts that the small model learned from
]


def test_no_such_phrase_is_left() -> None:
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in FILES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if REMOVED.search(line)
    ]
    assert found == []


def test_all_parts_are_read() -> None:
    names = {path.name for path in FILES}
    assert {
        "README.md",
        "gate.md",
        "surprises.py",
        "make.py",
        "measure.py",
        "conftest.py",
    } <= names
