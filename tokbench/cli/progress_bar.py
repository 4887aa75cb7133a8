"""The line on a terminal that says how far the work is."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from typing import Final

from tokbench.cli.output import on_terminal, put
from tokbench.progress import Progress, Unit, no_progress
from tokbench.text import printable

_BAR: Final = 20
"""Columns of the bar."""

_ROOM_FOR_BAR: Final = 60
"""Columns from which there is a bar."""

_MEGABYTES_FROM: Final = 10_000_000
"""Bytes from which they are shown in MB; fewer are shown in kB, so that each step is seen."""


class ProgressBar:
    """A line on standard error, where that is a terminal and the work takes a while.

    What is done inside calls what entering gives. The line is drawn over itself with nothing but a
    carriage return, and is gone at the end.
    """

    DELAY = 0.5
    """Seconds of work before the line appears."""

    LARGE = 10_000_000
    """Bytes of work for which it appears at once: a first step may take longer than the delay."""

    INTERVAL = 0.1
    """Seconds between two drawings."""

    def __init__(self) -> None:
        self._next = time.monotonic() + self.DELAY
        self._width = 0
        self._encoding = getattr(sys.stderr, "encoding", None) or "ascii"

    def __enter__(self) -> Progress:
        shown = on_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        return self._show if shown else no_progress

    def __exit__(self, *error: object) -> None:
        if self._width:
            self._draw("")

    def _show(self, done: int, total: int, what: str, unit: Unit) -> None:
        now = time.monotonic()
        at_once = not self._width and unit == "bytes" and total >= self.LARGE
        if now >= self._next or at_once:
            self._next = now + self.INTERVAL
            self._draw(line(done, total, what, unit, _columns() - 1))

    def _draw(self, text: str) -> None:
        from rich.cells import cell_len  # most runs draw nothing

        width = cell_len(text)
        over = " " * max(0, self._width - width)
        self._width = width
        with suppress(OSError):
            put(sys.stderr, f"\r{text}{over}\r".encode(self._encoding, "replace"))


def line(done: int, total: int, what: str, unit: Unit, columns: int) -> str:
    """What is drawn, in at most some columns: a bar, how much is done, and what is worked on."""
    name: str
    name, size, digits = unit, 1, 0
    if unit == "bytes":
        is_large = max(done, total) >= _MEGABYTES_FROM
        name, size, digits = ("MB", 1_000_000, 1) if is_large else ("kB", 1_000, 0)
    amount = f"{done / size:,.{digits}f}"
    if total:
        amount += f" of {total / size:,.{digits}f}"
    full = round(_BAR * done / total) if total else 0
    bar = f"[{'#' * full:{_BAR}}]  " if total and columns >= _ROOM_FOR_BAR else ""
    return _cut(f"{bar}{amount} {name}  {printable(what)}", columns)


def _cut(text: str, columns: int) -> str:
    from rich.cells import cell_len, set_cell_size

    return text if cell_len(text) <= columns else f"{set_cell_size(text, max(columns - 1, 0))}…"


def _columns() -> int:
    """The columns of the terminal that standard error is."""
    with suppress(ValueError, OSError):
        return int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size(2).columns or 80
    return 80
