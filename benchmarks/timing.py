"""Two functions timed in alternating rounds, so that a change of the machine's speed hits both."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds of two functions, one entry a round.

    Attributes:
        ours: What tokbench does.
        theirs: What it is compared with.
    """

    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def medians(self) -> tuple[float, float]:
        """The median seconds of both."""
        return statistics.median(self.ours), statistics.median(self.theirs)

    @property
    def ratio(self) -> float:
        """Our median divided by theirs: below 1 we are faster."""
        ours, theirs = self.medians
        return ours / theirs


def alternate(
    ours: Callable[[], object],
    theirs: Callable[[], object],
    rounds: int,
    *,
    warm_up: bool = True,
    clock: Clock = time.perf_counter,
) -> Timings:
    """Time both functions in turn, each first in every other round.

    Args:
        ours: The first function.
        theirs: The second function.
        rounds: How often each of them is timed.
        warm_up: Whether each is called once before, without timing it.
        clock: Gives the time in seconds.
    """
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
    return Timings(tuple(first for first, _ in times), tuple(second for _, second in times))


def seconds(function: Callable[[], object], clock: Clock) -> float:
    """The time of one call."""
    start = clock()
    function()
    return clock() - start
