from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.strategies import texts

from tokbench.bpe import pre_tokenizers, train
from tokbench.bpe.pre_tokenizers import PRE_TOKENIZERS

KEEPING = [name for name, rule in PRE_TOKENIZERS.items() if rule.keeps_whitespace]
FORGETTING = [name for name, rule in PRE_TOKENIZERS.items() if not rule.keeps_whitespace]
SENTENCE = "I don't  know,\n\tit's 42."


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpt2", ["I", " don", "'t", " ", " know", ",", "\n", "\t", "it", "'s", " 42", "."]),
        (
            "gpt2-basic",
            ["I", " don", "'", "t", " ", " know", ",", "\n", "\t", "it", "'", "s", " 42", "."],
        ),
        ("leading-space", ["I", " don't", "  ", "know,\n\tit's", " 42."]),
        ("end-of-word", ["I", "don't", "know,", "it's", "42."]),
        ("metaspace", ["I", "don't", "know,", "it's", "42."]),
    ],
)
def test_each_splits_by_its_own_rule(name: str, expected: list[str]) -> None:
    assert pre_tokenizers.get(name).pre_tokens(SENTENCE) == expected


@pytest.mark.parametrize(
    ("name", "tokens"),
    [("end-of-word", ["a", "b", "</w>", "c", "</w>"]), ("metaspace", ["▁", "a", "b", "▁", "c"])],
)
def test_a_mark_is_after_or_before_every_word(name: str, tokens: list[str]) -> None:
    assert train("ab c", 0, pre_tokenizer=name).tokens(" ab\n c ") == tokens


@pytest.mark.parametrize("name", KEEPING)
@given(text=texts() | st.text(st.sampled_from("ab 1'\t\n\r é")))
@settings(deadline=None)
def test_pre_tokens_are_the_text(name: str, text: str) -> None:
    """Joined, the pre-tokens of a pre-tokenizer that keeps whitespace are the text."""
    assert "".join(pre_tokenizers.get(name).pre_tokens(text)) == text


@pytest.mark.parametrize("name", FORGETTING)
@given(text=texts())
@settings(deadline=None)
def test_words_come_back_with_one_space_between(name: str, text: str) -> None:
    """The others forget which whitespace it was and nothing else, such as `</w>` in a text."""
    model = train(text, 20, pre_tokenizer=name)
    assert model.decode(model.encode(text)) == " ".join(text.split())
    assert "forgets" in pre_tokenizers.get(name).summary


@pytest.mark.parametrize("name", FORGETTING)
def test_a_text_that_spells_the_mark_comes_back(name: str) -> None:
    text = "</w> ▁ a</w>b ▁▁c " * 3
    model = train(text, 40, pre_tokenizer=name)
    assert model.decode(model.encode(text)) == text.strip()


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
def test_half_a_surrogate_pair_becomes_the_replacement_character(name: str) -> None:
    """Both halves in order are one character; a half without the other is U+FFFD."""
    rule = pre_tokenizers.get(name)
    assert "".join(rule.pre_tokens("x\ud83d\udc4d\ud800y")) == "x👍\ufffdy"
