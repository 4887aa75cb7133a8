r"""Reads CSV and TSV: a header, then one record a line, cells by the kinds of their columns.

CSV is RFC 4180 as Python's ``csv`` reads it, strictly. In TSV a quote is an ordinary character, and
tab, line feed, carriage return and backslash are written ``\t``, ``\n``, ``\r`` and ``\\`` (as in
Linear TSV and PostgreSQL); any other backslash is a backslash.

Several tables in one text each follow a line ``# key``, with a blank line between them.
"""

from __future__ import annotations

import csv
import io
import re
import threading
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tokbench.errors import CannotRead
from tokbench.payload import SECTION, Json
from tokbench.progress import between, stepping
from tokbench.readers.columns import Columns
from tokbench.readers.common import CUT_OFF, MAX_CELL, MAX_REPEATED, Reading, collector_paused
from tokbench.readers.options import DEFAULTS, ReadOptions
from tokbench.text import listed, plural, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_ESCAPE = re.compile(r"\\([tnr\\])")
_UNESCAPED = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
_csv_limit = threading.Lock()


def read_csv(
    text: str,
    options: ReadOptions = DEFAULTS,
    *,
    tables: bool = False,
    even: bool = False,
    delimiter: str = ",",
) -> Reading:
    """The records of a CSV text, or with ``tables`` the records under each line ``# key``.

    Raises:
        CannotRead: A quote is wrong, a row has more cells than there are columns, or a cell is
            longer than :data:`MAX_CELL`. With ``even`` also where a row has fewer cells, or a
            column no name or the name of another.
    """
    with _long_cells_allowed():
        return _read(_CsvRows(text, delimiter, even=even), options, tables)


def read_tsv(
    text: str, options: ReadOptions = DEFAULTS, *, tables: bool = False, even: bool = False
) -> Reading:
    """The records of a TSV text, or with ``tables`` the records under each line ``# key``.

    Raises:
        CannotRead: A row has more cells than there are columns, or a cell is longer than
            :data:`MAX_CELL`. With ``even`` also where a row has fewer cells, or a column no name
            or the name of another.
    """
    data, notes = _read(_TsvRows(text, even=even), options, tables)[:2]
    if _ESCAPE.search(text):
        notes = (*notes, r"\t, \n, \r and \\ are read as escapes")
    return Reading(data, notes)


class _Rows(Protocol):
    """The rows of a text; a blank line is an empty row.

    Attributes:
        line: The one-based line on which the last row starts.
        even: Whether a row with fewer cells than there are columns is wrong.
        share: How much of the text has been read, from 0 to 1.
    """

    line: int
    even: bool

    @property
    def share(self) -> float: ...

    def __iter__(self) -> Iterator[list[str]]: ...

    def __next__(self) -> list[str]: ...

    def raw(self) -> str | None:
        """The next line as it is written, without its end; None after the last."""


class _CsvRows:
    def __init__(self, text: str, delimiter: str, *, even: bool) -> None:
        self.even = even
        self._lines = io.StringIO(text, newline="")
        self._rows = csv.reader(self._lines, delimiter=delimiter, strict=True)
        self._raw_lines = 0
        self._size = max(1, len(text))
        self.line = 0

    @property
    def share(self) -> float:
        return self._lines.tell() / self._size

    def __iter__(self) -> Iterator[list[str]]:
        return self

    def __next__(self) -> list[str]:
        self.line = self._rows.line_num + self._raw_lines + 1
        try:
            return next(self._rows)
        except StopIteration:
            self._lines.truncate(0)  # it has four bytes for each character
            raise
        except csv.Error as error:
            reason, hint = _csv_reason(str(error))
            raise CannotRead(reason, line=self.line, hint=hint) from None

    def raw(self) -> str | None:
        line = self._lines.readline()
        self._raw_lines += 1
        self.line = self._rows.line_num + self._raw_lines
        return line.rstrip("\r\n") if line else None


def _csv_reason(message: str) -> tuple[str, str | None]:
    if "unexpected end of data" in message:
        return "a quote is opened in this record and never closed", CUT_OFF
    if "expected after" in message:
        return "text after a closing quote", "a quote inside a cell is written twice"
    return (_long_cell() if "field limit" in message else message), None


def _long_cell() -> str:
    return f"a cell of more than {MAX_CELL:,} characters"


