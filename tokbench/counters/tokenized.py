"""A text as the tokens that one counter makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tokbench.counters import Token, TokenizingCounter
from tokbench.counters.choice import choose_one
from tokbench.errors import UsageError
from tokbench.text import plural

_SHOWN = 20


@dataclass(frozen=True, slots=True, repr=False)
class Tokenized:
    """A text as one counter sees it; each pre-token becomes one token or more.

    Attributes:
        counter: The counter's name.
        tokens: The tokens, in order.
        pre_tokens: The parts that the text was split into first.
    """

    counter: str
    tokens: Sequence[Token]
    pre_tokens: Sequence[str]

    def __repr__(self) -> str:
        first = [token.content.decode(errors="backslashreplace") for token in self.tokens[:_SHOWN]]
        more = ", …" if len(self.tokens) > _SHOWN else ""
        count = plural(len(self.tokens), "token")
        return f"<Tokenized: {count} by {self.counter}>\n{', '.join(map(repr, first))}{more}"


def tokenized(text: str, counter: str) -> Tokenized:
    """The tokens of a text; what spells a special token is ordinary text.

    Raises:
        UnknownNameError: The counter does not exist.
        CounterError: It failed, or is not available here.
        UsageError: It counts tokens and cannot show them, as an estimate or an endpoint.
    """
    chosen = choose_one(counter)
    if not isinstance(chosen, TokenizingCounter):
        raise UsageError(f"the counter {counter!r} counts tokens but cannot show them")
    return Tokenized(counter, chosen.tokens(text), chosen.pre_tokens(text))
