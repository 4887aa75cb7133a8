"""The views of a payload: table, tables, tree or scalar, and the paths into it."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from support.strategies import examples, json_values, keys, payloads, records

from tokbench.errors import CannotRender
from tokbench.payload import Json, Payload, kind_of, walk
from tokbench.readers.selection import select
from tokbench.text import child_path, path_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tokbench.payload import Keys, Record


@pytest.mark.parametrize(
    ("data", "shape", "count"),
    [
        ([{"a": 1}, {"b": 2}], "table", 2),
        ([], "table", 0),
        ([{}], "table", 1),
        ({"x": [{"a": 1}], "y": [{"b": 1}, {"b": 2}]}, "tables", 3),
        ({"x": []}, "tables", 0),
        ({}, "tree", None),
        ({"x": [{"a": 1}], "total": 1}, "tree", None),
        ({"x": {"y": [{"a": 1}]}}, "tree", None),
        ([1, 2], "tree", None),
        ([{"a": 1}, 2], "tree", None),
        ([[]], "tree", None),
        ("text", "scalar", None),
        (None, "scalar", None),
        (0, "scalar", None),
        (False, "scalar", None),
    ],
)
def test_shape_and_number_of_records(data: Json, shape: str, count: int | None) -> None:
    """A list of objects is a table, an object of such lists is several, the rest has no records."""
    payload = Payload("p", data)
    assert (payload.shape, payload.records) == (shape, count)


def test_columns_are_the_union_in_order_of_first_appearance() -> None:
    """A key that only a later record has comes after those seen before."""
    (table,) = Payload("p", [{"b": 1, "a": 2}, {"c": 3, "a": 4}, {"a": 5, "b": 6}]).tables
    assert table.columns == ("b", "a", "c")
    assert table.name is None


def test_several_tables_keep_their_names_and_order() -> None:
    """Each list of objects is a table under its key."""
    first, second = Payload("p", {"z": [{"a": 1}], "y": [{"b": 2}]}).tables
    assert (first.name, first.columns, second.name, second.columns) == ("z", ("a",), "y", ("b",))


@pytest.mark.parametrize(
    ("data", "where", "way_out"),
    [
        ({"meta": 1, "items": [{"a": 1}]}, "meta is a number", "; records='items' picks"),
        ({"n": {"items": [{"a": 1}]}}, "n is an object", "; records='n.items' picks"),
        ({"items": []} | {"next": None}, "next is null", ""),
        ([{"a": 1}, 7], "[1] is a number", ""),
        ([["x"]], "[0] is a list that holds more than objects", ""),
        ({}, "an empty object", ""),
        (3, "a scalar is not a table", ""),
        ([], "no columns", ""),
        ({"a": [{"x": 1}], "b": [{}]}, "the list 'b' has no columns", ""),
    ],
)
def test_what_is_no_table_says_why_where_and_what_to_do(
    data: Json, where: str, way_out: str
) -> None:
    """One line names the place that is no record and, where there is one, the path that is."""
    with pytest.raises(CannotRender) as caught:
        _ = Payload("p", data).tables
    text = str(caught.value)
    assert where in text
    assert way_out in text
    assert "\n" not in text


@examples(30, 2_000)
@given(payloads(halves=True, infinite=True))
def test_views_never_fail_nor_change_the_data(data: Json) -> None:
    """Any data have a shape, and tables or an error in one line."""
    payload, before = Payload("p", data), repr(copy.deepcopy(data))
    is_table = payload.shape in ("table", "tables")
    assert (payload.records is not None) == is_table
    try:
        tables = payload.tables
        assert is_table
        assert sum(len(table.records) for table in tables) == payload.records
    except CannotRender as reason:
        text = str(reason)
        assert text
    assert repr(data) == before


@examples(30, 2_000)
@given(records())
def test_a_table_has_every_key_of_its_records(rows: list[Record]) -> None:
    """No column is lost and none is made up."""
    payload = Payload("p", [*rows])
    if any(rows):
        (table,) = payload.tables
        assert set(table.columns) == {key for row in rows for key in row}
        assert len(set(table.columns)) == len(table.columns)


@pytest.mark.parametrize(
    ("parent", "key", "path"),
    [
        ("", "a", "a"),
        ("", 0, "[0]"),
        ("orders", 3, "orders[3]"),
        ("orders[3]", "id", "orders[3].id"),
        ("a", "user-id", "a.user-id"),
        ("a", "$ref", "a.$ref"),
        ("a", "b.c", 'a["b.c"]'),
        ("", "", '[""]'),
        ("", "2x", '["2x"]'),
        ("a", 'say "x"', 'a["say \\"x\\""]'),
        ("a", "ключ", "a.ключ"),
    ],
)
def test_paths(parent: str, key: str | int, path: str) -> None:
    """Plain words follow a dot; other keys are quoted, so that a path has one meaning."""
    assert child_path(parent, key) == path


@given(keys(), keys())
def test_two_keys_never_share_a_path(first: str, second: str) -> None:
    """A path names one place only."""
    assert (child_path("x", first) == child_path("x", second)) == (first == second)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "null"), (True, "boolean"), (False, "boolean"), (0, "number"), (1.5, "number"),
        ("", "string"), ([], "array"), ({}, "object"),
    ],
)  # fmt: skip
def test_kinds(value: Json, kind: str) -> None:
    """JSON has six kinds, and true is not a number."""
    assert kind_of(value) == kind


def by_recursion(data: Json, keys: Keys = ()) -> Iterator[tuple[Keys, Json]]:
    yield keys, data
    items: Iterable[tuple[str | int, Json]] = ()
    if isinstance(data, dict):
        items = data.items()
    elif isinstance(data, list):
        items = enumerate(data)
    for key, value in items:
        yield from by_recursion(value, (*keys, key))


@examples(60, 4_000)
@given(json_values())
def test_walk_visits_every_value_once_in_order(data: Json) -> None:
    """As the obvious recursion does, and every path leads to its value."""
    found = list(walk(data))
    assert [keys for keys, _ in found] == [keys for keys, _ in by_recursion(data)]
    assert all(
        value is other for (_, value), (_, other) in zip(found, by_recursion(data), strict=True)
    )
    assert all(repr(select(data, path_of(keys))) == repr(value) for keys, value in found)


def test_walk_can_leave_out_the_items_of_lists() -> None:
    """The list itself is visited, its items are not."""
    data: Json = {"a": [{"b": 1}], "c": {"d": []}}
    assert [keys for keys, _ in walk(data, into_lists=False)] == [(), ("a",), ("c",), ("c", "d")]


def test_walk_has_no_limit_of_depth() -> None:
    """It calls nothing recursively."""
    data: Json = 1
    for _ in range(5_000):
        data = [data]
    assert max(len(keys) for keys, _ in walk(data)) == 5_000
