"""The registry of counters: names of the form ``scheme`` or ``scheme:rest``.

A scheme is one :class:`Scheme`, and a kind of counter is one module of this package. Third parties
name a scheme of theirs in the entry point group ``tokbench.counters``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol, runtime_checkable

from tokbench.errors import CounterError, DuplicateNameError, UnknownNameError
from tokbench.optional import third_party
from tokbench.result import CounterInfo, CounterKind

__all__ = [
    "DEFAULT_COUNTER",
    "BatchCounter",
    "Counter",
    "CounterInfo",
    "CounterKind",
    "FailingCounter",
    "OutcomeCounter",
    "Piece",
    "PieceCounter",
    "Scheme",
    "TextsDone",
    "count_many",
    "counted",
    "get",
    "get_or_failing",
    "outcomes",
    "schemes",
]

DEFAULT_COUNTER = "o200k_base"


@dataclass(frozen=True, slots=True)
class Piece:
    """One token of a text.

    Attributes:
        id: The token's id, or None where the tokenizer has none for it.
        content: The token's bytes; a token may hold a fragment of a character.
    """

    id: int | None
    content: bytes


class Counter(Protocol):
    """Anything that turns text into a number of tokens."""

    @property
    def info(self) -> CounterInfo:
        """Its name, its kind, its vocabulary, and what a reader of its numbers must know.

        Some notes appear only once a counter has counted: read it after that.
        """

    def count(self, text: str) -> int:
        """The number of tokens of a text; special tokens in it are ordinary text.

        Raises:
            CounterError: The counter failed; the text says why and what to do.
        """


@runtime_checkable
class BatchCounter(Counter, Protocol):
    """A counter that counts many texts faster than one at a time."""

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text.

        Raises:
            CounterError: One of the texts cannot be counted; :func:`outcomes` then counts them one
                at a time.
        """


TextsDone = Callable[[int, int], None]
"""Called with the number of texts done, and the number of texts in all."""


def ignore(done: int, total: int) -> None:
    """A :data:`TextsDone` that does nothing."""


@runtime_checkable
class OutcomeCounter(Counter, Protocol):
    """A counter whose texts fail one by one: an endpoint may refuse one and count the others."""

    def outcomes(
        self, texts: Sequence[str], progress: TextsDone = ignore
    ) -> list[int | CounterError]:
        """The number of tokens of each text, or why there is none; raises no CounterError."""


def is_remote(counter: Counter) -> bool:
    """Whether a counter sends texts to an endpoint."""
    return counter.info.kind == "api"


def outcomes(
    counter: Counter, texts: Sequence[str], progress: TextsDone = ignore
) -> list[int | CounterError]:
    """The number of tokens of each text, or why there is none: by batches where they are faster.

    This is how to count without losing other texts to one that fails: no CounterError is raised.

    Args:
        counter: What counts.
        texts: The texts.
        progress: Called while a counter works that asks an endpoint, not by the others.
    """
    if isinstance(counter, OutcomeCounter):
        return counter.outcomes(texts, progress)
    if isinstance(counter, BatchCounter):
        with suppress(CounterError):
            return list(counter.count_many(texts))
    return [_outcome(counter, text) for text in texts]


def _outcome(counter: Counter, text: str) -> int | CounterError:
    try:
        return counter.count(text)
    except CounterError as error:
        return error


def count_many(counter: Counter, texts: Sequence[str]) -> list[int]:
    """The number of tokens of each text, by batches where they are faster.

    Raises:
        CounterError: One of the texts cannot be counted.
    """
    return [counted(outcome) for outcome in outcomes(counter, texts)]


def counted(outcome: int | CounterError) -> int:
    """The number of tokens that an outcome is.

    Raises:
        CounterError: It is this error.
    """
    if isinstance(outcome, CounterError):
        raise outcome.with_traceback(None)  # raised again and again, it would keep every one
    return outcome


@runtime_checkable
class PieceCounter(Counter, Protocol):
    """A counter that can show its tokens."""

    def pieces(self, text: str) -> list[Piece]:
        """The tokens of a text, in order."""

    def chunks(self, text: str) -> list[str]:
        """The chunks of the pre-split: no token crosses their borders."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A family of counters.

    Attributes:
        name: What stands before the colon, or the whole name where there is none.
        kind: The kind of its counters.
        source: Where the vocabulary comes from, for ``tokbench counters``.
        make: The rest of the name in, a counter out; run when asked and remembered.
            Raises :class:`~tokbench.errors.CounterError` or UnknownNameError.
        takes: What the rest of the name is, such as ``FILE``; empty where none is taken.
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
_ENTRY_POINTS = "tokbench.counters"


def schemes() -> tuple[Scheme, ...]:
    """Every scheme there is, those of third parties last.

    Raises:
        DuplicateNameError: Two owners claim one name.
    """
    owned = {scheme.name: (scheme, "tokbench") for scheme in _built_in()}
    for scheme, owner in third_party(_ENTRY_POINTS, Scheme):
        if scheme.name in owned:
            raise DuplicateNameError("counter", scheme.name, owned[scheme.name][1], owner)
        owned[scheme.name] = (scheme, owner)
    return tuple(scheme for scheme, _ in owned.values())


@cache
def get(name: str) -> Counter:
    """The counter of a name such as ``o200k_base`` or ``bpe:model.json``; made once, remembered.

    Raises:
        UnknownNameError: There is no such scheme; the message lists what exists.
        CounterError: The counter cannot be had here; the message says how to get it.
    """
    return _known(name).make(name.partition(":")[2])


def get_or_failing(name: str) -> Counter:
    """The counter of a name, or one in its place whose every count fails with the reason.

    Raises:
        UnknownNameError: There is no such scheme; the message lists what exists.
    """
    try:
        return get(name)
    except CounterError as error:
        return FailingCounter(CounterInfo(name, _known(name).kind), error)


def find_scheme(name: str) -> Scheme | None:
    """The scheme of a counter's name, or None where there is none."""
    first, colon, rest = name.partition(":")
    for known in (_built_in, schemes):  # third parties are looked for only where ours lack the name
        for scheme in known():
            if scheme.name == first and ((scheme.takes and rest) or not colon):
                return scheme
    return None


def unknown(name: str, hint: str = "") -> UnknownNameError:
    """The error for a name that no scheme has; it lists those that exist."""
    return UnknownNameError("counter", name, (scheme.usage for scheme in schemes()), hint)


def _known(name: str) -> Scheme:
    scheme = find_scheme(name)
    if scheme is None:
        raise unknown(name)
    return scheme


@dataclass(frozen=True, slots=True)
class FailingCounter:
    """Takes the place of a counter that could not be made.

    Attributes:
        info: What the counter would have been.
        error: Why it could not be made.
    """

    info: CounterInfo
    error: CounterError

    def count(self, text: str) -> int:
        """Raises the error."""
        return counted(self.error)


def _built_in() -> Iterator[Scheme]:
    """Our own schemes, module by module, so that a common name imports no rare module."""
    for module in _MODULES:
        yield from import_module(f"{__name__}.{module}").SCHEMES
