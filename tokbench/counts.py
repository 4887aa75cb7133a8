"""The tokens of text files: plain frozen data that loads without any tokenizer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tokbench.result import CounterInfo


@dataclass(frozen=True, slots=True)
class FileCount:
    """One file.

    Attributes:
        path: Its path, or ``<stdin>``.
        tokens: Tokens by counter; None where that counter failed.
        skipped_counters: Why a counter failed, by its name.
    """

    path: str
    tokens: Mapping[str, int | None]
    skipped_counters: Mapping[str, str] = field(default_factory=dict)

    def is_over(self, limit: int | None) -> bool:
        """Whether it has more tokens than a limit by any counter."""
        return limit is not None and any((count or 0) > limit for count in self.tokens.values())


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that was not counted.

    Attributes:
        path: Its path.
        reason: Why.
        is_fault: Whether it should have been counted: it was named, or it is unreadable.
    """

    path: str
    reason: str
    is_fault: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """Files x counters.

    Attributes:
        tokbench: The version that made it.
        counters: The counters, in the order in which they were asked for.
        files: The files, most tokens by the first counter first.
        skipped: The files that were not counted.
        max_tokens: The most tokens that a file may have; None for no limit.
    """

    tokbench: str
    counters: tuple[CounterInfo, ...]
    files: tuple[FileCount, ...]
    skipped: tuple[SkippedFile, ...] = ()
    max_tokens: int | None = None

    @property
    def over(self) -> tuple[FileCount, ...]:
        """The files that have more tokens than ``max_tokens``."""
        return tuple(file for file in self.files if file.is_over(self.max_tokens))

    def total(self, counter: str) -> int | None:
        """The tokens of all files by one counter; None where it failed on one of them."""
        return sum_of(file.tokens[counter] for file in self.files)


def sum_of(counts: Iterable[int | None]) -> int | None:
    """The sum of counts, or None where one is missing."""
    total = 0
    for count in counts:
        if count is None:
            return None
        total += count
    return total
