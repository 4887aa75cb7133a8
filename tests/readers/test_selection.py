from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, json_values

from tokbench.errors import CannotRead
from tokbench.payload import Json
from tokbench.readers.selection import select
from tokbench.text import child_path

DATA: Json = {"a": {"b": [1, {"odd key": 7}], "x-y": 2, "0": 3}, "$ref": 4, "é": [[5]]}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("", DATA),
        (".", DATA),
        ("a.b[0]", 1),
        ('a.b[1]["odd key"]', 7),
        ("a.b[1].odd key", 7),
        ("a.x-y", 2),
        ("a.0", 3),
        ('a["0"]', 3),
        ("$ref", 4),
        ("é[0][0]", 5),
        ('["a"].x-y', 2),
    ],
)
def test_a_path_leads_to_its_value(path: str, value: Json) -> None:
    assert select(DATA, path) == value


@examples(40, 4_000)
@given(json_values(), st.data())
def test_every_path_that_reports_print_leads_back(data: Json, draw: st.DataObject) -> None:
    """Paths are read as they are written, whatever the keys."""
    path, value = "", data
    while isinstance(value, (list, dict)) and value:
        step: str | int
        if isinstance(value, dict):
            step = draw.draw(st.sampled_from(sorted(value)))
            value = value[step]
        else:
            step = draw.draw(st.integers(0, len(value) - 1))
            value = value[step]
        path = child_path(path, step)
    assert repr(select(data, path)) == repr(value)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("a.c", 'a has no "c", only "b", "x-y", "0"'),
        ("a.b[7]", "a.b has 2 items, so no [7]"),
        ("a.b.c", 'a.b is a list, so it has no "c"'),
        ("a[0]", "a is an object, not a list"),
        ("$ref.x", "$ref is a number, so it has no"),
        ("[0]", ". is an object, not a list"),
        ("a..b", 'from "..b" on'),
        ("a[", 'from "[" on'),
        ("a[b]", 'from "[b]" on'),
        ('a["\\x"]', "is not a JSON string"),
        ("a.b[99999999999999999999]", "is not a path"),
    ],
)
def test_a_path_to_nothing_says_how_far_it_leads(path: str, reason: str) -> None:
    with pytest.raises(CannotRead) as caught:
        select(DATA, path)
    assert reason in caught.value.reason


def test_many_keys_are_not_all_listed() -> None:
    with pytest.raises(CannotRead, match='"k7" and 92 more'):
        select({f"k{i}": i for i in range(100)}, "x")
