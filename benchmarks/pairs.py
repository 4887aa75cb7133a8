"""Two ways of doing a thing, timed in alternating pairs, since a machine changes as it works."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """Seconds of two ways, one entry a round.

    Attributes:
        ours: Our way.
        theirs: What a user would do instead.
    """

    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def median(self) -> tuple[float, float]:
        """The median seconds of both."""
        return statistics.median(self.ours), statistics.median(self.theirs)

    @property
    def ratio(self) -> float:
        """Our median over theirs: below 1 we are faster."""
        ours, theirs = self.median
        return ours / theirs


Clock = Callable[[], float]


def alternate(
    ours: Callable[[], object],
    theirs: Callable[[], object],
    rounds: int,
    *,
    warm_up: bool = True,
    clock: Clock = time.perf_counter,
) -> Pair:
    """Time both ways so many times in turn, after one untimed turn each where they need it."""
    if warm_up:
        ours()
        theirs()
    times: list[tuple[float, float]] = []
    for number in range(rounds):
        if number % 2:
            second, first = seconds(theirs, clock), seconds(ours, clock)
        else:
            first, second = seconds(ours, clock), seconds(theirs, clock)
        times.append((first, second))
    return Pair(tuple(first for first, _ in times), tuple(second for _, second in times))


def seconds(way: Callable[[], object], clock: Clock) -> float:
    """What one turn takes."""
    start = clock()
    way()
    return clock() - start
