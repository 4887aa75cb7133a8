"""What every reader shares: the result of reading, the limits, and where a fault stands."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_SIZE = 1 << 30
"""Bytes that one payload may have as it is given (1 GiB)."""

MAX_CELL = 100_000_000
"""Characters that one cell of a CSV or TSV file may have."""

MAX_REPEATED = 1_000_000
"""Values that may stand for more than was written: what YAML aliases or one Python object in
several places repeat, and what short rows of CSV or TSV lack.

A few hundred bytes of nested aliases can stand for a billion values; the data are what they stand
for, so a reader counts what it adds and stops here.
"""

TOO_DEEP = f"nested deeper than {MAX_DEPTH} lists and objects"


class Reading(NamedTuple):
    """Data, and what a user should know about how they were read.

    Attributes:
        data: The data as plain JSON kinds.
        notes: One line each.
    """

    data: Json
    notes: tuple[str, ...] = ()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the cyclic garbage collector from searching data that are still being built.

    A parser makes many containers and no garbage; at 50 MB the collector's passes over them cost
    as much as the parsing.
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


def fault(text: str, offset: int, reason: str) -> CannotRead:
    """The error for a fault at an offset into a text."""
    line, column = place(text, offset)
    return CannotRead(reason, line=line, column=column)


def survey(data: Json) -> tuple[int, bool]:
    """How deep the data nest, and whether every float is finite.

    It goes level by level, so no data can exhaust the stack; it stops one level past the limit.
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
                if isinstance(value, dict):
                    deeper.append(value.values())
                elif isinstance(value, list):
                    deeper.append(value)
                elif isinstance(value, float) and value - value:
                    finite = False
        level = deeper
        depth += 1
    return depth - 1, finite
