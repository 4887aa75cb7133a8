r"""Reads CSV and TSV: a header, then one record a line, each cell by JSON's scalar grammar.

CSV is RFC 4180 as Python's ``csv`` reads it, strictly. In TSV a quote is an ordinary character, and
tab, line feed, carriage return and backslash are written ``\t``, ``\n``, ``\r`` and ``\\`` (as in
Linear TSV and PostgreSQL); any other backslash is a backslash.

Several tables in one text each follow a line ``# key``, with a blank line between them.
"""

from __future__ import annotations

import csv
import io
import json
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Protocol

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, SECTION, Json, Record
from tokbench.readers import json_
from tokbench.readers.common import (
    CUT_OFF,
    MAX_CELL,
    MAX_REPEATED,
    Reading,
    collector_paused,
    survey,
)
from tokbench.readers.options import DEFAULTS, ReadOptions
from tokbench.text import listed, plural, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_SCALAR = re.compile(r"null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_FIRST_OF_JSON = frozenset("-0123456789{[tfn")
_WORDS: dict[str, Json] = {"": None, "true": True, "false": False}
_ESCAPE = re.compile(r"\\([tnr\\])")
_UNESCAPED = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
_LEVELS_ABOVE_A_CELL = 2
_csv_limit = threading.Lock()


def cell(text: str) -> Json:
    """The value of one cell.

    A number, ``true`` or ``false`` is read only where it is spelled as Python's ``json`` would
    write that value: ``42`` and ``1e+16``, but not ``007``, ``1.10``, ``+1`` or ``1e5``. An empty
    cell is null. A cell that starts with ``{`` or ``[`` and is JSON is that JSON. All else is text.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "-0123456789":
        return _number(text)
    return _nested(text) if text[0] in "{[" else text


def any_spelling(text: str) -> Json:
    """The value of a cell for a reader that accepts every spelling that Python's ``json`` does.

    The fidelity check looks for texts that such a reader mistakes: it reads ``1.10`` as 1.1,
    ``null`` as null, and an object with one key twice as an object.
    """
    if text and text[0] not in _FIRST_OF_JSON:
        return text
    if not text or text[0] not in "{[":
        value = cell(text)
        if value is not text or not _SCALAR.fullmatch(text):
            return value
    try:
        spelled: Json = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return spelled


def _number(text: str) -> int | float | str:
    try:
        if _INTEGER.fullmatch(text):
            return int(text)
        value = float(text)
    except ValueError:
        return text
    return value if repr(value) == text and isfinite(value) else text


def _nested(text: str) -> Json:
    try:
        value = json_.scan(text)
    except CannotRead:
        return text
    depth, finite = survey(value)
    return value if finite and depth <= MAX_DEPTH - _LEVELS_ABOVE_A_CELL else text


def parse_csv(text: str, *, tables: bool = False, cell_of: Callable[[str], Json] = cell) -> Json:
    """The records of a CSV text, or with ``tables`` the records under each line ``# key``.

    Raises:
        CannotRead: A quote is wrong, a column has no name or the name of another, a row has more
            cells than there are columns, or a cell is longer than :data:`MAX_CELL`.
    """
    with _long_cells_allowed():
        return _read(_CsvRows(text), cell_of, tables).data


def parse_tsv(text: str, *, tables: bool = False, cell_of: Callable[[str], Json] = cell) -> Json:
    """The records of a TSV text, or with ``tables`` the records under each line ``# key``.

    Raises:
        CannotRead: A column has no name or the name of another, a row has more cells than there
            are columns, or a cell is longer than :data:`MAX_CELL`.
    """
    return _read(_TsvRows(text), cell_of, tables).data


def read_csv(text: str, options: ReadOptions = DEFAULTS, *, tables: bool = False) -> Reading:
    """As :func:`parse_csv`, with notes on what the author may not have meant."""
    with _long_cells_allowed():
        data, notes = _read(_CsvRows(text), str if options.strings else cell, tables)
    if isinstance(data, list) and data and isinstance(data[0], dict) and len(data[0]) == 1:
        (name,) = data[0]
        if ";" in name:
            notes = (*notes, f"one column, {shown(name)}: cells are separated by commas, not by ;")
    return Reading(data, notes)


def read_tsv(text: str, options: ReadOptions = DEFAULTS, *, tables: bool = False) -> Reading:
    """As :func:`parse_tsv`, with notes on what the author may not have meant."""
    data, notes = _read(_TsvRows(text), str if options.strings else cell, tables)
    if _ESCAPE.search(text):
        notes = (*notes, r"\t, \n, \r and \\ are read as escapes")
    return Reading(data, notes)


class _Rows(Protocol):
    """The rows of a text; a blank line is an empty row.

    Attributes:
        line: The one-based line on which the last row starts.
    """

    line: int

    def __iter__(self) -> Iterator[list[str]]: ...

    def __next__(self) -> list[str]: ...

    def raw(self) -> str | None:
        """The next line as it is written, without its end; None after the last."""


class _CsvRows:
    def __init__(self, text: str) -> None:
        self._lines = io.StringIO(text, newline="")
        self._rows = csv.reader(self._lines, strict=True)
        self._raw_lines = 0
        self.line = 0

    def __iter__(self) -> Iterator[list[str]]:
        return self

    def __next__(self) -> list[str]:
        self.line = self._rows.line_num + self._raw_lines + 1
        try:
            return next(self._rows)
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
    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        if not lines[-1]:
            lines.pop()
        self._lines = iter(lines)
        self.line = 0

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


def _read(rows: _Rows, cell_of: Callable[[str], Json], tables: bool) -> Reading:
    notes: list[str] = []
    data: Json
    with collector_paused():
        data = _sections(rows, cell_of, notes) if tables else _records(rows, cell_of, notes)
    return Reading(data, tuple(notes))


def _sections(rows: _Rows, cell_of: Callable[[str], Json], notes: list[str]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    while (line := rows.raw()) is not None:
        if not line:
            continue
        if not line.startswith(SECTION):
            raise CannotRead("a line `# key` must name the table that follows", line=rows.line)
        name = line.removeprefix(SECTION)
        if name in found:
            raise CannotRead(f"a second table is named {shown(name)}", line=rows.line)
        found[name] = _records(rows, cell_of, notes, until_blank=True)
    return found


def _records(
    rows: _Rows, cell_of: Callable[[str], Json], notes: list[str], *, until_blank: bool = False
) -> list[Json]:
    header = _header(rows)
    width = len(header)
    records: list[Json] = []
    short = _ShortRows(width)
    for row in rows:
        if not row:
            if until_blank:
                break
            if width > 1:
                continue
            row = [""]  # in a table of one column, a blank line is a record
        if len(row) > width:
            raise CannotRead(_cells_for(len(row), width), line=rows.line)
        record: Record = dict(zip(header, map(cell_of, row), strict=False))
        if len(row) < width:
            short.add(len(row), rows.line)
            record.update(dict.fromkeys(header[len(row) :]))
        records.append(record)
    notes += short.notes()
    if not records:
        notes.append(f"no records, only the columns {listed(header)}")
    return records


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


def _header(rows: _Rows) -> list[str]:
    header = next((row for row in rows if row), None)
    if header is None:
        raise CannotRead("there is no header line")
    check_columns(header, rows.line)
    return header


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