class _TsvRows:
    def __init__(self, text: str, *, even: bool) -> None:
        self.even = even
        lines = text.split("\n")
        if not lines[-1]:
            lines.pop()
        self._lines = iter(lines)
        self._count = max(1, len(lines))
        self.line = 0

    @property
    def share(self) -> float:
        return self.line / self._count

    def __iter__(self) -> Iterator[list[str]]:
        return self

    def __next__(self) -> list[str]:
        line = self.raw()
        if line is None:
            raise StopIteration
        if not line:
            return []
        cells = line.split("\t")
        if "\\" in line:
            cells = [_ESCAPE.sub(lambda match: _UNESCAPED[match[1]], text) for text in cells]
        if len(line) > MAX_CELL and any(len(text) > MAX_CELL for text in cells):
            raise CannotRead(_long_cell(), line=self.line)
        return cells

    def raw(self) -> str | None:
        line = next(self._lines, None)
        self.line += 1
        return None if line is None else line.removesuffix("\r")


@contextmanager
def _long_cells_allowed() -> Iterator[None]:
    """Raise the limit of the csv module, and restore it: it is one for the whole process."""
    with _csv_limit:
        before = csv.field_size_limit(MAX_CELL)
        try:
            yield
        finally:
            csv.field_size_limit(before)


def _read(rows: _Rows, options: ReadOptions, tables: bool) -> Reading:
    notes: list[str] = []
    columns = Columns(options)
    data: Json
    with collector_paused():
        data = _sections(rows, columns, notes) if tables else _records(rows, columns, notes)
    columns.require_named()
    return Reading(data, (*notes, *columns.notes()))


def _sections(rows: _Rows, columns: Columns, notes: list[str]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    while (line := rows.raw()) is not None:
        if not line:
            continue
        if not line.startswith(SECTION):
            raise CannotRead("a line `# key` must name the table that follows", line=rows.line)
        name = line.removeprefix(SECTION)
        if name in found:
            raise CannotRead(f"a second table is named {shown(name)}", line=rows.line)
        found[name] = _records(rows, columns, notes, name)
    return found


def _records(
    rows: _Rows, columns: Columns, notes: list[str], table: str | None = None
) -> list[Json]:
    """The records of a table; of one with a name, a blank line is the end."""
    begin = rows.share
    header = _header(rows, notes)
    width = len(header)
    cells: list[Sequence[str | None]] = []
    short = _ShortRows(width)
    for row in stepping(rows, lambda _: begin + (rows.share - begin) / 3):
        if not row:
            if table is not None:
                break
            if width > 1:
                continue
            row = [""]  # in a table of one column, a blank line is a record
        if len(row) > width or (rows.even and len(row) < width):
            raise CannotRead(_cells_for(len(row), width), line=rows.line)
        cells.append(row)
        if len(row) < width:
            short.add(len(row), rows.line)
            cells[-1] = [*row, *[None] * (width - len(row))]
    notes += short.notes()
    if not cells:
        notes.append(f"no records, only the columns {listed(header)}")
    with between(begin + (rows.share - begin) / 3, rows.share):
        return columns.records(header, cells, table)


def _cells_for(cells: int, columns: int) -> str:
    return f"{plural(cells, 'cell')} for {plural(columns, 'column')}"


@dataclass(slots=True)
class _ShortRows:
    """Counts the rows that have fewer cells than there are columns, and their missing cells."""

    width: int
    first: str = ""
    rows: int = 0
    missing: int = 0

    def add(self, cells: int, line: int) -> None:
        self.first = self.first or f"line {line} has {_cells_for(cells, self.width)}"
        self.rows += 1
        self.missing += self.width - cells
        if self.missing > MAX_REPEATED:
            raise CannotRead(f"short rows lack more than {MAX_REPEATED:,} cells", line=line)

    def notes(self) -> list[str]:
        more = f", {plural(self.rows - 1, 'more row')} too" if self.rows > 1 else ""
        return [f"{self.first}{more}: missing cells are null"] if self.rows else []


def _header(rows: _Rows, notes: list[str]) -> list[str]:
    header = next((row for row in rows if row), None)
    if header is None:
        raise CannotRead("there is no header line")
    if rows.even:  # what has columns without names is not recognized as a table
        check_columns(header, rows.line)
        return header
    return _named(header, notes)


def _named(header: list[str], notes: list[str]) -> list[str]:
    """Names for all columns: its number for one without, a suffix for one whose name is taken."""
    taken, seen = set(header), {""}
    suffixes: Counter[str] = Counter()
    names: list[str] = []
    changed: list[str] = []
    for number, given in enumerate(header, 1):
        name = given
        if given in seen:
            name = _free(given or f"column_{number}", taken, suffixes)
            what = f"repeats the name {shown(given)}" if given else "has no name"
            changed.append(f"column {number} {what}: it is named {shown(name)}")
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


def check_columns(names: list[str], line: int | None = None) -> None:
    """Refuse columns that do not each have a name of their own.

    Raises:
        CannotRead: A column has no name, or the name of another.
    """
    taken = set()
    for number, name in enumerate(names, 1):
        if not name:
            raise CannotRead(f"column {number} has no name", line=line)
        if name in taken:
            raise CannotRead(f"column {shown(name)} appears twice", line=line)
        taken.add(name)
