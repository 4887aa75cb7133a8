"""TOON: the bytes of the official package, whichever package writes them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
import toon_format
import toons
from hypothesis import given
from hypothesis import strategies as st
from support.one_format import render
from support.strategies import examples, payloads

from tokbench.errors import CannotRender
from tokbench.serializers import toon

if TYPE_CHECKING:
    from tokbench.payload import Json


def test_half_a_character_is_refused_with_its_path() -> None:
    """The package says why, and tokbench says where."""
    with pytest.raises(CannotRender, match=r"surrogate.* at \[0\]\.note"):
        render("toon", [{"note": "x\ud83d"}])


def test_tabs_delimit_only_in_its_own_format() -> None:
    """``toon-tab`` is the same document with another delimiter."""
    data: Json = [{"a": 1, "b": "x,y"}, {"a": 2, "b": "z"}]
    assert render("toon", data) == '[2]{a,b}:\n  1,"x,y"\n  2,z'
    assert render("toon-tab", data) == "[2\t]{a\tb}:\n  1\tx,y\n  2\tz"


@examples(25, 20_000)
@given(payloads())
def test_bytes_are_those_of_the_official_package(data: Json) -> None:
    """Also where toons is installed."""
    assert toon._toons() is not None
    assert render("toon", data) == toon.by_definition(data)
    assert render("toon-tab", data) == toon.by_definition(data, "\t")


ITEMS = st.lists(
    st.sampled_from([1, {"a": 1}, {"a": 2, "b": {"c": 3}}, {"b": {"c": 4}, "a": "x\ny"}])
)
"""Items that are uniform in some parts of a list and not in others."""


@examples(200, 20_000)
@given(
    payloads() | ITEMS | st.builds(lambda items: {"k e y": items, "n": 1}, ITEMS), st.integers(1, 4)
)
def test_a_list_in_parts_is_written_as_a_whole_one(data: Json, piece: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(toon, "PIECE", piece)
        for delimiter in (",", "\t"):
            whole = toon_format.encode(data, delimiter=delimiter)
            assert toon.by_definition(data, delimiter) == whole


@examples(25, 20_000)
@given(st.integers(1, 2**53), st.integers(0, 72))
def test_floats_between_two_decimals_are_those_of_the_official_package(
    numerator: int, bits: int
) -> None:
    """Of two decimals that are equally near, the packages may take different ones."""
    number = numerator / 2**bits
    assert render("toon", [number]) == toon.by_definition([number])


@pytest.mark.parametrize(
    "number",
    [
        1e-7,
        9.99e-7,
        5e-324,
        2.0**53,
        6.464764510053063e16,
        1e21,
        562949953421312.25,
        8 + 2**-16,
    ],
)
def test_a_float_that_toons_spells_otherwise_is_left_to_the_official_package(number: float) -> None:
    """At both limits between which the two agree, deep inside the data."""
    deep: tuple[Json, Json] = ({"a": [{"b": number}]}, [[-number]])
    for data in deep:
        assert render("toon", data) == toon.by_definition(data)
        assert not toon._floats_are_alike(data)


@pytest.mark.parametrize(
    "number",
    [0.0, -0.0, 1e-6, 0.1, 0.1 + 0.2, 1 / 3, 1.7e-5 / 7, 100.0, 123456789.125, 2.0**53 - 1],
)
def test_ordinary_floats_are_left_to_toons(number: float) -> None:
    """Up to both limits."""
    assert toon._floats_are_alike({"a": [number, -number]})


@pytest.mark.parametrize("version", ["0.8.2", "0.10.0", "1.0.0"])
def test_a_version_of_toons_that_was_not_compared_is_not_used(
    monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    """Another version may write other bytes, and a count must not depend on it."""
    monkeypatch.setattr(toons, "__version__", version)
    assert toon._toons.__wrapped__() is None


def test_without_toons_the_official_package_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra makes it faster and nothing else."""
    monkeypatch.setitem(sys.modules, "toons", None)
    assert toon._toons.__wrapped__() is None
