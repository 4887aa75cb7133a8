"""The registry of counters: names of the form ``scheme`` or ``scheme:rest``.

A scheme is one :class:`Scheme`, and a kind of counter is one module of this package. Third parties
name a scheme of theirs in the entry point group ``tokbench.counters``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tokbench.comparison import CounterKind


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
