"""Rules of thumb: sizes of a text that stand in for tokens, and never name a winner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tokbench.counters import Scheme
from tokbench.result import CounterInfo
from tokbench.text import utf8_size, well_formed

NO_TOKENS: Final = frozenset({"chars", "bytes", "words"})
"""The rules whose numbers are no tokens: nothing that is given in tokens can be added to them."""

_ENGLISH = "a rule of thumb for English prose; structured text mostly holds more tokens"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A count by a rule that no tokenizer follows.

    Attributes:
        name: The name that asked for it.
        basis: Where the rule comes from, one line.
        measure: The rule: a text without surrogates in, the estimate out.
    """

    name: str
    basis: str
    measure: Callable[[str], int]

    @property
    def info(self) -> CounterInfo:
        """An estimate, by this basis, without a vocabulary."""
        return CounterInfo(self.name, "estimate", notes=(f"an estimate: {self.basis}",))

    def count(self, text: str) -> int:
        """The estimate for a text; half a surrogate pair counts as U+FFFD."""
        return self.measure(well_formed(text))


def _characters(text: str) -> int:
    return len(text)


def _words(text: str) -> int:
    return len(text.split())


def _quarter(text: str) -> int:
    return _rounded(len(text), 4)


def _by_three_and_a_half(text: str) -> int:
    return _rounded(2 * len(text), 7)


def _rounded(numerator: int, denominator: int) -> int:
    """The quotient as the nearest integer, a tie up, without a float on the way."""
    return (2 * numerator + denominator) // (2 * denominator)


ESTIMATES: Final = (
    Estimate("chars", "Unicode code points", _characters),
    Estimate("bytes", "bytes of UTF-8", utf8_size),
    Estimate("words", "runs of text between whitespace", _words),
    Estimate("chars/4", f"code points / 4, rounded, a tie up; {_ENGLISH}", _quarter),
    Estimate("chars/3.5", f"code points / 3.5, rounded; {_ENGLISH}", _by_three_and_a_half),
    Estimate(
        "claude~",
        "chars/3.5, after the provider's glossary (a token is approximately 3.5 English "
        "characters); models since Opus 4.7 are documented to use about 30 % more",
        _by_three_and_a_half,
    ),
    Estimate(
        "gemini~",
        "chars/4, after the provider's documentation (a token is about 4 characters)",
        _quarter,
    ),
)


def _scheme(estimate: Estimate) -> Scheme:
    return Scheme(estimate.name, "estimate", estimate.basis, lambda _: estimate)


SCHEMES: Final = tuple(map(_scheme, ESTIMATES))
