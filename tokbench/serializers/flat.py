"""Records with nested objects as records with dotted columns, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tokbench.errors import CannotRender
from tokbench.payload import Json, Record, Table
from tokbench.progress import moving, step

if TYPE_CHECKING:
    from collections.abc import Iterator

_Path = tuple[str, ...]


def flattened(table: Table) -> Table:
    """The table with nested objects as dotted columns, in order of first appearance.

    Where a key holds an object in some records and null or an empty object in others, all of its
    columns are empty in the others.

    Raises:
        CannotRender: Two paths have one column, or a key holds an object in some records and a
            value in others.
    """
    with step(0, 3):
        rows = [dict(_leaves(record)) for record in moving(table.records)]
    paths = list(dict.fromkeys(path for row in rows for path in row))
    spread = {path[:depth] for path in paths for depth in range(1, len(path))}
    with step(1, 3):
        for row in moving(rows):
            for path in spread & row.keys():
                if row.pop(path) not in (None, {}):
                    column = ".".join(path)
                    reason = f"{column!r} is an object in some records and a value in others"
                    raise CannotRender(reason)
    columns = _columns([path for path in paths if path not in spread])
    with step(2, 3):
        records: list[Record] = [
            {columns[path]: value for path, value in row.items()} for row in moving(rows)
        ]
    return Table(table.name, tuple(columns.values()), records)


def _leaves(record: Record, above: _Path = ()) -> Iterator[tuple[_Path, Json]]:
    for key, value in record.items():
        path = (*above, key)
        if isinstance(value, dict) and value:
            yield from _leaves(value, path)
        else:
            yield path, value


def _columns(paths: list[_Path]) -> dict[_Path, str]:
    owners: dict[str, _Path] = {}
    for path in paths:
        column = ".".join(path)
        if column in owners:
            raise CannotRender(
                f"two values share the column {column!r}: a key of the data has a dot"
            )
        owners[column] = path
    return {path: column for column, path in owners.items()}


def nested(record: Record) -> Record:
    """The record with each dotted column as a value inside objects.

    >>> nested({"id": 1, "geo.lat": 2, "geo.lon": 3})
    {'id': 1, 'geo': {'lat': 2, 'lon': 3}}
    """
    out: dict[str, Any] = {}
    for column, value in record.items():
        *above, key = _parts(column, record)
        inner = out
        for part in above:
            inner = inner.setdefault(part, {})
        inner[key] = value
    return out


def _parts(column: str, record: Record) -> list[str]:
    """The column's path; where a part of it is a column too, the name is a key with a dot."""
    parts = column.split(".")
    above = (".".join(parts[:depth]) for depth in range(1, len(parts)))
    return [column] if any(name in record for name in above) else parts
