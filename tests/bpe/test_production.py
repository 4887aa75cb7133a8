"""Our encoder gives tiktoken's ids for the embedded vocabularies."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.awkward_texts import SURROGATES, code_points, probe, texts
from support.environment import THOROUGH
from support.strategies import examples
from support.tiktoken_oracle import encoding

from tokbench.bpe import production
from tokbench.bpe.production import Encoder, from_vocabulary
from tokbench.bpe.splitting import splitter
from tokbench.errors import UnknownNameError, UsageError
from tokbench.vocabularies import DEFINITIONS, load

NAMES = tuple(DEFINITIONS)
STEP = 1 if THOROUGH else 997
"""One code point of this many is tried; test_splitting.py tries those at the borders of classes."""


def fresh(name: str) -> Encoder:
    """An encoder with empty caches."""
    return Encoder(name, load(name), splitter(name))


@pytest.mark.parametrize("name", NAMES)
def test_ids_are_tiktokens(name: str) -> None:
    """Seeded texts from every pool have the same ids, and decoding gives them back."""
    ours, theirs = from_vocabulary(name), encoding(name)
    for text in texts(100_000 if THOROUGH else 600, seed=3):
        ids = ours.encode(text)
        assert ids == theirs.encode_ordinary(text), repr(text)
        assert ours.count(text) == len(ids)
        assert ours.decode(ids) == text


@pytest.mark.parametrize("name", NAMES)
def test_every_code_point_in_every_place(name: str) -> None:
    """The text that probes a character has tiktoken's ids."""
    ours, theirs = fresh(name), encoding(name)
    for character in islice(code_points(), 0, None, STEP):
        text = probe(character)
        assert ours.encode(text) == theirs.encode_ordinary(text), hex(ord(character))


@examples(50, 2000)
@given(st.text())
def test_decoding_gives_the_text_back(text: str) -> None:
    """For every text without surrogates, under both encodings."""
    for name in NAMES:
        encoder = from_vocabulary(name)
        assert encoder.decode(encoder.encode(text)) == text
        assert b"".join(encoder.token_bytes(text)) == text.encode()
        assert "".join(encoder.pre_tokens(text)) == text


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "unit", ["a", " ", "\n", "=", "é", "中", "ab", "😀", "xyzw\u0301", "Hallo"]
)
@pytest.mark.parametrize("length", [99, 1000, 6000])
def test_long_pre_tokens(name: str, unit: str, length: int) -> None:
    """Pre-tokens that are merged with the heap, of every kind of character."""
    text = unit * length + "."
    assert from_vocabulary(name).encode(text) == encoding(name).encode_ordinary(text)


@pytest.mark.parametrize("name", NAMES)
def test_half_surrogate_pairs_count_as_replacement_characters(name: str) -> None:
    """Alone, in the wrong order and inside words, as in tiktoken."""
    ours, theirs = from_vocabulary(name), encoding(name)
    halves = [chr(code) for code in (SURROGATES[0], 0xDBFF, 0xDC00, SURROGATES[-1])]
    for text in ["a{}b", "{}", " {}{}", "x'{}s", "\n{} \n", "{}\ude00", "\ud83d{}"]:
        for half in halves:
            broken = text.replace("{}", half)
            assert ours.encode(broken) == theirs.encode_ordinary(broken)
            assert ours.count(broken) == len(ours.encode(broken))


def test_special_tokens_are_text() -> None:
    """A text that spells one is encoded like any other: as seven tokens, not one."""
    assert from_vocabulary("o200k_base").count("<|endoftext|>") == 7


def test_a_fragment_of_a_character_decodes_to_a_replacement_character() -> None:
    """The first of an emoji's tokens is no character, but `decode_bytes` gives its bytes."""
    encoder = from_vocabulary("o200k_base")
    ids = encoder.encode("🫠")
    assert len(ids) > 1
    assert encoder.decode(ids[:1]) == "\ufffd"
    assert encoder.decode_bytes(ids[:1]) == "🫠".encode()[: len(encoder.token_bytes("🫠")[0])]


@pytest.mark.parametrize("bad", [-1, 199_998, 10**9])
def test_an_id_that_no_token_has(bad: int) -> None:
    """The error is one line with the encoding and the range of its ids."""
    with pytest.raises(UsageError, match=r"o200k_base .* is not in 0\.\.199997"):
        from_vocabulary("o200k_base").decode([bad])


def test_counts_stay_right_when_the_caches_are_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for a few entries each, they are emptied again and again."""
    monkeypatch.setattr(production, "TOKENS_SIZE", 100)
    monkeypatch.setattr(production, "COUNTS_SIZE", 100)
    text = " ".join(texts(50, seed=5))
    assert fresh("cl100k_base").count(text) == len(encoding("cl100k_base").encode_ordinary(text))


def test_counting_in_blocks_is_counting_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the size of the blocks."""
    text = "\n".join(texts(100, seed=6))
    whole = len(encoding("o200k_base").encode_ordinary(text))
    for size in (1, 10, 1000):
        monkeypatch.setattr(production, "COUNTED_AT_ONCE", size)
        assert fresh("o200k_base").count(text) == whole


def test_an_encoder_is_made_once() -> None:
    """The second call returns the same one, with its caches."""
    assert from_vocabulary("cl100k_base") is from_vocabulary("cl100k_base")


def test_an_unknown_vocabulary_lists_the_known_ones() -> None:
    """The error suggests the most similar one."""
    with pytest.raises(UnknownNameError, match="did you mean 'o200k_base'"):
        from_vocabulary("o200k")
