"""The data to be sent, and its views as tables, tree, scalar or text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from tokbench.errors import CannotRender, option
from tokbench.progress import moving
from tokbench.text import child_path, path_of

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""JSON data as plain Python objects. Readers make it, and nothing changes it later."""

Keys: TypeAlias = "tuple[str | int, ...]"
"""The keys and indices that lead to a value."""

Record: TypeAlias = "dict[str, Json]"
Shape = Literal["table", "tables", "tree", "scalar", "text"]

MAX_DEPTH = 300
"""The most levels of lists and objects in a payload: the same on every Python version."""

SECTION = "# "
"""The start of a line that names a table, in a text with several tables."""


class Table(NamedTuple):
    """Records under one set of columns.

    Attributes:
        name: The key of the table in the payload, or None where the payload is one list.
        columns: The keys of all records, in order of first appearance.
        records: The records; a record may lack some of the columns.
    """

    name: str | None
    columns: tuple[str, ...]
    records: Sequence[Record]


@dataclass(frozen=True)
class Payload:
    """One piece of data to be sent, with a name.

    >>> orders = Payload("orders", [{"id": 1}, {"id": 2, "paid": True}])
    >>> orders.shape, orders.records, orders.tables[0].columns
    ('table', 2, ('id', 'paid'))

    Attributes:
        name: What the reports call it: the path as it was given, ``<stdin>`` or ``<data>``.
        data: The data itself.
        text: The text as it was given, for a text file or standard input; None for Python data.
        size: Bytes of the payload as it was given, or None for Python data.
        notes: What reading had to decide and a user should know, one line each.
        is_text: Whether it is plain text, which holds no data: ``data`` is the text itself then.
        comments: How many comments the text has, which are no data.
    """

    name: str
    data: Json
    text: str | None = None
    size: int | None = None
    notes: tuple[str, ...] = ()
    is_text: bool = False
    comments: int = 0

    @cached_property
    def shape(self) -> Shape:
        """``table``, ``tables``, ``tree``, ``scalar`` or ``text``."""
        if self.is_text:
            return "text"
        if not isinstance(self.data, (list, dict)):
            return "scalar"
        if self._rows_by_name is None:
            return "tree"
        return "table" if isinstance(self.data, list) else "tables"

    @cached_property
    def records(self) -> int | None:
        """The number of records over all tables; None where the data is not a table."""
        if self._rows_by_name is None:
            return None
        return sum(len(rows) for _, rows in self._rows_by_name)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The payload as tables.

        Raises:
            CannotRender: The data is not a table; the error says why, where, and how to pick
                records.
        """
        if self._rows_by_name is None:
            path = _first_records(self.data)
            hint = f"{option('records', path)} picks the records out" if path else None
            raise CannotRender(_why_no_table(self.data), hint=hint)
        tables = tuple(_table(name, rows) for name, rows in self._rows_by_name)
        for table in tables:
            if not table.columns:
                where = "the list" if table.name is None else f"the list {table.name!r}"
                raise CannotRender(f"{where} has no columns: there is nothing to put in a table")
        return tables

    @cached_property
    def nested_columns(self) -> int:
        """How many columns of the tables hold a list or an object in some record.

        Raises:
            CannotRender: The data is no table.
        """
        return sum(
            len({key for row in table.records for key, value in row.items() if is_nested(value)})
            for table in self.tables
        )

    @cached_property
    def _rows_by_name(self) -> list[tuple[str | None, list[Record]]] | None:
        if isinstance(self.data, dict):
            named = [(name, _objects(rows)) for name, rows in self.data.items()]
            found = [(name, rows) for name, rows in named if rows is not None]
            return list(found) if found and len(found) == len(named) else None
        rows = _objects(self.data)
        return None if rows is None else [(None, rows)]


def _objects(value: Json) -> list[Record] | None:
    """The value as a list of objects, or None where it is something else."""
    if not isinstance(value, list):
        return None
    records = [item for item in value if isinstance(item, dict)]
    return records if len(records) == len(value) else None


def _table(name: str | None, rows: list[Record]) -> Table:
    columns: dict[str, None] = {}
    known: tuple[str, ...] = ()
    for row in rows:
        keys = tuple(row)
        if keys != known:  # most records of a table carry the same keys in the same order
            columns.update(dict.fromkeys(keys))
            known = keys
    return Table(name, tuple(columns), rows)


def _why_no_table(data: Json) -> str:
    """Why the data is not a table, and at which path."""
    if not isinstance(data, (list, dict)):
        return "a scalar is not a table"
    if isinstance(data, list):
        index = next(i for i, item in enumerate(data) if not isinstance(item, dict))
        return f"not a list of objects: {child_path('', index)} is {_kind(data[index])}"
    if not data:
        return "an empty object is not a table"
    key = next(key for key, rows in data.items() if _objects(rows) is None)
    return f"not only lists of objects: {child_path('', key)} is {_kind(data[key])}"


def _first_records(data: Json) -> str | None:
    """The shallowest path of a list of objects that is not empty, three keys deep at most."""
    inner = walk(data, into_lists=False)
    found = [keys for keys, value in inner if 0 < len(keys) <= 3 and _objects(value)]
    shallowest = min(found, key=len, default=())
    return path_of(shallowest) or None


def is_nested(value: Json) -> bool:
    """Whether a value is a list or an object."""
    return isinstance(value, (list, dict))


def walk(data: Json, *, into_lists: bool = True) -> Iterator[tuple[Keys, Json]]:
    """Every value with the keys that lead to it, in order: a container, then the values in it.

    It does not recurse, so no depth of data exhausts the stack.

    Args:
        data: The data; the first value is the data itself, without keys.
        into_lists: Whether to visit the items of lists.

    >>> [keys for keys, _ in walk({"a": [1, {"b": 2}], "c": 3})]
    [(), ('a',), ('a', 0), ('a', 1), ('a', 1, 'b'), ('c',)]
    """
    yield (), data
    stack: list[tuple[Keys, Iterator[tuple[str | int, Json]]]] = [((), _items(data, into_lists))]
    while stack:
        above, items = stack[-1]
        for key, value in items:
            keys = (*above, key)
            yield keys, value
            if value.__class__ is dict or value.__class__ is list:
                stack.append((keys, _items(value, into_lists)))
                break  # to go on with the items of the value
        else:
            stack.pop()


def _items(value: Json, into_lists: bool) -> Iterator[tuple[str | int, Json]]:
    if isinstance(value, dict):
        return iter(moving(value.items()))
    return iter(enumerate(moving(value)) if into_lists and isinstance(value, list) else ())


def kind_of(value: Json) -> str:
    """The JSON kind: ``object``, ``array``, ``string``, ``number``, ``boolean`` or ``null``."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def a_kind_of(value: Json) -> str:
    """As :func:`kind_of`, with its article where it has one: ``an object``, ``null``."""
    kind = kind_of(value)
    if value is None:
        return kind
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _kind(value: Json) -> str:
    if isinstance(value, list):
        return "a list that holds more than objects"
    return a_kind_of(value)
