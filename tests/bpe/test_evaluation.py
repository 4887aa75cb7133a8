from __future__ import annotations

from tokbench.bpe import train
from tokbench.bpe.insight import KINDS, Share, report, shares


def test_merges_go_to_keys_values_digits_punctuation_and_whitespace() -> None:
    """A token with letters belongs to where it mostly stands: in the keys or in the values."""
    text = '{"abc": "xyz", "n": 4242}\n\n\n' * 5
    spent = shares(train(text, 60), [text])
    assert spent == {
        "keys": Share(merges=2, joins=10),  # ab abc
        "values": Share(merges=2, joins=10),  # xy xyz
        "digits": Share(merges=3, joins=20),  # 42, twice a record, 4242 and the space before it
        "punctuation": Share(merges=4, joins=30),  # ": and space-quote, twice a record, {" and ",
        "whitespace": Share(merges=1, joins=6),  # two line ends, and twice at the end
    }
    assert tuple(spent) == KINDS


def test_keys_of_yaml_are_keys() -> None:
    """The colon may belong to the token: `name:` is still the key `name`."""
    text = "- name: tool\n  stars: 12\n- name: xyz\n  stars: 12\n"
    model = train(text, 99, pre_tokenizer="end-of-word")
    keys = {merge.token for merge in model.merges if b"a" in merge.token}
    assert shares(model, [text])["keys"].merges >= len(keys)


def test_prose_has_no_keys() -> None:
    text = "note this: a colon in the middle of a line makes no key, and this neither: no. " * 2
    assert shares(train(text, 20), [text])["keys"].merges == 0


def test_a_held_out_text_says_what_the_merges_are_worth() -> None:
    model = train("low lower lowest", 4, pre_tokenizer="leading-space")
    assert report(model, 4, [], "low lower").characters_per_token == 3.0
    assert report(model, 4, []).characters_per_token is None


def test_words_are_looked_up_as_they_stand_in_a_text() -> None:
    """A word that is one token behind a space is one token."""
    looked = report(train("a low a low", 9), 9, [], words=["low", "owl"])
    assert looked.words == {"low": (" low",), "owl": ("o", "w", "l")}
    assert looked.single == ("low",)
