r"""Reads CSV and TSV: a header, then one record a line, cells by the kinds of their columns.

Blank lines above the header are left out, and so are lines that start with ``#``. A row with fewer
cells than there are columns ends in null; where most rows have more than the header, there are
more columns.

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
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from tokbench.errors import CannotRead, option
from tokbench.payload import SECTION, Json
from tokbench.progress import between, stepping
from tokbench.readers import headers
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
    reading = _read(_TsvRows(text, even=even), options, tables)
    if not _ESCAPE.search(text):
        return reading
    return reading._replace(notes=(*reading.notes, r"\t, \n, \r and \\ are read as escapes"))


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
        # A file with no line feed has the line ends of old Macs.
        lines = text.split("\n" if "\n" in text else "\r")
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
    if len(found) == 1:  # a line that may have been meant as a comment
        notes.append(f"line 1 is read as the name of a table, {shown(next(iter(found)))}")
    return found


def _records(
    rows: _Rows, columns: Columns, notes: list[str], table: str | None = None
) -> list[Json]:
    """The records of a table; of one with a name, a blank line is the end."""
    begin = rows.share
    above = headers.found_in(rows, rows_are_data=columns.options.no_header, named=table is not None)
    notes += above.notes
    # What has columns without names is not recognized as a table.
    if rows.even and not columns.options.no_header:
        headers.check_columns(above.header, rows.line)
    cells: list[Sequence[str | None]] = []
    widths = _Widths(len(above.header), even=rows.even)
    for row in stepping(above.then(rows), lambda _: begin + (rows.share - begin) / 3):
        if not row:
            if table is not None:
                break
            if widths.header > 1:
                continue
            row = [""]  # in a table of one column, a blank line is a record
        if len(row) != widths.header:
            widths.add(len(row), rows.line)
        cells.append(row)
    width = widths.settled(len(cells))
    notes += widths.notes
    names = headers.named([*above.header, *[""] * (width - widths.header)], notes)
    if widths.odd:
        cells = [row if len(row) == width else _filled(row, width) for row in cells]
    if not cells:
        notes.append(f"no records, only the columns {listed(names)}")
    with between(begin + (rows.share - begin) / 3, rows.share):
        records = columns.records(names, cells, table)
    if headers.looks_like_data(above.header, names, records):
        notes.append(f"the first line looks like data: {option('no_header')} makes it a record")
    return records


def _filled(row: Sequence[str | None], width: int) -> list[str | None]:
    return [*row, *[None] * (width - len(row))]


class _Widths:
    """Settles how many columns a table has, by its header and the rows that differ from it.

    Attributes:
        header: The number of cells of the header.
        odd: The line and the number of cells of each row that has another number.
        notes: What a user should know once the width is settled.
    """

    def __init__(self, header: int, *, even: bool) -> None:
        self.header = header
        self.odd: list[tuple[int, int]] = []
        self.notes: list[str] = []
        self._even = even
        self._missing = 0

    def add(self, cells: int, line: int) -> None:
        if self._even:
            raise CannotRead(_cells_for(cells, self.header), line=line)
        self.odd.append((line, cells))
        self._lack(self.header - cells, line)

    def _lack(self, cells: int, line: int | None = None) -> None:
        self._missing += max(0, cells)
        if self._missing > MAX_REPEATED:
            raise CannotRead(f"short rows lack more than {MAX_REPEATED:,} cells", line=line)

    def settled(self, rows: int) -> int:
        """The width: the header's, or that of the widest row where most are wider than it.

        Raises:
            CannotRead: Other rows are wider than the header.
        """
        wide = [each for each in self.odd if each[1] > self.header]
        short = [each for each in self.odd if each[1] < self.header]
        if not wide:
            self._tell(short, "missing cells are null")
            return self.header
        if 2 * len(wide) <= rows:
            line, cells = wide[0]
            hint = "put quotes around a cell that holds what separates cells"
            raise CannotRead(_cells_for(cells, self.header), line=line, hint=hint)
        width = max(cells for _, cells in wide)
        lacking = sum(width - cells for _, cells in wide)
        self._lack(lacking + (rows - len(wide)) * (width - self.header))
        self._tell(wide, f"there are {plural(width, 'column')}, and missing cells are null")
        return width

    def _tell(self, rows: list[tuple[int, int]], what: str) -> None:
        if rows:
            (line, cells), *others = rows
            more = f", {plural(len(others), 'more row')} too" if others else ""
            self.notes.append(f"line {line} has {_cells_for(cells, self.header)}{more}: {what}")


def _cells_for(cells: int, columns: int) -> str:
    return f"{plural(cells, 'cell')} for {plural(columns, 'column')}"
