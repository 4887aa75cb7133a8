"""The embedded data files, and the error for a damaged one."""

from __future__ import annotations

from pathlib import Path

from tokbench.errors import CounterError

FOLDER = Path(__file__).with_name("data")


def path_of(file: str) -> Path:
    """The path of an embedded data file."""
    return FOLDER / file


def damaged(path: Path, fault: object) -> CounterError:
    """The error for a data file that cannot be used."""
    return CounterError(
        f"damaged vocabulary data ({fault})", place=str(path), hint="install tokbench again"
    )
