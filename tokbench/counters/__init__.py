"""Counters, and their registry: names of the form ``scheme`` or ``scheme:rest``.

To add a counter, write a module of this package with a :class:`Scheme` in its ``SCHEMES``, and add
the module to :data:`_MODULES`. A package of your own does the same and gives its scheme in the
entry point group ``tokbench.counters``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import NamedTuple, Protocol, runtime_checkable

from tokbench.errors import CounterError, DuplicateNameError, UnknownNameError
from tokbench.optional import third_party
from tokbench.progress import moving
from tokbench.result import CounterInfo, CounterKind

__all__ = [
    "DEFAULT_COUNTER",
    "BatchCounter",
    "Counter",
    "CounterInfo",
    "CounterKind",
    "OutcomeCounter",
    "Scheme",
    "TextsDone",
    "Token",
    "TokenizingCounter",
    "counted",
    "find_scheme",
    "get",
    "get_or_failing",
    "is_remote",
    "outcomes",
    "schemes",
    "unknown",
]

DEFAULT_COUNTER = "o200k_base"


class Counter(Protocol):
    """Anything that turns text into a number of tokens."""

    @property
    def info(self) -> CounterInfo:
        """Its name, kind and vocabulary, and notes for the readers of its numbers.

        Counting may add notes, so read them after it.
        """

    def count(self, text: str) -> int:
        """The number of tokens of a text; what spells a special token is ordinary text.

        Raises:
            CounterError: The counter failed; the message says why and what to do.
        """


@runtime_checkable
class BatchCounter(Counter, Protocol):
    """A counter that counts many texts faster than one at a time."""

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text.

        Raises:
            CounterError: One of the texts cannot be counted.
        """


TextsDone = Callable[[int, int], None]
"""Called with the number of texts done and the number of texts in all."""


@runtime_checkable
class OutcomeCounter(Counter, Protocol):
    """A counter that may fail on one text and count the others, such as one behind an endpoint."""

    def outcomes(
        self, texts: Sequence[str], progress: TextsDone | None = None
    ) -> list[int | CounterError]:
        """The number of tokens of each text, or why there is none; raises no CounterError."""


class Token(NamedTuple):
    """One token of a text.

    Attributes:
        id: The token's id, or None where the tokenizer has none for it.
        content: The token's bytes, which may be a part of a character.
    """

    id: int | None
    content: bytes


@runtime_checkable
class TokenizingCounter(Counter, Protocol):
    """A counter that can show its tokens."""

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text, in order."""

    def pre_tokens(self, text: str) -> list[str]:
        """The parts that a text is split into first: each is encoded on its own."""


def is_remote(counter: Counter) -> bool:
    """Whether a counter sends texts to an endpoint."""
    return counter.info.kind == "api"


def outcomes(
    counter: Counter, texts: Sequence[str], progress: TextsDone | None = None
) -> list[int | CounterError]:
    """The number of tokens of each text, or why there is none; raises no CounterError.

    Uses what the counter offers: ``outcomes``, else ``count_many``, else ``count``. Where
    ``count_many`` fails, the texts are counted one at a time.

    Args:
        counter: What counts.
        texts: The texts.
        progress: Passed to a counter that has ``outcomes``; no other counter reports progress.
    """
    if isinstance(counter, OutcomeCounter):
        return counter.outcomes(texts, progress)
    if isinstance(counter, BatchCounter):
        with suppress(CounterError):
            return list(counter.count_many(texts))
    return [_outcome(counter, text) for text in moving(texts)]


def _outcome(counter: Counter, text: str) -> int | CounterError:
    try:
        return counter.count(text)
    except CounterError as error:
        return error


def counted(outcome: int | CounterError) -> int:
    """The number of tokens, where an outcome is one.

    Raises:
        CounterError: The outcome is this error.
    """
    if isinstance(outcome, CounterError):
        raise outcome.with_traceback(None)  # else it would grow each time that it is raised
    return outcome


@dataclass(frozen=True, slots=True)
class Scheme:
    """A family of counters.

    >>> [scheme.usage for scheme in schemes() if scheme.kind == "exact"][:3]
    ['o200k_base', 'cl100k_base', 'o200k_harmony']

    Attributes:
        name: The part of a counter's name before the colon, or the whole name without one.
        kind: The kind of its counters.
        source: Where the vocabulary comes from, for ``tokbench counters``.
        make: Called with the part after the colon when a counter is first asked for.
            Raises :class:`~tokbench.errors.CounterError` or UnknownNameError.
        takes: What the part after the colon is, such as ``FILE``; empty where there is none.
    """

    name: str
    kind: CounterKind
    source: str
    make: Callable[[str], Counter]
    takes: str = ""

    @property
    def usage(self) -> str:
        """How the name is written, such as ``hf:PATH``."""
        return f"{self.name}:{self.takes}" if self.takes else self.name


_MODULES = ("openai", "trained", "estimates", "hf", "mistral", "sentencepiece", "remote")
"""The modules of our own schemes, in the order in which lists show them."""

_ENTRY_POINTS = "tokbench.counters"


def schemes() -> tuple[Scheme, ...]:
    """Every scheme: ours first, then those of third parties.

    Raises:
        DuplicateNameError: Two packages use the same name.
    """
    owned = {scheme.name: (scheme, "tokbench") for scheme in _built_in()}
    for scheme, owner in third_party(_ENTRY_POINTS, Scheme):
        if scheme.name in owned:
            raise DuplicateNameError("counter", scheme.name, owned[scheme.name][1], owner)
        owned[scheme.name] = (scheme, owner)
    return tuple(scheme for scheme, _ in owned.values())


def _built_in() -> Iterator[Scheme]:
    """Our own schemes. Each module is imported when its schemes are reached, and not before."""
    for module in _MODULES:
        yield from import_module(f"{__name__}.{module}").SCHEMES


@cache
def get(name: str) -> Counter:
    """The counter of a name such as ``o200k_base`` or ``bpe:model.json``, made once.

    Raises:
        UnknownNameError: There is no such scheme; the message lists those there are.
        CounterError: The counter is not available here; the message says what it needs.
    """
    return _known(name).make(name.partition(":")[2])


def get_or_failing(name: str) -> Counter:
    """The counter of a name, or in its place one that fails on every text with the reason.

    Raises:
        UnknownNameError: There is no such scheme; the message lists those there are.
    """
    try:
        return get(name)
    except CounterError as error:
        return _FailingCounter(CounterInfo(name, _known(name).kind), error)


@dataclass(frozen=True, slots=True)
class _FailingCounter:
    """Replaces a counter that could not be made."""

    info: CounterInfo
    error: CounterError

    def count(self, text: str) -> int:
        """Raises the error."""
        return counted(self.error)


def find_scheme(name: str) -> Scheme | None:
    """The scheme of a counter's name, or None."""
    first, colon, rest = name.partition(":")
    for known in (
        _built_in,
        schemes,
    ):  # finding third parties is slow: ours come first
        for scheme in known():
            if scheme.name == first and ((scheme.takes and rest) or not colon):
                return scheme
    return None


def _known(name: str) -> Scheme:
    scheme = find_scheme(name)
    if scheme is None:
        raise unknown(name)
    return scheme


def unknown(name: str, hint: str | None = None) -> UnknownNameError:
    """The error for a name that has no scheme."""
    return UnknownNameError("counter", name, (scheme.usage for scheme in schemes()), hint)
