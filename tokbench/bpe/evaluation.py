"""What a model learned: what its merges are spent on, and what they save on another text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from tokbench.bpe.model import Model
from tokbench.bpe.pre_tokenizers import MARK

Kind = Literal["keys", "values", "digits", "punctuation", "whitespace"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_SAMPLE_CHARACTERS: Final = 1_000_000
_KEY: Final = re.compile(
    r'"((?:[^"\\\n]|\\.)*)"[ \t]*:|^[ \t]*(?:- )?([\w.-]+):(?=\s)', re.MULTILINE
)
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a model learned.

    Attributes:
        model: The model.
        requested: How many merges it was to learn; fewer where no other pair occurred often enough.
        kinds: How many of its merges made a token of each kind.
        characters: The number of characters of the held-out text.
        tokens: The number of its tokens.
        words: The words that were asked for, each with its tokens within a text.
    """

    model: Model
    requested: int
    kinds: dict[Kind, int]
    characters: int
    tokens: int
    words: dict[str, tuple[str, ...]]

    @property
    def characters_per_token(self) -> float | None:
        """Characters per token of the held-out text; None where there was no such text."""
        return self.characters / self.tokens if self.tokens else None


def evaluate(
    model: Model,
    requested: int,
    texts: Iterable[str],
    held_out: str = "",
    words: Sequence[str] = (),
) -> Evaluation:
    """Evaluate a trained model.

    Args:
        model: The model.
        requested: How many merges it was to learn.
        texts: Its training texts, which tell keys from values.
        held_out: A text that it was not trained on.
        words: Words to encode.
    """
    return Evaluation(
        model,
        requested,
        merges_by_kind(model, texts),
        len(held_out),
        model.count(held_out),
        {word: _within_a_text(model, word) for word in words},
    )


def merges_by_kind(model: Model, texts: Iterable[str]) -> dict[Kind, int]:
    """How many of the model's merges made a token of each kind.

    >>> from tokbench.bpe import train
    >>> text = '{"name": 100} {"name": 100}'
    >>> merges_by_kind(train(text, 9), [text])
    {'keys': 3, 'values': 0, 'digits': 3, 'punctuation': 2, 'whitespace': 0}

    A token with a letter (or with part of a character) counts as a key where more than half of its
    occurrences in the first million characters of the training texts are in keys, else as a value.
    A key is what is in quotes before a colon, as in JSON, or a word before a colon at the beginning
    of a line, as in YAML.
    """
    sample = "\n".join(texts)[:_SAMPLE_CHARACTERS]
    keys = "\n".join(quoted or bare for quoted, bare in _KEY.findall(sample))
    merges = dict.fromkeys(KINDS, 0)
    for merge in model.merges:
        token = merge.token.replace(MARK, b"").decode(errors="replace")
        merges[_kind(token, sample, keys)] += 1
    return merges


def _kind(token: str, sample: str, keys: str) -> Kind:
    if not token or token.isspace():
        return "whitespace"
    if any(character.isalpha() or character == "\ufffd" for character in token):
        word = max(_WORD.findall(token), key=len, default=token)
        return "keys" if 2 * keys.count(word) > sample.count(word) else "values"
    return "digits" if any(character.isnumeric() for character in token) else "punctuation"


def _within_a_text(model: Model, word: str) -> tuple[str, ...]:
    """The tokens of a word at the beginning of a text, or after a space where those are fewer."""
    forms = (tuple(model.tokens(form)) for form in (word, f" {word}"))
    return min(forms, key=len)
