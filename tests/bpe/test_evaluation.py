from __future__ import annotations

from tokbench.bpe import train
from tokbench.bpe.evaluation import KINDS, evaluate, merges_by_kind


def test_merges_go_to_keys_values_digits_punctuation_and_whitespace() -> None:
    """A token with letters is counted where most of its occurrences are: in keys or in values."""
    text = '{"abc": "xyz", "n": 4242}\n\n\n' * 5
    merges = merges_by_kind(train(text, 60), [text])
    assert merges == {
        "keys": 2,  # ab abc
        "values": 2,  # xy xyz
        "digits": 3,  # 42, 4242, and that with the space before it
        "punctuation": 4,  # ": and space-quote, {" and ",
        "whitespace": 1,  # two line ends
    }
    assert tuple(merges) == KINDS


def test_keys_of_yaml_are_keys() -> None:
    """The colon may belong to the token: `name:` is still the key `name`."""
    text = "- name: tool\n  stars: 12\n- name: xyz\n  stars: 12\n"
    model = train(text, 99, pre_tokenizer="end-of-word")
    keys = {merge.token for merge in model.merges if b"a" in merge.token}
    assert merges_by_kind(model, [text])["keys"] >= len(keys)


def test_prose_has_no_keys() -> None:
    text = "note this: a colon in the middle of a line makes no key, and this neither: no. " * 2
    assert merges_by_kind(train(text, 20), [text])["keys"] == 0


def test_a_held_out_text_has_a_number_of_characters_per_token() -> None:
    model = train("low lower lowest", 4, pre_tokenizer="leading-space")
    assert evaluate(model, 4, [], "low lower").characters_per_token == 3.0
    assert evaluate(model, 4, []).characters_per_token is None


def test_words_are_encoded_as_within_a_text() -> None:
    """A word that is one token after a space is one token."""
    evaluation = evaluate(train("a low a low", 9), 9, [], words=["low", "owl"])
    assert evaluation.words == {"low": (" low",), "owl": ("o", "w", "l")}
