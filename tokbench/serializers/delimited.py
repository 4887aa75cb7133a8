r"""CSV and TSV: one record a line under a line of columns.

CSV quotes by RFC 4180 only where it is needed, with lines ended by LF. TSV escapes a backslash, tab
or line break with a backslash. A bare list is one table; several are each under a line ``# key``
with a blank line between. Text that a spreadsheet would take for a formula is not changed, since a
model reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tokbench.errors import CannotRender
from tokbench.payload import SECTION, Json, Payload, Record, Table
from tokbench.progress import along, moving, step
from tokbench.serializers import Format
from tokbench.serializers.cells import cells, require_dense, require_utf8
from tokbench.serializers.flat import flattened, nested

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


def render_csv(payload: Payload) -> str:
    """Comma-separated values.

    Raises:
        CannotRender: The data is not a table, or holds a lone surrogate.
    """
    return sections(payload, require_dense(payload.tables), _csv_table)


def render_tsv(payload: Payload) -> str:
    """Tab-separated values with backslash escapes.

    Raises:
        CannotRender: The data is not a table, one of its lines would be blank, or it holds a lone
            surrogate.
    """
    return sections(payload, require_dense(payload.tables), _tsv_table)


def render_csv_flat(payload: Payload) -> str:
    """Comma-separated values with nested objects as dotted columns.

    Raises:
        CannotRender: The data is not a table, two of its columns have one name, or it holds a lone
            surrogate.
    """
    with step(0, 2):
        tables = require_dense([flattened(table) for table in moving(payload.tables)])
    with step(1, 2):
        return sections(payload, tables, _csv_table)


def sections(payload: Payload, tables: Sequence[Table], write: Callable[[Table], str]) -> str:
    """A table without a name as it is; others each under a line ``# key``, a blank line between.

    Raises:
        CannotRender: A key does not fit on a line, or the text holds a lone surrogate.
    """
    if tables[0].name is None:
        return require_utf8(write(tables[0]), payload.data)
    records = sum(len(table.records) for table in tables)
    each = along(tables, lambda table: len(table.records), records)
    parts = [f"{SECTION}{_section_name(table.name or '')}\n{write(table)}" for table in each]
    return require_utf8("\n\n".join(parts), payload.data)


def _section_name(name: str) -> str:
    if "\n" in name or "\r" in name:
        raise CannotRender(f"the key {name!r} has a line break and does not fit on a line `# key`")
    return name


def rows_of(table: Table) -> Iterator[Sequence[Json]]:
    """The values of each record in the order of the columns; null where one is missing."""
    columns = table.columns
    for record in moving(table.records):
        if tuple(record) == columns:
            yield tuple(record.values())
        else:
            yield [record.get(column) for column in columns]


def _lines(table: Table, line: Callable[[Sequence[str]], str]) -> str:
    return "\n".join([line(table.columns), *(line(cells(row)) for row in rows_of(table))])


def _csv_table(table: Table) -> str:
    text = _lines(table, _csv_line)
    if text.startswith((SECTION, "\ufeff")):  # not to be read as a section or a mark
        first = table.columns[0]
        return f'"{first}"{text[len(first) :]}'
    return text


def _csv_line(row: Sequence[str]) -> str:
    line = ",".join(row)
    if line.count(",") == len(row) - 1 and not ('"' in line or "\n" in line or "\r" in line):
        return line or '""'  # readers skip a blank line
    return ",".join(map(_csv_quoted, row))


def _csv_quoted(text: str) -> str:
    if "," in text or '"' in text or "\n" in text or "\r" in text:
        return '"' + text.replace('"', '""') + '"'
    return text


def _tsv_table(table: Table) -> str:
    text = _lines(table, _tsv_line)
    if len(table.columns) == 1 and "\n\n" in f"{text}\n":
        where = "the table" if table.name is None else f"the table {table.name!r}"
        raise CannotRender(
            f"{where} has one column and an empty cell: a blank line in TSV, which readers skip"
        )
    return text


def _tsv_line(row: Sequence[str]) -> str:
    line = "\t".join(row)
    if line.count("\t") == len(row) - 1 and not ("\\" in line or "\n" in line or "\r" in line):
        return line
    return "\t".join(map(_tsv_escaped, row))


def _tsv_escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace("\t", "\\t")
    return text.replace("\n", "\\n").replace("\r", "\\r")


def read_csv(text: str) -> Json:
    """Records from CSV; a first line ``# key`` says that the tables have names."""
    from tokbench.readers import delimited

    return delimited.read_csv(text, tables=text.startswith(SECTION)).data


def read_tsv(text: str) -> Json:
    """Records from TSV; a first line ``# key`` says that the tables have names."""
    from tokbench.readers import delimited

    return delimited.read_tsv(text, tables=text.startswith(SECTION)).data


def read_csv_flat(text: str) -> Json:
    """Records from CSV whose dotted columns are nested objects."""
    with step(0, 2):
        data = read_csv(text)
    if isinstance(data, dict):
        return {name: _nested_records(records) for name, records in data.items()}
    with step(1, 2):
        return _nested_records(data)


def _nested_records(records: Json) -> Json:
    rows: list[Record] = (
        [row for row in records if isinstance(row, dict)] if isinstance(records, list) else []
    )
    return [nested(row) for row in moving(rows)]


FORMATS = (
    Format(
        name="csv",
        label="CSV",
        holds="tables",
        summary="quoted where needed; a missing value, null and empty text look the same",
        render=render_csv,
        read=read_csv,
        default=True,
        json_cells=True,
    ),
    Format(
        name="tsv",
        label="TSV",
        holds="tables",
        summary="tabs and backslash escapes; a missing value, null and empty text look the same",
        render=render_tsv,
        read=read_tsv,
        default=True,
        json_cells=True,
    ),
    Format(
        name="csv-flat",
        label="CSV flat",
        holds="tables",
        summary="CSV with nested objects as dotted columns; a key with a dot looks nested",
        render=render_csv_flat,
        read=read_csv_flat,
    ),
)
