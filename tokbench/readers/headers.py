"""The header of a table in CSV or TSV: where it is, and a name for each of its columns."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tokbench.errors import CannotRead
from tokbench.readers.cells import number
from tokbench.text import plural, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tokbench.payload import Json

COMMENT = "#"
"""How a line above a header starts that is no part of the table."""


class Rows(Protocol):
    """The rows of a text, and the line on which the last of them starts."""

    line: int

    def __iter__(self) -> Iterator[list[str]]: ...


class Top(NamedTuple):
    """The top of a table.

    Attributes:
        header: The cells of the header, or empty ones where the rows are all data.
        pending: The lines and rows that were read to find it, and come after it.
        notes: What a user should know.
    """

    header: list[str]
    pending: list[tuple[int, list[str]]]
    notes: list[str]

    def then(self, rows: Rows) -> Iterable[list[str]]:
        """The rows below the header."""
        return _replayed(self.pending, rows) if self.pending else rows


def _replayed(pending: list[tuple[int, list[str]]], rows: Rows) -> Iterator[list[str]]:
    for line, row in pending:
        rows.line = line
        yield row
    yield from rows


def found_in(rows: Rows, *, rows_are_data: bool, named: bool) -> Top:
    """Find the header: the first row that is neither blank nor a comment.

    Rows that start with ``#`` are comments where the first row below them has several cells. The
    first of them that has as many cells is the header. A table with a name has no comments.

    Raises:
        CannotRead: There is no row.
    """
    top = _top(rows, named=named)
    at = _start(top)
    line, header = top[at]
    notes = [] if named else list(_left_out(top, at))
    if rows_are_data:
        return Top([""] * len(header), top[at:], notes)
    rows.line = line
    return Top(header, top[at + 1 :], notes)


def _top(rows: Rows, *, named: bool) -> list[tuple[int, list[str]]]:
    """The lines and rows down to the first that is neither blank nor a comment."""
    top: list[tuple[int, list[str]]] = []
    for row in rows:
        if row or top:
            top.append((rows.line, row))
        if row and (named or not row[0].startswith(COMMENT)):
            break
    if not top:
        raise CannotRead("there is no header line")
    return top


def _start(top: list[tuple[int, list[str]]]) -> int:
    """Where the table starts: a rendering of ours has no comment, whatever its cells start with."""
    last = top[-1][1]
    if len(last) < 2 or last[0].startswith(COMMENT):
        return 0
    return next(at for at, (_, row) in enumerate(top) if len(row) == len(last))


def _left_out(top: list[tuple[int, list[str]]], at: int) -> Iterator[str]:
    where = f"left out above the table, which starts in line {top[at][0]}:"
    if comments := sum(bool(row) for _, row in top[:at]):
        yield f"{where} {plural(comments, 'comment line')}"
    elif blank := top[0][0] - 1:
        yield f"{where} {plural(blank, 'blank line')}"


def named(header: Sequence[str], notes: list[str]) -> list[str]:
    """Names for all columns: its number for one without, a suffix for one whose name is taken."""
    taken, seen = set(header), {""}
    suffixes: Counter[str] = Counter()
    names: list[str] = []
    changed: list[str] = []
    for number_of, given in enumerate(header, 1):
        name = given
        if given in seen:
            name = _free(given or f"column_{number_of}", taken, suffixes)
            what = f"repeats the name {shown(given)}" if given else "has no name"
            changed.append(f"column {number_of} {what}: it is named {shown(name)}")
        seen.add(name)
        names.append(name)
    if changed:
        more = f", {plural(len(changed) - 1, 'more column')} too" if len(changed) > 1 else ""
        notes.append(f"{changed[0]}{more}")
    return names


def _free(name: str, taken: set[str], suffixes: Counter[str]) -> str:
    """The name or, where it is taken, the name with the next suffix that is free."""
    found = name
    while found in taken:
        suffixes[name] += 1
        found = f"{name}_{suffixes[name] + 1}"
    taken.add(found)
    return found


def check_columns(names: Sequence[str], line: int | None = None) -> None:
    """Refuse columns that do not each have a name of their own.

    Raises:
        CannotRead: A column has no name, or the name of another.
    """
    taken = set()
    for number_of, name in enumerate(names, 1):
        if not name:
            raise CannotRead(f"column {number_of} has no name", line=line)
        if name in taken:
            raise CannotRead(f"column {shown(name)} appears twice", line=line)
        taken.add(name)


def looks_like_data(header: Sequence[str], names: Sequence[str], records: Sequence[Json]) -> bool:
    """Whether every column of numbers has a number as its header too, not rising as years do.

    Args:
        header: The header as it is written.
        names: The names of the columns.
        records: The records.
    """
    numbers = [number(cell) for cell in header]
    if all(value is None for value in numbers):  # most files
        return False
    given = [
        value for value, name in zip(numbers, names, strict=False) if _is_numbers(name, records)
    ]
    found = [value for value in given if value is not None]
    return bool(found) and len(found) == len(given) and not _counts_up(found)


def _is_numbers(name: str, records: Sequence[Json]) -> bool:
    values = (row.get(name) for row in records if isinstance(row, dict))
    kinds = {type(value) for value in values if value is not None}
    return bool(kinds or not records) and kinds <= {int, float}


def _counts_up(values: Sequence[int | float]) -> bool:
    """Whether the numbers are a series, as years are, speeds, or the columns of a matrix."""
    return len(values) > 2 and all(before < after for before, after in pairwise(values))
