"""Estimates: sizes of a text that stand in for its number of tokens. They never name a winner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tokbench.counters import Scheme
from tokbench.result import CounterInfo
from tokbench.text import utf8_size, well_formed

NO_TOKENS: Final = frozenset({"chars", "bytes", "words"})
"""The estimates that are not in tokens: no number of tokens can be added to them."""

_ENGLISH = "a rule of thumb for English prose; structured text mostly holds more tokens"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A count without a tokenizer.

    Attributes:
        name: The counter's name.
        basis: Where the rule comes from, one line.
        measure: The rule: a text without surrogates in, the estimate out.
    """

    name: str
    basis: str
    measure: Callable[[str], int]

    @property
    def info(self) -> CounterInfo:
        """The basis is its only note."""
        return CounterInfo(self.name, "estimate", notes=(f"an estimate: {self.basis}",))

    def count(self, text: str) -> int:
        """The estimate for a text; half a surrogate pair counts as U+FFFD."""
        return self.measure(well_formed(text))


def _words(text: str) -> int:
    return len(text.split())


def _per_token(characters: int, tokens: int = 1) -> Callable[[str], int]:
    """The rule that a token has a number of characters, rounded to an integer, a half up.

    It is calculated in integers since ``round`` takes a half to the even number.
    """

    def measure(text: str) -> int:
        return (2 * tokens * len(text) + characters) // (2 * characters)

    return measure


ESTIMATES: Final = (
    Estimate("chars", "Unicode code points", len),
    Estimate("bytes", "bytes of UTF-8", utf8_size),
    Estimate("words", "runs of text between whitespace", _words),
    Estimate("chars/4", f"code points / 4, rounded, a tie up; {_ENGLISH}", _per_token(4)),
    Estimate("chars/3.5", f"code points / 3.5, rounded; {_ENGLISH}", _per_token(7, 2)),
    Estimate(
        "claude~",
        "chars/3.5, after the provider's glossary (a token is approximately 3.5 English "
        "characters); models since Opus 4.7 are documented to use about 30 % more",
        _per_token(7, 2),
    ),
    Estimate(
        "gemini~",
        "chars/4, after the provider's documentation (a token is about 4 characters)",
        _per_token(4),
    ),
)


def _scheme(estimate: Estimate) -> Scheme:
    return Scheme(estimate.name, "estimate", estimate.basis, lambda _: estimate)


SCHEMES: Final = tuple(map(_scheme, ESTIMATES))
