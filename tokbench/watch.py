"""Watching pieces of work, in this process or in others, and adding up how far they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from tokbench.progress import Progress, followed, no_progress

T = TypeVar("T")


class Piece(NamedTuple):
    """A piece of work: what it is about, and the bytes that it goes through (0 if not known)."""

    what: str
    size: int


class Watch:
    """How far pieces of work are, in whichever process.

    Args:
        pieces: The pieces, in the order in which their results are waited for.
        progress: What shows it; :func:`no_progress` costs the work nothing.
    """

    def __init__(self, pieces: Sequence[Piece], progress: Progress) -> None:
        self._pieces, self._progress = pieces, progress
        self._is_shown = progress is not no_progress
        self._sizes = [piece.size for piece in pieces]
        self._awaited = self._finished = 0
        self._shares = _shared(len(pieces) if self._is_shown else 0)

    def followed(self, work: Callable[[int], T]) -> Callable[[int], T]:
        """The same work, which says how far it is."""
        if not self._is_shown:
            return work
        process = os.getpid()

        def follow(index: int) -> T:
            def report(share: float) -> None:
                self._shares[index] = share
                if os.getpid() == process:
                    self._show(share * self._sizes[index])

            def arrived(count: int) -> None:
                self._sizes[index] = count
                self._progress(count, 0, self._pieces[index].what, "bytes")

            with followed(report, arrived):
                result = work(index)
            self._shares[index] = 1.0
            return result

        return follow

    def wait_for(self, index: int) -> None:
        """Take the results before this one for finished."""
        self._finished += sum(self._sizes[self._awaited : index])
        self._awaited = index
        self.look()

    def look(self) -> None:
        """Show how far all pieces are."""
        if self._is_shown:
            ahead = islice(zip(self._shares, self._sizes, strict=True), self._awaited, None)
            self._show(sum(share * size for share, size in ahead))

    def _show(self, more: float) -> None:
        what = self._pieces[self._awaited].what
        self._progress(self._finished + int(more), sum(self._sizes), what, "bytes")


def _shared(count: int) -> list[float] | memoryview[float]:
    """Numbers that forked processes write, and this one reads."""
    if not count:
        return []
    from mmap import mmap  # most runs show no progress

    return memoryview(mmap(-1, count * 8)).cast("d")
