"""The split patterns compared with tiktoken's own engine, and properties of any text."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import tiktoken_oracle
from support.awkward_texts import SURROGATES, code_points, probe, texts
from support.environment import THOROUGH
from support.strategies import examples

from tokbench.bpe.splitting import NAMES, blocks, segments, splitter
from tokbench.errors import UnknownNameError
from tokbench.text import well_formed
from tokbench.vocabularies.classes import END, mapped

R50K = str(tiktoken_oracle.published("r50k_base")["pat_str"])
PUBLISHED = {
    "o200k_base": str(tiktoken_oracle.published("o200k_base")["pat_str"]),
    "cl100k_base": str(tiktoken_oracle.published("cl100k_base")["pat_str"]),
    "gpt2": R50K,
    "gpt2-basic": R50K.replace("'(?:[sdmt]|ll|ve|re)|", ""),
}

any_text = st.text(max_size=60) | st.text("aZ9 \n\r\t.'s/é中\u0301ſ", max_size=60)


def test_every_pattern_is_compared() -> None:
    """Each pattern has a published one to be compared with."""
    assert set(NAMES) == set(PUBLISHED)
    assert PUBLISHED["gpt2-basic"] != PUBLISHED["gpt2"]


@pytest.mark.parametrize("name", NAMES)
def test_pre_tokens_are_those_of_tiktokens_engine(name: str) -> None:
    """Seeded texts from every pool are split at the same places."""
    split = splitter(name)
    for text in texts(20_000 if THOROUGH else 150, seed=7):
        assert split(text) == tiktoken_oracle.pre_tokens(PUBLISHED[name], text)


@pytest.mark.parametrize("name", NAMES)
def test_characters_in_every_place(name: str) -> None:
    """Characters at the borders of the classes, in every place where a pattern tests a class.

    test_production.py compares the ids of every code point.
    """
    split = splitter(name)
    for character in _borders():
        text = probe(character)
        assert split(text) == tiktoken_oracle.pre_tokens(PUBLISHED[name], text)


@cache
def _borders() -> list[str]:
    """The first characters of some runs of each class; of all runs in the thorough mode."""
    everything = "".join(code_points())
    classes = mapped(everything)
    seen: dict[str, int] = {}
    found: list[str] = []
    for at, character in enumerate(everything[1:], 1):
        if classes[at] != classes[at - 1]:
            seen[classes[at]] = seen.get(classes[at], 0) + 1
            if THOROUGH or seen[classes[at]] <= 3:
                found.append(character)
    return found


@pytest.mark.parametrize("name", NAMES)
@examples(40, 2000)
@given(text=any_text)
def test_pre_tokens_join_to_the_text(name: str, text: str) -> None:
    """Nothing is lost between pre-tokens, and no pre-token is empty."""
    pre_tokens = splitter(name)(text)
    assert "".join(pre_tokens) == text
    assert all(pre_tokens)


@pytest.mark.parametrize("name", NAMES)
@examples(40, 2000)
@given(text=any_text, size=st.integers(1, 20))
def test_blocks_split_no_pre_token(name: str, text: str, size: int) -> None:
    """The pre-tokens of the blocks, one after another, are the pre-tokens of the text."""
    split = splitter(name)
    parts = list(blocks(text, size))
    assert "".join(parts) == text
    assert [pre_token for part in parts for pre_token in split(part)] == split(text)


@pytest.mark.parametrize("name", NAMES)
@examples(40, 2000)
@given(text=any_text)
def test_segments_split_no_pre_token(name: str, text: str) -> None:
    """Nor do the smaller parts that counts are cached for."""
    split = splitter(name)
    assert "".join(segments(text)) == text
    assert [pre_token for part in segments(text) for pre_token in split(part)] == split(text)


def test_segments_of_structured_text() -> None:
    """Each has a word or number, and the symbols before it."""
    text = '{"it\'s": "Köln",\n  "n": 1.5}'
    assert segments(text) == ["{\"it's", '": "Köln', '",\n  "n', '": 1', ".5", "}"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("character", ["😀", "𝐀", "𝟏", "𝅥", "\U00010400", "\U00020000"])
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_blocks_of_pairs_of_surrogates_are_those_of_their_characters(
    name: str, character: str, size: int
) -> None:
    """Where a pre-token ends depends on the character: a symbol, letter, digit or mark."""
    split = splitter(name)
    units = character.encode("utf-16-be")
    first, second = (int.from_bytes(units[at : at + 2], "big") for at in (0, 2))
    halves = chr(first) + chr(second)
    text = f"a{halves}b 1{halves}2 {halves}{chr(first)} c" * 20
    parts = list(blocks(text, size))
    assert len(parts) > 1
    assert "".join(map(well_formed, parts)) == well_formed(text)
    assert [pre_token for part in parts for pre_token in split(part)] == split(text)


@pytest.mark.parametrize("seam", range(4090, 4102))
@pytest.mark.parametrize(("left", "right"), [("é", ". tail"), ("…", "\ttail"), ("…\n", "…tail")])
def test_a_border_is_found_wherever_it_is(seam: int, left: str, right: str) -> None:
    """The text is searched window by window; a border between two windows is not missed."""
    text = left[0] * (seam - len(left) + 1) + left[1:] + right
    assert next(blocks(text, 2)) == text[:seam]


def test_blocks_are_about_the_size_asked_for() -> None:
    """Ordinary text is split soon after that size."""
    parts = list(blocks("some words of a text, " * 1000, 500))
    assert all(500 <= len(part) < 520 for part in parts[:-1])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("unit", ["a", "A", " ", "\n", "1", ".", "中", "\u0301", "\t\n", "A\u0301"])
def test_a_long_run_is_split_in_linear_time(name: str, unit: str) -> None:
    """No pattern backtracks over a run of any class: that would take minutes here."""
    text = unit * 100_000
    assert "".join(splitter(name)(text)) == text
    assert "".join(segments(text)) == text


def test_half_a_surrogate_pair_is_a_replacement_character() -> None:
    """As in tiktoken, one half becomes U+FFFD, and two halves in order their character."""
    assert splitter("o200k_base")("a\ud800b") == ["a", "\ufffdb"]
    assert well_formed("\ud83d\ude00") == "😀"
    assert well_formed("\ude00\ud83d") == "\ufffd\ufffd"


def test_every_surrogate_is_replaced() -> None:
    """Each of the 2,048, alone."""
    assert {well_formed(chr(code) + "x") for code in SURROGATES} == {"\ufffdx"}


def test_an_unknown_pattern_lists_the_known_ones() -> None:
    """The error is one line with a suggestion."""
    with pytest.raises(UnknownNameError, match=re.escape("did you mean 'gpt2'")):
        splitter("gpt-2")


def test_every_code_point_has_a_class() -> None:
    """Also those that the running Python does not know."""
    assert len(mapped("".join(map(chr, range(END))))) == END


@pytest.mark.parametrize("unit", ["{}, []; ", "[],\n", "- []\n- {}\n", "😀 👍\n", "x\n", "…\t"])
def test_blocks_need_no_letter(unit: str) -> None:
    """A text of symbols and whitespace alone is split as well."""
    parts = list(blocks(unit * 1000, 100))
    assert max(map(len, parts)) <= 100 + 2 * len(unit)
