"""The registry of counters: names of the form ``scheme`` or ``scheme:rest``.

A scheme is one :class:`Scheme`, and a kind of counter is one module of this package. Third parties
name a scheme of theirs in the entry point group ``tokbench.counters``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol, runtime_checkable

from tokbench.errors import CounterError, DuplicateNameError, UnknownNameError
from tokbench.optional import third_party
from tokbench.result import CounterKind


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
    def name(self) -> str:
        """The name that asked for it, such as ``o200k_base`` or ``bpe:model.json``."""

    @property
    def kind(self) -> CounterKind:
        """How far the number can be trusted: ``exact``, ``assumed``, ``api``, ``estimate``."""

    @property
    def vocabulary_sha256(self) -> str | None:
        """The hash of the published vocabulary, where there is one."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the numbers must know, one line each."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text; special tokens in text are ordinary text.

        Raises:
            CounterError: The counter failed; the text says why and what to do.
        """


@runtime_checkable
class Prefetching(Protocol):
    """A counter that asks somebody, and rather for many texts at once than for one by one."""

    def prefetch(
        self, texts: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None
    ) -> None:
        """Ask for texts that will be counted, and remember the outcomes; never fails.

        Args:
            texts: The texts.
            progress: Told the texts done and the texts in all.
        """


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
    return _scheme(name).make(name.partition(":")[2])


def _scheme(name: str) -> Scheme:
    first, colon, rest = name.partition(":")
    for known in (_built_in, schemes):  # third parties are looked for only where ours lack the name
        for scheme in known():
            if scheme.name == first and ((scheme.takes and rest) or not colon):
                return scheme
    from tokbench.counters.models import is_model

    hint = "it is a model: name it as the model" if is_model(name) else ""
    raise UnknownNameError("counter", name, (scheme.usage for scheme in schemes()), hint)


def get_or_failing(name: str) -> Counter:
    """The counter of a name, or one in its place whose every count fails with the reason.

    So that one missing counter costs a table its column and not its other columns.

    Raises:
        UnknownNameError: There is no such scheme.
    """
    try:
        return get(name)
    except CounterError as error:
        return FailingCounter(name, str(error), _scheme(name).kind)


@dataclass(frozen=True, slots=True)
class FailingCounter:
    """A counter that cannot be had here."""

    name: str
    reason: str
    kind: CounterKind
    vocabulary_sha256: str | None = None
    notes: tuple[str, ...] = ()

    def count(self, texts: Sequence[str]) -> list[int]:
        """Fails, with the reason why the counter cannot be had."""
        raise CounterError(self.reason)


def _built_in() -> Iterator[Scheme]:
    """Our own schemes, module by module, so that a common name imports no rare module."""
    for module in _MODULES:
        yield from import_module(f"{__name__}.{module}").SCHEMES
