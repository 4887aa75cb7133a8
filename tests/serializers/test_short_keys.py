"""Short keys: which code a key gets, and the legend."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from support.one_format import back, render
from support.strategies import examples, json_values

from tokbench.errors import CannotRead
from tokbench.serializers import short_keys

if TYPE_CHECKING:
    from tokbench.payload import Json


def test_codes_go_by_first_appearance_and_skip_keys() -> None:
    """One-character keys keep themselves, and nothing else gets their code."""
    data: Json = [{"settings": {"b": 1, "body": "S"}, "a": "settings"}, {"": 0, "items": []}]
    assert short_keys.codes_for(data) == {
        "settings": "c", "b": "b", "body": "d", "a": "a", "": "", "items": "e",
    }  # fmt: skip
    assert render("json-short-legend", data) == (
        '[{"c":{"b":1,"d":"S"},"a":"settings"},{"":0,"e":[]}]\n'
        '{"c":"settings","d":"body","e":"items"}'
    )


def test_codes_run_from_a_to_z_then_upper_case_then_two_letters() -> None:
    """53 keys need one code of two letters; a code that is a key is skipped."""
    letters = [chr(code) for code in (*range(97, 123), *range(65, 91))]
    data: Json = {**{f"key{number}": number for number in range(53)}, "aa": 1}
    codes = list(short_keys.codes_for(data).values())
    assert codes == [*letters, "ab", "ac"]


@examples(25, 20_000)
@given(json_values())
def test_codes_are_one_to_one(data: Json) -> None:
    """No two keys share a code, and the values are untouched."""
    codes = short_keys.codes_for(data)
    assert len(set(codes.values())) == len(codes)
    short = json.loads(render("json-short", data))
    assert short_keys.renamed(short, {code: key for key, code in codes.items()}) == data


def test_the_order_of_number_like_keys_is_kept() -> None:
    """Keys are text: nothing sorts them."""
    data: Json = {"10": "x", "2": "y", "1": "z", "0": "w"}
    assert list(json.loads(render("json-short", data))) == ["a", "2", "1", "0"]
    assert back("json-short-legend", data) == data


@pytest.mark.parametrize("text", ["{}", '{"a":1}\n[1]', "x\n{}"])
def test_a_legend_of_another_form_is_refused(text: str) -> None:
    """The second line is an object from code to key."""
    with pytest.raises(CannotRead):
        short_keys.read_with_legend(text)
