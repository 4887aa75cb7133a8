from __future__ import annotations

import gc
import json
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, json_values

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json
from tokbench.readers import json_


def refused(text: str) -> CannotRead:
    with pytest.raises(CannotRead) as caught:
        json_.parse(text)
    return caught.value


@examples(50, 5_000)
@given(json_values(halves=True), st.sampled_from([None, 2]), st.booleans())
def test_what_json_writes_reads_back(value: Json, indent: int | None, ascii_only: bool) -> None:
    """Every value, kind by kind; `repr` distinguishes 1, 1.0 and true.

    Two escaped halves of a character, one after the other, come back as the character.
    """
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert repr(json_.parse(text)) == repr(json.loads(text))
    assert ascii_only or repr(json_.parse(text)) == repr(value)


@examples(100, 20_000)
@given(st.text(alphabet='{}[]:,"\\/ \n0123456789.eE+-truefalsnNI\ufeff\ud83d', max_size=30))
def test_it_accepts_what_python_accepts_and_no_more(text: str) -> None:
    """Python's reader is the oracle for what is JSON; ours is stricter and never crashes."""
    with suppress(CannotRead):
        ours = json_.parse(text)
        assert repr(json.loads(text)) == repr(ours)


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", 1, 1, "ends before its value"),
        ("[1, 2", 1, 6, "cut off"),
        ('{"a": "b', 1, 7, "never ends"),
        ("[1,\n 2,\n]", 2, 3, "comma before a closing bracket"),
        ('{"a": 1,}', 1, 8, "comma before a closing bracket"),
        ('{"a": 1 , }', 1, 9, "comma before a closing bracket"),
        ("{'a': 1}", 1, 2, "double quotes"),
        ("[True]", 1, 2, "write true"),
        ("[None]", 1, 2, "write null"),
        ("[1] [2]", 1, 5, "jsonl"),
        ("# x\n[1]", 1, 1, "comments"),
        ('{\n// why\n"a": 1}', 2, 1, "comments"),
        ('{"a": 1, /* why */ "b": 2}', 1, 10, "comments"),
        ("{a: 1}", 1, 2, "double quotes"),
        ('{"a": 1}}', 1, 9, "more text"),
        ("\x1d\x1dA", 1, 1, "value"),
        ("[1,                 ]", 1, 3, "comma before a closing bracket"),
        ("[                 x]", 1, 19, "value"),
        ('[\n{"deep": {"n": 1,\n"n": 1}}]', 3, 1, 'key "n" appears twice'),
        ('{"":1,"":2}', 1, 7, 'key "" appears twice'),
        ('{"caf\\u00e9":1,"café":2}', 1, 16, 'key "café" appears twice'),
        ('{"a":1,\n"b":NaN}', 2, 5, "JSON"),
        ("[Infinity]", 1, 2, "JSON"),
        ("[-Infinity]", 1, 2, "JSON"),
        ('["a\tb"]', 1, 4, "must be escaped"),
        ('["\\x"]', 1, 3, "escape"),
        ("[1 2]", 1, 4, 'not "2"'),
        ("[1e999]", 1, 2, "beyond the range"),
        ("[1,\n-1" + "0" * 400 + ".5]", 2, 1, "beyond the range"),
    ],
)
def test_a_fault_has_its_place(text: str, line: int, column: int, reason: str) -> None:
    error = refused(text)
    assert (error.line, error.column) == (line, column)
    assert reason in str(error)


def test_the_first_duplicate_key_is_named_with_both_places() -> None:
    error = refused('{"eu":{"q":0},\n"eu":{"q":1},"n":1,"n":2}')
    assert (error.line, error.column) == (2, 1)
    assert '"eu"' in error.reason
    assert "1:2" in error.reason


def test_one_key_in_two_objects_is_fine() -> None:
    assert json_.parse('{"a":{"a":[{"a":1},{"a":2}]}}') == {"a": {"a": [{"a": 1}, {"a": 2}]}}


def test_names_of_numbers_inside_texts_are_text() -> None:
    assert json_.parse('["NaN", "-Infinity", "1e999"]') == ["NaN", "-Infinity", "1e999"]
    assert refused('["NaN", -Infinity]').column == 9


def test_an_integer_longer_than_python_converts_is_refused_with_its_place() -> None:
    """Shorter ones keep every digit."""
    digits = "9" * sys.get_int_max_str_digits()
    assert json_.parse(digits) == int(digits)
    error = refused(f'["{digits}9",\n{digits}9]')
    assert (error.line, error.column) == (2, 1)
    assert "4301 digits" in error.reason


@pytest.mark.parametrize("siblings", ["", "1,", '{"a":1},'])
def test_the_limit_of_depth_counts_lists_and_objects(siblings: str) -> None:
    def nested(levels: int) -> str:
        return f"[{siblings}" * (levels - 2) + "[{}]" + "]" * (levels - 2)

    assert json_.parse(nested(MAX_DEPTH)) is not None
    assert "nested deeper than 300" in refused(nested(MAX_DEPTH + 1)).reason


def test_depth_is_refused_before_a_later_fault() -> None:
    assert refused("[" * 100_000).reason.startswith("nested deeper")


@pytest.mark.parametrize("was_on", [True, False])
@pytest.mark.parametrize("text", ["[1]", "[1"])
def test_the_collector_is_left_as_it_was(text: str, was_on: bool) -> None:
    before = gc.isenabled()
    (gc.enable if was_on else gc.disable)()
    try:
        json_.parse(text)
    except CannotRead:
        pass
    finally:
        now = gc.isenabled()
        (gc.enable if before else gc.disable)()
    assert now is was_on
