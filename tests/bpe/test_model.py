from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.strategies import examples, texts

from tokbench.bpe import Model, load, train
from tokbench.bpe.pre_tokenizers import PRE_TOKENIZERS
from tokbench.errors import ModelFileError, UsageError

CORPUS = 'low lower lowest {"name": "née", "n": 100}\n' * 4
BYTES = train(CORPUS, 60)
CHARACTERS = train(CORPUS, 60, pre_tokenizer="leading-space")


@given(texts())
@examples(200, 20_000)
def test_a_byte_model_gives_every_text_back(text: str) -> None:
    """Encoding and decoding is the identity, also for texts unlike the training text."""
    ids = BYTES.encode(text)
    assert BYTES.decode(ids) == text
    assert BYTES.count(text) == len(ids) == len(BYTES.tokens(text))
    assert b"".join(BYTES.token_bytes(text)) == text.encode()


@given(st.text(st.sampled_from(sorted(set(CORPUS)))))
@settings(deadline=None)
def test_a_character_model_gives_back_the_characters_of_its_training(text: str) -> None:
    assert CHARACTERS.decode(CHARACTERS.encode(text)) == text
    assert "".join(CHARACTERS.tokens(text)) == text


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
def test_an_empty_text_has_no_tokens(name: str) -> None:
    model = train("", 9, pre_tokenizer=name)
    assert model.encode("") == []
    assert model.decode([]) == ""
    assert model.count("") == 0


def test_encoding_repeats_training() -> None:
    """The pair learned first is merged first, even where another order gives fewer tokens."""
    model = train("bc bc bc ab ab bcd bcd", 9, pre_tokenizer="end-of-word")
    assert [model.shown(merge.token) for merge in model.merges][:3] == ["bc", "bc</w>", "ab"]
    assert model.tokens("abc") == ["a", "bc</w>"]


def test_special_tokens_in_text_are_text() -> None:
    assert BYTES.decode(BYTES.encode("<|endoftext|>")) == "<|endoftext|>"
    assert BYTES.count("<|endoftext|>") > 1


def test_bytes_that_form_no_character_are_shown_as_such() -> None:
    """`tokens` shows part of a character as `�`; `token_bytes` has its byte."""
    untrained = train("", 0)
    assert untrained.tokens("né") == ["n", "�", "�"]
    assert untrained.token_bytes("né") == [b"n", b"\xc3", b"\xa9"]


def test_a_symbol_outside_the_alphabet_is_shown_but_has_no_id() -> None:
    assert CHARACTERS.tokens("low ß") == ["low", " ", "ß"]
    assert CHARACTERS.count("low ß") == 3
    with pytest.raises(UsageError, match=r"no id for 'ß' \(U\+00DF\), which is not in the"):
        CHARACTERS.encode("low ß")


@pytest.mark.parametrize("number", [-1, 10_000])
def test_an_id_that_does_not_exist_is_refused(number: int) -> None:
    with pytest.raises(UsageError, match=f"no token has the id {number}: the last id is"):
        BYTES.decode([number])


def test_an_empty_model_has_the_mark() -> None:
    """Trained on nothing, a model of marked words has the mark as its only symbol."""
    model = train("", 0, pre_tokenizer="end-of-word")
    assert model.tokens("a") == ["a", "</w>"]
    with pytest.raises(UsageError, match="no id for 'a'"):
        model.encode("a")


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
@given(text=texts())
@examples(25, 2_000)
def test_a_saved_model_comes_back_equal(
    name: str, tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    path = tmp_path_factory.mktemp("models") / "model.json"
    model = train([text, text], 30, pre_tokenizer=name)
    model.save(path)
    again = load(path)
    assert again.pre_tokenizer is model.pre_tokenizer
    assert (again.merges, again.by_id) == (model.merges, model.by_id)


def test_the_file_is_one_merge_a_line(tmp_path: Path) -> None:
    """The file's layout is fixed: two models can be compared line by line."""
    train("low lower lowest", 3, pre_tokenizer="leading-space").save(tmp_path / "m.json")
    assert (tmp_path / "m.json").read_text(encoding="utf-8").splitlines() == [
        "{",
        '"format": "tokbench.bpe/1",',
        '"pre_tokenizer": "leading-space",',
        '"alphabet": ["l", "o", "w", " ", "e", "r", "s", "t"],',
        '"merges": [',
        '["l", "o", 3],',
        '["lo", "w", 3],',
        '[" ", "low", 2]',
        "]",
        "}",
    ]


def test_bytes_and_marks_are_escaped_and_letters_are_not(tmp_path: Path) -> None:
    """Characters are written as they are, and part of a character as a surrogate escape."""
    train("é é", 2).save(tmp_path / "m.json")
    train("日 日", 2, pre_tokenizer="metaspace").save(tmp_path / "n.json")
    assert rb'["\udcc3", "\udca9", 2]' in (tmp_path / "m.json").read_bytes()
    assert '["\\udcff", "日", 2]' in (tmp_path / "n.json").read_text(encoding="utf-8")


def test_saving_leaves_no_other_file(tmp_path: Path) -> None:
    BYTES.save(tmp_path / "model.json")
    BYTES.save(tmp_path / "model.json")
    assert [path.name for path in tmp_path.iterdir()] == ["model.json"]


def test_a_file_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"model\.json: cannot write the model: No such file"):
        BYTES.save(tmp_path / "nowhere" / "model.json")


