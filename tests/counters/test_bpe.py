from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from support.strategies import texts

from tokbench.bpe import small, train
from tokbench.counters import Token
from tokbench.counters.trained import SCHEMES, TrainedCounter
from tokbench.errors import ModelFileError


def made(rest: str = "") -> TrainedCounter:
    counter = SCHEMES[0].make(rest)
    assert isinstance(counter, TrainedCounter)
    return counter


@pytest.fixture
def model_file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.json"
    train("low lower lowest", 4, pre_tokenizer="end-of-word").save(path)
    return path


SMALL = made()


def test_without_a_file_the_small_model_counts() -> None:
    assert SMALL.info.name == "bpe"
    assert SMALL.info.kind == "exact"
    assert SMALL.info.vocabulary_sha256 == sha256(small.PATH.read_bytes()).hexdigest()
    assert SMALL.info.notes == ("a vocabulary of its own, which no provider bills by",)


@given(texts(halves=True))
@settings(deadline=None)
def test_tokens_count_and_pre_tokens_agree(text: str) -> None:
    """The tokens are as many as counted, at least as many as the pre-tokens, and are the text."""
    tokens = SMALL.tokens(text)
    assert (SMALL.count(text), SMALL.count("")) == (len(tokens), 0)
    assert len(SMALL.pre_tokens(text)) <= len(tokens)
    assert b"".join(token.content for token in tokens).decode() == "".join(SMALL.pre_tokens(text))


def test_a_model_file_is_named_with_its_path(model_file: Path) -> None:
    counter = made(str(model_file))
    assert counter.info.name == f"bpe:{model_file}"
    assert counter.count("low lower") == 5  # low </w> lowe r </w>
    assert counter.info.vocabulary_sha256 == sha256(model_file.read_bytes()).hexdigest()


def test_marks_are_spelled_out_and_unknown_symbols_have_no_id(model_file: Path) -> None:
    assert made(str(model_file)).tokens("ß")[0] == Token(None, "ß".encode())
    assert made(str(model_file)).tokens("low")[-1].content.endswith(b"</w>")


def test_a_model_that_loses_whitespace_says_so(model_file: Path) -> None:
    assert "forgets which whitespace was between words" in made(str(model_file)).info.notes[1]


def test_a_file_that_is_no_model_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(ModelFileError, match=r"other\.json: not a tokbench model"):
        made(str(tmp_path / "other.json"))
