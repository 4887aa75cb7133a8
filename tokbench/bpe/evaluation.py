"""What training bought: where the merges went, and what they are worth on another text."""

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
class Share:
    """What one kind of token got.

    Attributes:
        merges: How many of the merges made a token of this kind.
        joins: How many pairs of the training text these merges were counted on.
    """

    merges: int
    joins: int


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """What training bought.

    Attributes:
        model: The tokenizer.
        asked: How many merges were asked for; fewer are learned when the text has no more to give.
        shares: What the merges went to, by kind.
        characters: Characters of the held-out text.
        tokens: Its tokens; the fewer, the more of it the model has seen before.
        words: The words that were asked about, each with its tokens in the middle of a text.
    """

    model: Model
    asked: int
    shares: dict[Kind, Share]
    characters: int
    tokens: int
    words: dict[str, tuple[str, ...]]

    @property
    def characters_per_token(self) -> float | None:
        """Characters per token of the held-out text; None where there was no such text."""
        return self.characters / self.tokens if self.tokens else None

    @property
    def single(self) -> tuple[str, ...]:
        """The words that became single tokens."""
        return tuple(word for word, tokens in self.words.items() if len(tokens) == 1)


def report(
    model: Model,
    asked: int,
    texts: Iterable[str],
    held_out: str = "",
    words: Sequence[str] = (),
) -> TrainingReport:
    """Look back at training.

    Args:
        model: What came of it.
        asked: The number of merges that was asked for.
        texts: The training texts, to tell keys from values.
        held_out: A text that the model was not trained on.
        words: Words to look up.
    """
    return TrainingReport(
        model,
        asked,
        shares(model, texts),
        len(held_out),
        model.count(held_out),
        {word: _in_a_text(model, word) for word in words},
    )


def shares(model: Model, texts: Iterable[str]) -> dict[Kind, Share]:
    """What the merges went to.

    A token with a letter in it (or with part of a character) belongs to the keys where more than
    half of its places in the first million characters of the training texts are in keys, else to
    the values. A key is what stands in quotes before a colon, as in JSON, or as a word at the
    beginning of a line before a colon, as in YAML.
    """
    sample = "\n".join(texts)[:_SAMPLE_CHARACTERS]
    keys = "\n".join(quoted or bare for quoted, bare in _KEY.findall(sample))
    merges, joins = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)
    for merge in model.merges:
        kind = _kind(merge.token.replace(MARK, b"").decode(errors="replace"), sample, keys)
        merges[kind] += 1
        joins[kind] += merge.count
    return {kind: Share(merges[kind], joins[kind]) for kind in KINDS}


def _kind(token: str, sample: str, keys: str) -> Kind:
    if not token or token.isspace():
        return "whitespace"
    if any(character.isalpha() or character == "\ufffd" for character in token):
        word = max(_WORD.findall(token), key=len, default=token)
        return "keys" if 2 * keys.count(word) > sample.count(word) else "values"
    return "digits" if any(character.isnumeric() for character in token) else "punctuation"


def _in_a_text(model: Model, word: str) -> tuple[str, ...]:
    """The tokens of a word, at the beginning of a text or, where it is fewer, after a space."""
    forms = (tuple(model.tokens(form)) for form in (word, f" {word}"))
    return min(forms, key=len)
