"""CSV with nested objects as dotted columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.one_format import back, render

from tokbench.errors import CannotRender

if TYPE_CHECKING:
    from tokbench.payload import Json


def test_nested_objects_get_dotted_columns() -> None:
    """Lists stay JSON in their cell; the columns of a missing object are empty."""
    data: Json = [
        {"id": 1, "geo": {"lat": 1.5, "at": {"city": "Oslo"}}, "tags": ["a", "b"]},
        {"id": 2, "geo": None, "tags": []},
    ]
    assert render("csv-flat", data) == (
        'id,geo.lat,geo.at.city,tags\n1,1.5,Oslo,"[""a"",""b""]"\n2,,,[]'
    )


@pytest.mark.parametrize(
    "data",
    [[{"a.b": 1, "a": {"b": 2}}], [{"a": {"b": 1}}, {"a.b": 2}], [{"a": {"b": 1}, "a.b": 2}]],
)
def test_two_values_of_one_column_are_refused(data: Json) -> None:
    """A key with a dot beside an object that spreads to the same column."""
    with pytest.raises(CannotRender, match=r"share the column 'a\.b'"):
        render("csv-flat", data)


@pytest.mark.parametrize("value", [0, False, "x", [1]])
def test_an_object_here_and_a_value_there_are_refused(value: Json) -> None:
    """The value would have no column of its own."""
    with pytest.raises(CannotRender, match="'a' is an object in some records"):
        render("csv-flat", [{"a": {"b": 1}}, {"a": value}])


@pytest.mark.parametrize("data", [[{"a": 1, "a.b": 2}], [{"a.b": 2, "a": 1}]])
def test_a_dotted_key_under_another_column_comes_back(data: Json) -> None:
    """It can only be a key with a dot, since its prefix is a value."""
    assert back("csv-flat", data) == data
