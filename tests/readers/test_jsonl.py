from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, json_values

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json
from tokbench.readers import jsonl


@examples(40, 4_000)
@given(
    st.lists(json_values(leaves=3), max_size=4), st.sampled_from(["\n", "\r\n", "\n\n", "\n  \n"])
)
def test_what_was_written_reads_back(values: list[Json], end: str) -> None:
    """One value a line, also where a text has a character that ends lines in other notations."""
    text = "".join(json.dumps(value, ensure_ascii=False) + end for value in values)
    assert repr(jsonl.parse(text)) == repr(values)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"a":1}\n{"a":\n{"a":3}', 2, 6),
        ('{"a":1}\n\n{"a":2', 3, 7),
        ('{"a":1}\n{"a":1,"a":2}', 2, 8),
        ('\n\n{"a":1}\nx', 4, 1),
        ("1\n2\n[1e999]", 3, 2),
        ("1\nNaN", 2, 1),
        ('{"a":1} {"b":2}\n', 1, 9),
    ],
)
def test_a_broken_line_is_named(text: str, line: int, column: int) -> None:
    with pytest.raises(CannotRead) as caught:
        jsonl.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_the_last_line_needs_no_end() -> None:
    assert jsonl.parse('{"t":"a"}\n{"t":"b"}') == [{"t": "a"}, {"t": "b"}]


def test_the_list_of_lines_is_a_level_of_its_own() -> None:
    """A payload nests 300 levels in all, so a line may nest 299."""
    levels = MAX_DEPTH - 1
    assert len(jsonl.parse("1\n" + "[" * levels + "]" * levels)) == 2
    with pytest.raises(CannotRead, match="nested deeper than 300") as caught:
        jsonl.parse("1\n" + "[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert caught.value.line == 2
