"""The fast writer of YAML, against the slow one that defines its bytes."""

from __future__ import annotations

import itertools
import math
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

from tokbench.serializers import yaml_writer
from tokbench.serializers.yaml_definition import by_definition

if TYPE_CHECKING:
    from tokbench.payload import Json

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


@examples(25, 20_000)
@given(st.one_of(trees, payloads(halves=True)))
def test_bytes_are_those_of_the_definition(data: Json) -> None:
    """Any data, with many texts of YAML's marks."""
    assert yaml_writer.write(data) == by_definition(data)


def test_every_awkward_text_is_written_as_by_definition() -> None:
    """As a value, in a list, and as a key, at two depths."""
    texts = [*AWKWARD_TEXTS, *AWKWARD_KEYS, *HALF_CHARACTERS]
    data: Json = [{text: [text, {"k": text}], "again": text} for text in texts]
    assert yaml_writer.write(data) == by_definition(data)


def test_every_short_text_of_marks_is_written_as_by_definition() -> None:
    """All texts of two characters, and of three that numbers are made of."""
    two = map("".join, itertools.product("a1:#-?.' ,[&!%~=<_eE+xo\n\u2028é\t", repeat=2))
    three = map("".join, itertools.product("01.-+e:_ ", repeat=3))
    data: Json = [*two, *three]
    assert yaml_writer.write(data) == by_definition(data)


def test_pyyaml_reads_text_as_text() -> None:
    """Words, base-60 numbers, octals, dates, ``=`` and ``<<`` stay what they are."""
    data: list[Json] = [text for text in AWKWARD_TEXTS if "\x85" not in text]
    assert yaml.safe_load(yaml_writer.write(data)) == data


def test_pyyaml_loses_one_rare_line_break() -> None:
    """U+0085 comes back as a space; the bytes stay PyYAML's, and the check reports it."""
    assert yaml.safe_load(yaml_writer.write("a\x85b")) == "a b"


@pytest.mark.parametrize("text", [*WORDS_OF_YAML, *NUMBERS_AS_TEXT])
def test_text_stays_text_for_both_versions(text: str) -> None:
    """A text is quoted where a reader of YAML 1.1 or of 1.2 would take it for another kind."""
    data: Json = [{"code": text, "plain": "word"}, {"code": f"{text} ", "plain": text}]
    assert_both_versions_read(data)


@pytest.mark.parametrize("key", AWKWARD_KEYS)
def test_keys_stay_text_for_both_versions(key: str) -> None:
    """A key that looks like a boolean, a merge or an operator is still a text."""
    assert_both_versions_read({key: {"x": 1}, "other": [{key: key}]})


def test_numbers_stay_numbers_for_both_versions() -> None:
    """``1e-7`` is text to PyYAML: a float is written with a point."""
    assert yaml_writer.write([1e-7]) == "- 1.0e-07"
    assert_both_versions_read([1e-7, 1.5e300, 5e-324, 0.1, 1e16, -0.0, 2**70, 0, -5])


def test_text_that_is_a_number_in_yaml_1_2_is_quoted() -> None:
    """PyYAML alone would leave these plain, and other readers would read numbers."""
    texts: list[Json] = ["000108", "09", "0o17", "2E6", "48213e07", "7E02", "1e-7", "-.5"]
    assert yaml_writer.write(texts) == "\n".join(f"- '{text}'" for text in texts)


def test_words_that_only_other_readers_take_for_booleans_stay_plain() -> None:
    """As PyYAML leaves them."""
    assert yaml_writer.write(["y", "N"]) == "- y\n- N"


def test_shared_objects_are_written_out() -> None:
    """No anchors: the same records cost the same, whether or not Python shares them."""
    shared: Json = {"os": ["linux", "mac"]}
    assert "&" not in yaml_writer.write([shared, shared])
    assert yaml_writer.write([shared, shared]) == by_definition([shared, shared])


def test_nothing_is_folded_or_escaped_that_can_be_read() -> None:
    """Long lines stay one line, and emoji stay readable."""
    text = "long " * 60 + "😀 café"
    assert yaml_writer.write({"text": text}) == f"text: {text}"


def test_one_scalar_has_no_document_end() -> None:
    """PyYAML's ``...`` after a plain scalar is not what people send."""
    assert yaml_writer.write("text") == "text"


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_yaml_spells_what_json_cannot(number: float) -> None:
    assert yaml_writer.write({"a": number}) == f"a: {by_definition(number)}"
