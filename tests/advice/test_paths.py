"""Paths that mean many places."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from support.strategies import json_values

from tokbench.advice import paths
from tokbench.payload import Json

ORDERS: Json = {
    "orders": [
        {"id": 1, "to": {"city": "Oslo", "zip": "0150"}, "tags": ["a", "b"]},
        {"id": 2, "to": {"city": "Bonn"}, "note": None},
    ]
}


def test_every_key_has_one_path_for_all_its_places() -> None:
    assert [paths.text_of(pattern) for pattern in paths.sizes(ORDERS)] == [
        "orders",
        "orders[].id",
        "orders[].to",
        "orders[].to.city",
        "orders[].to.zip",
        "orders[].tags",
        "orders[].note",
    ]


def test_a_key_is_dropped_wherever_it_is() -> None:
    assert paths.without(ORDERS, ("orders", None, "to", "city")) == {
        "orders": [
            {"id": 1, "to": {"zip": "0150"}, "tags": ["a", "b"]},
            {"id": 2, "to": {}, "note": None},
        ]
    }
    assert paths.without(ORDERS, ("orders",)) == {}
    assert paths.without([1, {"a": 1}], (None, "a")) == [1, {}]


@given(json_values())
def test_dropping_leaves_no_such_path_and_never_changes_the_data(data: Json) -> None:
    before = json.dumps(data)
    for pattern in paths.sizes(data):
        assert pattern not in paths.sizes(paths.without(data, pattern))
    assert json.dumps(data) == before


def test_scalars_and_lengths_are_found_by_their_path() -> None:
    assert paths.scalars(ORDERS)[("orders", None, "id")] == [1, 2]
    assert paths.scalars(ORDERS)[("orders", None, "tags", None)] == ["a", "b"]
    assert paths.lengths(ORDERS) == {("orders", None): 2, ("orders", None, "tags", None): 2}


def test_of_what_has_grown_the_child_is_reported_and_of_what_is_new_the_top() -> None:
    before = paths.sizes({"a": [{"id": 1, "x": {"y": 1}}]})
    now = paths.sizes({"a": [{"id": 1, "x": {"y": 1}, "new": {"deep": {"er": 1}}}]})
    assert {paths.text_of(pattern) for pattern in paths.grown_apart(now, before)} == {
        "a[].id",
        "a[].x.y",
        "a[].new",
    }


steps = st.none() | st.sampled_from(("a", "b", "a.b", "a[]", "[]", "", '"', "a-b")) | st.text()


@given(st.lists(steps, max_size=3), st.lists(steps, max_size=3))
def test_different_paths_have_different_texts(
    some: list[str | None], others: list[str | None]
) -> None:
    texts = {paths.text_of(tuple(some)), paths.text_of(tuple(others))}
    assert len(texts) == (1 if some == others else 2)
