"""JSON, JSON Lines and JSON rows."""

from __future__ import annotations

import json
from enum import IntFlag
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from support.one_format import back, render
from support.strategies import examples, payloads

from tokbench.errors import CannotRead, CannotRender
from tokbench.payload import Payload
from tokbench.serializers import get, json_writer, yaml_writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tokbench.payload import Json


class Flag(IntFlag):
    """A subclass of int."""

    UP = 1


@examples(25, 20_000)
@given(payloads(halves=True))
def test_bytes_are_those_of_python(data: Json) -> None:
    """Indented JSON of any data is what the standard library writes."""
    assert json_writer.write(data) == json.dumps(data, indent=2, ensure_ascii=False)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("name", ["json-pretty", "json-min", "json-default", "json-ascii"])
def test_a_number_that_json_cannot_spell_is_refused(name: str, number: float) -> None:
    """No rendering holds ``NaN``, which strict readers refuse."""
    with pytest.raises(CannotRender, match="JSON cannot hold it"):
        get(name).render(Payload("payload", {"a": [number]}))


def test_half_a_character_is_escaped_and_nothing_else() -> None:
    """The text is valid UTF-8 and reads back; other characters are not escaped."""
    data: Json = {"cut": "\ud83d", "é": "😀"}
    text = get("json-min").render(Payload("payload", data))
    assert text == '{"cut":"\\ud83d","é":"😀"}'
    assert json.loads(text) == data


@pytest.mark.parametrize("write", [json_writer.write, yaml_writer.write])
@pytest.mark.parametrize("foreign", [(), (1, 2), {3}, b"x", Flag.UP])
def test_what_is_no_json_is_refused(write: Callable[[object], str], foreign: object) -> None:
    """No reader makes such a value; it is never written as something else."""
    for data in (foreign, [foreign], {"a": [foreign]}):
        with pytest.raises(TypeError, match="is not a JSON value"):
            write(data)


def test_rows_of_another_form_are_refused() -> None:
    """The reader of ``json-rows`` refuses other JSON."""
    read = get("json-rows").read
    assert read is not None
    for text in ["[]", '{"a":1}', '{"columns":["a"],"rows":[[1,2]]}', '{"columns":["a"]}']:
        with pytest.raises(CannotRead):
            read(text)


def test_a_name_that_is_columns_is_no_table_of_its_own() -> None:
    """Tables named like the parts of the layout keep their names."""
    data: Json = {"columns": [{"a": 1}], "rows": [{"b": 2}]}
    assert back("json-rows", data) == data


@pytest.mark.parametrize("data", [[], [None], [None, 1]])
def test_lines_hold_any_list(data: list[Json]) -> None:
    """JSON Lines holds ``null`` too, and an empty text is the empty list."""
    assert render("jsonl", data) == "\n".join("null" if v is None else str(v) for v in data)
    assert back("jsonl", data) == data
