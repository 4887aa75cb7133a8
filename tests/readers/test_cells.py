"""Cells by themselves."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, numbers, texts

from tokbench.readers.cells import any_spelling, number, text_or_json


@examples(60, 10_000)
@given(numbers())
def test_a_number_as_json_writes_it_is_that_number(value: float) -> None:
    assert repr(number(json.dumps(value))) == repr(value)


@examples(60, 10_000)
@given(st.one_of(texts(), st.text("0123456789.eE+-_ ", max_size=8)))
def test_only_what_json_can_spell_is_a_number(text: str) -> None:
    """Python's own reader of JSON is the oracle, but for what it takes beyond JSON."""
    value = number(text)
    try:
        spelled = json.loads(text, parse_constant=lambda _: None)
    except ValueError:
        spelled = None
    if text.strip() != text or not isinstance(spelled, (int, float)) or isinstance(spelled, bool):
        assert value is None
    else:
        assert repr(value) == (repr(spelled) if abs(spelled) != float("inf") else "None")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0), ("-0", 0), ("-7", -7), ("1.0", 1.0), ("12.50", 12.5), ("1E5", 1e5),
        ("1e16", 1e16), ("-0.0", -0.0), ("1e-07", 1e-07), (str(10**29 + 1), 10**29 + 1),
    ],
)  # fmt: skip
def test_every_spelling_that_json_has_is_a_number(text: str, value: float) -> None:
    assert repr(number(text)) == repr(value)


@pytest.mark.parametrize(
    "text",
    [
        "", "007", "+1", ".5", "5.", "00", "1_000", "0x1F", "NaN", "inf", "-Infinity", " 1", "1 ",
        "٣", "²", "1,5", "--1", "-", "1e999", "9" * 5000, "true", "null", "1\n",
    ],
)  # fmt: skip
def test_texts_that_are_no_numbers(text: str) -> None:
    assert number(text) is None


@pytest.mark.parametrize("text", ['["a",1]', '{"a":1}', "[]", "{}", '{"a": [1.50]}'])
def test_lists_and_objects_are_json(text: str) -> None:
    assert text_or_json(text) == any_spelling(text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    ["[1", "[a](b)", "{'a':1}", "[NaN]", '{"a":1,"a":2}', "[1e999]", "[" * 299 + "]" * 299, "1",
     "true", "null", "text"],
)  # fmt: skip
def test_other_cells_of_a_column_of_text_stay_text(text: str) -> None:
    assert text_or_json(text) == text


def test_empty_cells_are_null() -> None:
    assert text_or_json("") is text_or_json(None) is any_spelling("") is None
