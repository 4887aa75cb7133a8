"""Where the embedded data lie, and what is said when one of the files is damaged."""

from __future__ import annotations

from pathlib import Path

from tokbench.errors import CounterError

FOLDER = Path(__file__).with_name("data")


def path_of(file: str) -> Path:
    """The path of an embedded data file."""
    return FOLDER / file


def damaged(path: Path, fault: object) -> CounterError:
    """The error for a data file that cannot be used, with the way out."""
    return CounterError(f"{path}: damaged vocabulary data ({fault}): install tokbench again")
