"""What all readers share: the result of reading, the limits, and the place of an error."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json
from tokbench.text import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MAX_SIZE = 1 << 30
"""The most bytes of a payload as it is given (1 GiB)."""

MAX_CELL = 100_000_000
"""The most characters of one cell of a CSV or TSV file."""

MAX_REPEATED = 1_000_000
"""The most values that a reader adds to what was written: for YAML aliases, for one Python object
in several places, and for the missing cells of short rows.

A few hundred bytes of nested aliases can expand to a billion values.
"""

CUT_OFF = "was the file cut off?"
TOO_DEEP = f"nested deeper than {MAX_DEPTH} lists and objects"


class Reading(NamedTuple):
    """Data, and notes on how they were read.

    Attributes:
        data: The data as plain JSON kinds.
        notes: What a user should know, one line each.
        is_text: Whether it is plain text; the data are the text itself then.
        comments: How many comments the text has; no rendering of the data has them.
    """

    data: Json
    notes: tuple[str, ...] = ()
    is_text: bool = False
    comments: int = 0

    def with_comments(self, sizes: Sequence[int], text: str) -> Reading:
        """The same reading of a text with comments of these sizes in characters, with a note."""
        if not sizes:
            return self
        part = f"{sum(sizes) / len(text) * 100:.1f} %"
        count = plural(len(sizes), "comment")
        note = f"only the text as given has its {count} ({part} of it): renderings drop them"
        return self._replace(comments=len(sizes)).with_notes(note)

    def with_notes(self, *notes: str) -> Reading:
        """The same reading with notes before its own."""
        return self._replace(notes=(*notes, *self.notes))


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the cyclic garbage collector while data are built.

    A parser makes many containers and no garbage. At 50 MB the collector's passes over them take
    as long as the parsing.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def place(text: str, offset: int) -> tuple[int, int]:
    """The one-based line and column of an offset into a text."""
    start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, start) + 1, offset - start + 1


def fault(text: str, offset: int, reason: str, *, hint: str | None = None) -> CannotRead:
    """The error for an offset into a text."""
    line, column = place(text, offset)
    return CannotRead(reason, line=line, column=column, hint=hint)


def survey(data: Json) -> tuple[int, bool]:
    """How deep the data nest, at most one level past the limit, and whether floats are finite.

    It takes a third less time than :func:`~tokbench.payload.walk` would.
    """
    level: list[Iterable[Json]] = [[data]]
    depth, finite = 0, True
    while level and depth <= MAX_DEPTH + 1:
        deeper: list[Iterable[Json]] = []
        for values in level:
            for value in values:
                kind = type(value)
                if kind is str or kind is int:
                    continue
                if isinstance(value, float):
                    finite = finite and isfinite(value)
                elif isinstance(value, dict):
                    deeper.append(value.values())
                elif isinstance(value, list):
                    deeper.append(value)
        level = deeper
        depth += 1
    return depth - 1, finite
