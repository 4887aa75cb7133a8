"""What is true of every format, for any data that it accepts."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.one_format import back
from support.round_trip import diff
from support.strategies import examples, json_values, payloads

from tokbench.errors import CannotRender
from tokbench.payload import MAX_DEPTH, Payload
from tokbench.serializers import ALL, Format, formats, get

if TYPE_CHECKING:
    from collections.abc import Callable

    from tokbench.payload import Json, Record

TREES = (
    "json-pretty", "json-min", "json-default", "json-ascii", "json-short-legend", "yaml", "toon",
    "toon-tab",
)  # fmt: skip
"""Formats that lose nothing of any JSON."""

TABLES = ("csv", "tsv", "markdown", "json-rows", "csv-flat", "markdown-kv", "xml", "jsonl")
"""Formats that lose nothing of ordinary tables."""


def rendered(form: Format, data: Json) -> str | None:
    """The rendering; None where the format cannot hold the data."""
    try:
        return form.render(Payload("payload", data))
    except CannotRender:
        return None


def verdict(form: Format, data: Json) -> str:
    """What comes back of the data, or ``skipped``."""
    assert form.read is not None
    text = rendered(form, data)
    if text is None:
        return "skipped"
    return diff(data, form.read(text)).verdict


@examples(25, 3000)
@given(payloads(halves=True))
def test_rendering_changes_nothing_and_is_the_same_every_time(data: Json) -> None:
    """It raises CannotRender or nothing, and every rendering is UTF-8."""
    before = copy.deepcopy(data)
    for form in formats():
        text = rendered(form, data)
        assert rendered(form, before) == text
        assert text is None or text.encode("utf-8").decode("utf-8") == text
    assert repr(data) == repr(before)


@examples(25, 3000)
@given(json_values())
def test_trees_come_back(data: Json) -> None:
    """Scalars, trees, lists in lists, hostile text and keys: the same data, kind by kind."""
    for name in TREES:
        if name == "yaml" and "\x85" in json.dumps(data, ensure_ascii=False):
            continue  # PyYAML folds this line break into a space, and the verdict says so
        assert verdict(get(name), data) == "lossless", name


@examples(25, 3000)
@given(st.lists(json_values(leaves=5), max_size=4))
def test_lists_come_back_from_lines(data: list[Json]) -> None:
    """JSON Lines holds any list, the empty one too."""
    assert verdict(get("jsonl"), data) == "lossless"


words = st.text("abz éß李😀", min_size=1, max_size=8).map(lambda text: f"w{text}w")
kinds: tuple[st.SearchStrategy[Json], ...] = (
    words, st.integers(), st.booleans(), st.floats(1, 1e6)
)  # fmt: skip
"""Cells of which any number are of one kind when they are read by column."""


@st.composite
def plain_records(draw: st.DrawFn) -> list[Record]:
    """Records that all have the same columns, each of one kind, and no null and no empty text."""
    columns = draw(st.lists(st.sampled_from(("id", "name", "note", "é")), min_size=1, unique=True))
    kind = {name: draw(st.sampled_from(kinds)) for name in ("key", "lat", "city", *columns)}
    home = st.fixed_dictionaries({name: kind.pop(name) for name in ("lat", "city")})
    row = st.fixed_dictionaries({**kind, "home": home})
    rows: list[Record] = draw(st.lists(row, min_size=1, max_size=4))
    return rows


@examples(25, 3000)
@given(plain_records(), plain_records())
def test_ordinary_tables_come_back(one: list[Record], other: list[Record]) -> None:
    """One table and several, with nested objects."""
    for name in TABLES:
        assert verdict(get(name), [*one]) == "lossless", name
        if name != "jsonl":
            assert verdict(get(name), {"one": [*one], "the other": [*other]}) == "lossless", name


def nest(levels: int, wrap: Callable[[Json], Json]) -> Json:
    """Data of this many levels."""
    data: Json = 1
    for _ in range(levels):
        data = wrap(data)
    return data


DEEPEST: dict[str, Json] = {
    "lists": nest(MAX_DEPTH, lambda data: [data]),
    "objects": nest(MAX_DEPTH, lambda data: {"k": data}),
    "tables": nest(MAX_DEPTH // 2, lambda data: [{"k": data}]),
}


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("shape", DEEPEST)
def test_the_deepest_payload_is_rendered_and_read(name: str, shape: str) -> None:
    """300 levels work in every format of trees; the others hold them in a cell or refuse them."""
    found = verdict(get(name), DEEPEST[shape])
    assert found == "lossless" if name in TREES else found in ("lossless", "lossy", "skipped")


SMALL: list[Json] = [None, True, 0, -1.5, "", "text", [], {}, [[]], [{}], {"a": []}]


@pytest.mark.parametrize("data", SMALL)
def test_small_data_come_back_from_formats_of_trees(data: Json) -> None:
    """Scalars and empty containers are data too."""
    for name in TREES:
        assert verdict(get(name), data) == "lossless", name


@pytest.mark.parametrize("data", SMALL)
def test_small_data_are_no_table(data: Json) -> None:
    """A payload without a column is refused, not rendered as an empty text."""
    for name in ("csv", "tsv", "markdown", "json-rows", "csv-flat", "markdown-kv"):
        assert verdict(get(name), data) == "skipped", name


@pytest.mark.parametrize("name", ["json-min", "yaml", "toon", "xml"])
@examples(25, 20_000)
@given(data=st.dictionaries(st.sampled_from(["b", "a", "10", "2"]), st.integers()))
def test_keys_keep_their_order(name: str, data: dict[str, Json]) -> None:
    """In every format of trees."""
    came_back = back(name, data or {"a": 1})
    assert isinstance(came_back, dict)
    assert list(came_back) == list(data or {"a": 1})
