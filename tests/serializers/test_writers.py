"""The fast writers of YAML and indented JSON, against the slow ones that define their bytes."""

from __future__ import annotations

import itertools
import json
import math
import sys
import threading
from enum import IntFlag
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from support.independent import by_pyyaml, by_yaml_1_2, same
from support.strategies import (
    AWKWARD_KEYS,
    AWKWARD_TEXTS,
    HALF_CHARACTERS,
    NUMBERS_AS_TEXT,
    WORDS_OF_YAML,
    examples,
    keys,
    payloads,
    scalars,
)

from tokbench.errors import CannotRender
from tokbench.payload import Payload
from tokbench.serializers import get, json_writer, yaml_writer
from tokbench.serializers.recursion import deep_recursion
from tokbench.serializers.yaml_definition import by_definition

if TYPE_CHECKING:
    from collections.abc import Callable

    from tokbench.payload import Json


class Flag(IntFlag):
    """A subclass of int."""

    UP = 1


MARKS = "a0: #-?.\n'\"\\\t\x85\u2028,[]{}&*!|>%@`~=<_eE+xobyNTnul159é\u3000\ufeff😀\ud83d\x7f"
near_marks = st.text(MARKS, max_size=9)
some_keys = st.one_of(
    keys(halves=True), near_marks, st.integers(118, 130).map(lambda length: "k" * length)
)
trees = st.recursive(
    st.one_of(scalars(halves=True), near_marks),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(some_keys, inner, max_size=3)
    ),
    max_leaves=10,
)


def assert_both_versions_read(data: Json) -> None:
    """PyYAML, which reads YAML 1.1, and a reader of 1.2 get the data from what we write."""
    rendering = yaml_writer.write(data)
    assert same(data, by_pyyaml(rendering))
    assert same(data, by_yaml_1_2(rendering))


class TestYaml:
    @examples(25, 20_000)
    @given(st.one_of(trees, payloads(halves=True)))
    def test_bytes_are_those_of_the_definition(self, data: Json) -> None:
        """Any data, with many texts of YAML's marks."""
        assert yaml_writer.write(data) == by_definition(data)

    def test_every_awkward_text_is_written_as_by_definition(self) -> None:
        """As a value, in a list, and as a key, at two depths."""
        texts = [*AWKWARD_TEXTS, *AWKWARD_KEYS, *HALF_CHARACTERS]
        data: Json = [{text: [text, {"k": text}], "again": text} for text in texts]
        assert yaml_writer.write(data) == by_definition(data)

    def test_every_short_text_of_marks_is_written_as_by_definition(self) -> None:
        """All texts of two characters, and of three that numbers are made of."""
        two = map("".join, itertools.product("a1:#-?.' ,[&!%~=<_eE+xo\n\u2028é\t", repeat=2))
        three = map("".join, itertools.product("01.-+e:_ ", repeat=3))
        data: Json = [*two, *three]
        assert yaml_writer.write(data) == by_definition(data)

    def test_pyyaml_reads_text_as_text(self) -> None:
        """Words, base-60 numbers, octals, dates, ``=`` and ``<<`` stay what they are."""
        data: list[Json] = [text for text in AWKWARD_TEXTS if "\x85" not in text]
        assert yaml.safe_load(yaml_writer.write(data)) == data

    def test_pyyaml_loses_one_rare_line_break(self) -> None:
        """U+0085 comes back as a space; the bytes stay PyYAML's, and the check reports it."""
        assert yaml.safe_load(yaml_writer.write("a\x85b")) == "a b"

    @pytest.mark.parametrize("text", [*WORDS_OF_YAML, *NUMBERS_AS_TEXT])
    def test_text_stays_text_for_both_versions(self, text: str) -> None:
        """A text is quoted where a reader of YAML 1.1 or of 1.2 would take it for another kind."""
        data: Json = [{"code": text, "plain": "word"}, {"code": f"{text} ", "plain": text}]
        assert_both_versions_read(data)

    @pytest.mark.parametrize("key", AWKWARD_KEYS)
    def test_keys_stay_text_for_both_versions(self, key: str) -> None:
        """A key that looks like a boolean, a merge or an operator is still a text."""
        assert_both_versions_read({key: {"x": 1}, "other": [{key: key}]})

    def test_numbers_stay_numbers_for_both_versions(self) -> None:
        """``1e-7`` is text to PyYAML: a float is written with a point."""
        assert yaml_writer.write([1e-7]) == "- 1.0e-07"
        assert_both_versions_read([1e-7, 1.5e300, 5e-324, 0.1, 1e16, -0.0, 2**70, 0, -5])

    def test_text_that_is_a_number_in_yaml_1_2_is_quoted(self) -> None:
        """PyYAML alone would leave these plain, and other readers would read numbers."""
        texts: list[Json] = ["000108", "09", "0o17", "2E6", "48213e07", "7E02", "1e-7", "-.5"]
        assert yaml_writer.write(texts) == "\n".join(f"- '{text}'" for text in texts)

    def test_words_that_only_other_readers_take_for_booleans_stay_plain(self) -> None:
        """As PyYAML leaves them."""
        assert yaml_writer.write(["y", "N"]) == "- y\n- N"

    def test_shared_objects_are_written_out(self) -> None:
        """No anchors: the same records cost the same, whether or not Python shares them."""
        shared: Json = {"os": ["linux", "mac"]}
        assert "&" not in yaml_writer.write([shared, shared])
        assert yaml_writer.write([shared, shared]) == by_definition([shared, shared])

    def test_nothing_is_folded_or_escaped_that_can_be_read(self) -> None:
        """Long lines stay one line, and emoji stay readable."""
        text = "long " * 60 + "😀 café"
        assert yaml_writer.write({"text": text}) == f"text: {text}"

    def test_one_scalar_has_no_document_end(self) -> None:
        """PyYAML's ``...`` after a plain scalar is not what people send."""
        assert yaml_writer.write("text") == "text"


class TestJson:
    @examples(25, 20_000)
    @given(payloads(halves=True))
    def test_bytes_are_those_of_python(self, data: Json) -> None:
        """Indented JSON of any data is what the standard library writes."""
        assert json_writer.write(data) == json.dumps(data, indent=2, ensure_ascii=False)

    @pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
    @pytest.mark.parametrize("name", ["json-pretty", "json-min", "json-default", "json-ascii"])
    def test_a_number_that_json_cannot_spell_is_refused(self, name: str, number: float) -> None:
        """No rendering holds ``NaN``, which strict readers refuse."""
        with pytest.raises(CannotRender, match="JSON cannot hold it"):
            get(name).render(Payload("payload", {"a": [number]}))

    def test_half_a_character_is_escaped_and_nothing_else(self) -> None:
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


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_yaml_spells_what_json_cannot(number: float) -> None:
    assert yaml_writer.write({"a": number}) == f"a: {by_definition(number)}"


def test_the_recursion_limit_is_high_until_the_last_thread_leaves() -> None:
    """The thread that leaves first does not lower the limit for the other."""
    before = sys.getrecursionlimit()
    entered, left = threading.Event(), threading.Event()
    seen: list[int] = []

    def first() -> None:
        with deep_recursion():
            entered.wait(60)
        left.set()

    def second() -> None:
        with deep_recursion():
            entered.set()
            left.wait(60)
            seen.append(sys.getrecursionlimit())

    threads = [threading.Thread(target=first), threading.Thread(target=second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen[0] > before
    assert sys.getrecursionlimit() == before