def test_a_file_that_cannot_be_read_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"gone\.json: cannot read the model: No such file"):
        load(tmp_path / "gone.json")


GOOD = {
    "format": "tokbench.bpe/1",
    "pre_tokenizer": "leading-space",
    "alphabet": ["a", "b"],
    "merges": [["a", "b", 3], ["ab", "a", 2]],
}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a tokbench model, or cut off"),
        (b"\xff\xfe\x00", "not a tokbench model"),
        (b'{"model": {"type": "BPE"}}', "not a tokbench model"),
        (b"[" * 100_000, "not a tokbench model"),
        (json.dumps(GOOD).encode()[:-20], "cut off"),
        (json.dumps([GOOD]).encode(), "not a tokbench model"),
    ],
)
def test_a_foreign_file_is_one_clear_line(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match=says) as caught:
        load(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            {"format": "tokbench.bpe/2"},
            "format 'tokbench.bpe/2', this tokbench reads tokbench.bpe/1",
        ),
        ({"pre_tokenizer": "gpt9"}, "unknown pre-tokenizer 'gpt9'"),
        ({"pre_tokenizer": None}, "pre_tokenizer: must be text, not null"),
        ({"alphabet": None}, "alphabet: must be a list, not null"),
        ({"alphabet": ["a", 1]}, r"alphabet\[1\]: must be text, not 1"),
        ({"alphabet": ["a", "\ud800"]}, r"alphabet\[1\]: has half of a surrogate pair"),
        ({"alphabet": ["a", "a"]}, "alphabet: a symbol is empty, or is there twice"),
        ({"alphabet": ["a", "b", ""]}, "a symbol is empty"),
        ({"merges": {}}, "merges: must be a list, not "),
        ({"merges": [["a", "b"]]}, r"merges\[0\]: must be left, right and count"),
        ({"merges": [["a", 1, 1]]}, r"merges\[0\]: must be text, not 1"),
        ({"merges": [["a", "\ud800", 1]]}, r"merges\[0\]: has half of a surrogate pair"),
        ({"merges": [3]}, r"merges\[0\]: must be a list, not 3"),
        (
            {"merges": [["a", "b", 1], ["abc", "a", 1]]},
            r"merges\[1\]: does not follow from the merges",
        ),
        (
            {"merges": [["a", "b", 1], ["a", "b", 1]]},
            r"merges\[1\]: does not follow from the merges",
        ),
        ({"merges": [["a", "b", "9"]]}, r'merges\[0\]: must be a whole number, not "9"'),
        ({"merges": [["a", "b", True]]}, r"merges\[0\]: must be a whole number, not true"),
        ({"merges": [["a", "b", 0]]}, r"merges\[0\]: must be at least 1, not 0"),
    ],
)
def test_a_damaged_file_says_what_is_wrong(
    tmp_path: Path, change: dict[str, object], says: str
) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps(GOOD | change), encoding="utf-8")
    with pytest.raises(ModelFileError, match=says):
        load(path)


def test_the_undamaged_file_loads(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    model: Model = load(path)
    assert model.tokens("aba ab") == ["aba", " ", "ab"]
