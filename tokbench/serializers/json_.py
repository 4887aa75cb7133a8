"""JSON, as Python's ``json`` writes it with the separators of each format, and its row forms.

A lone surrogate is escaped in all of them, so that the text is valid UTF-8 and reads back.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tokbench.errors import CannotRead, CannotRender, option
from tokbench.payload import Json, Payload, Table, a_kind_of
from tokbench.progress import moving, step
from tokbench.serializers import Format, json_writer
from tokbench.serializers.cells import encoded, minified, require_dense
from tokbench.text import child_path

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEFAULT = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_ASCII = json.JSONEncoder(allow_nan=False).encode


def render_pretty(payload: Payload) -> str:
    """One line a value, two spaces a level."""
    return encoded(payload.data, json_writer.write)


def render_minified(payload: Payload) -> str:
    """No spaces at all."""
    return minified(payload.data)


def render_default(payload: Payload) -> str:
    """One line with a space after each comma and colon."""
    return encoded(payload.data, _DEFAULT)


def render_ascii(payload: Payload) -> str:
    r"""The same with every non-ASCII character as ``\uXXXX``."""
    return encoded(payload.data, _ASCII)


def read(text: str) -> Json:
    """Data from JSON that was written from a payload, so neither too deep nor infinite."""
    from tokbench.readers import json_
    from tokbench.readers.common import collector_paused

    with collector_paused():
        return json_.scan(text)


def render_lines(payload: Payload) -> str:
    """JSON Lines: one minified item a line.

    Raises:
        CannotRender: The data is not a list.
    """
    data = payload.data
    if not isinstance(data, list):
        items = data.items() if isinstance(data, dict) else ()
        paths = [child_path("", key) for key, value in items if isinstance(value, list)]
        hint = f"{option('records', paths[0])} picks one out" if paths else None
        raise CannotRender(f"JSON Lines holds a list, not {a_kind_of(data)}", hint=hint)
    return "\n".join(map(minified, moving(data)))


def read_lines(text: str) -> Json:
    """The values of all lines; an empty text is the empty list."""
    from tokbench.readers import jsonl

    return jsonl.parse(text) if text else []


def render_rows(payload: Payload) -> str:
    """The columns once, then a list of values for each record; an object of these for named tables.

    Raises:
        CannotRender: The data is not a table.
    """
    tables = require_dense(payload.tables)
    with step(0, 2):
        rows = [_as_rows(table) for table in moving(tables)]
    if tables[0].name is None:
        return minified(rows[0])
    return minified({table.name or "": each for table, each in zip(tables, rows, strict=True)})


def _as_rows(table: Table) -> Json:
    columns = table.columns
    records = moving(table.records)
    rows: list[Json] = [[record.get(column) for column in columns] for record in records]
    return {"columns": list(columns), "rows": rows}


def read_rows(text: str) -> Json:
    """Records from columns and rows; a value that was missing has become null.

    Raises:
        CannotRead: The text is not of this form.
    """
    from tokbench.readers import json_

    data = json_.scan(text)  # no limit of depth: a row nests deeper than its record
    if isinstance(data, dict) and isinstance(data.get("columns"), list):
        return list(_from_rows(data))
    if not isinstance(data, dict):
        raise CannotRead("not an object with columns and rows")
    return {name: list(_from_rows(table)) for name, table in data.items()}


def _from_rows(table: Json) -> Iterator[Json]:
    columns = table.get("columns") if isinstance(table, dict) else None
    rows = table.get("rows") if isinstance(table, dict) else None
    if not isinstance(columns, list) or not isinstance(rows, list):
        raise CannotRead("not an object with columns and rows")
    for row in moving(rows):
        if not isinstance(row, list) or len(row) != len(columns):
            raise CannotRead(f"a row is not a list of {len(columns)} values")
        yield dict(zip(map(str, columns), row, strict=True))


FORMATS = (
    Format(
        name="json-pretty",
        label="JSON pretty",
        holds="any JSON",
        summary="JSON with two spaces of indentation; loses nothing",
        render=render_pretty,
        read=read,
        default=True,
    ),
    Format(
        name="json-min",
        label="JSON minified",
        holds="any JSON",
        summary="JSON without spaces; loses nothing",
        render=render_minified,
        read=read,
        default=True,
    ),
    Format(
        name="json-default",
        label="JSON default",
        holds="any JSON",
        summary="Python's json.dumps spacing, unescaped; loses nothing",
        render=render_default,
        read=read,
    ),
    Format(
        name="json-ascii",
        label="JSON ASCII",
        holds="any JSON",
        summary="what json.dumps writes by default, non-ASCII escaped; loses nothing",
        render=render_ascii,
        read=read,
    ),
    Format(
        name="jsonl",
        label="JSON Lines",
        holds="a list",
        summary="one minified item a line; loses nothing",
        render=render_lines,
        read=read_lines,
    ),
    Format(
        name="json-rows",
        label="JSON rows",
        holds="tables",
        summary="the columns once, then a list for each record; a missing value becomes null",
        render=render_rows,
        read=read_rows,
    ),
)
