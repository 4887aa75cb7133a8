"""The merge loop of byte-pair encoding: which neighbours join, and in which order.

Encoding starts from the smallest symbols of a chunk and joins neighbours until none may join.
In every round the pair with the lowest rank goes first; on a tie, the one further left::

    ranks: ("h", "u") 0   ("u", "g") 1   ("hu", "g") 2

    h u g s   ->   hu g s   ->   hug s        ("hug", "s") has no rank, so that is the end

Two ways lead to the same result: a scan over all pairs for short chunks, and a heap for long ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise, starmap
from typing import TypeAlias, TypeVar

Symbol = TypeVar("Symbol", str, bytes)

Rank: TypeAlias = Callable[[Symbol, Symbol], int]
"""The rank of two neighbours, from 0 for the first to join, or :data:`NEVER`."""

NEVER = 1 << 62
"""The rank of two that never join: greater than any other."""

LONG = 100
"""From this many symbols on, a heap is faster than looking at all pairs in every round."""


def merge(symbols: Sequence[Symbol], rank: Rank[Symbol]) -> list[Symbol]:
    """Join neighbouring symbols until none may join: lowest rank first, leftmost on a tie."""
    if len(symbols) < LONG:
        return merge_by_scan(symbols, rank)
    return merge_by_heap(symbols, rank)


def merge_by_scan(symbols: Sequence[Symbol], rank: Rank[Symbol]) -> list[Symbol]:
    """The definition: look at all pairs, join the best, repeat. Quadratic, and quick when short."""
    parts = list(symbols)
    ranks = list(starmap(rank, pairwise(parts)))
    while ranks and (best := min(ranks)) != NEVER:
        at = ranks.index(best)
        parts[at] += parts.pop(at + 1)
        del ranks[at]
        if at > 0:
            ranks[at - 1] = rank(parts[at - 1], parts[at])
        if at < len(ranks):
            ranks[at] = rank(parts[at], parts[at + 1])
    return parts


def merge_by_heap(symbols: Sequence[Symbol], rank: Rank[Symbol]) -> list[Symbol]:
    """The same for chunks of any length: n symbols take about n log n steps.

    A symbol keeps its first place for life; a join makes the left one longer and skips the right
    one. The heap holds ``rank * n + place``, which orders by rank and then from left to right.
    An entry is out of date when the pair at its place has another rank by now.
    """
    n = len(symbols)
    parts = list(symbols)
    before = list(range(-1, n - 1))
    after = list(range(1, n + 1))
    ranks = [*starmap(rank, pairwise(symbols)), NEVER]
    heap = [pair * n + place for place, pair in enumerate(ranks) if pair != NEVER]
    heapify(heap)

    def look_again(place: int) -> None:
        """Rank the pair that starts at a place anew, after one of its two symbols grew."""
        follower = after[place]
        pair = NEVER if follower == n else rank(parts[place], parts[follower])
        ranks[place] = pair
        if pair != NEVER:
            heappush(heap, pair * n + place)

    while heap:
        pair, place = divmod(heappop(heap), n)
        if ranks[place] != pair:
            continue
        joined = after[place]
        parts[place] += parts[joined]
        ranks[joined] = NEVER
        after[place] = after[joined]
        if after[place] < n:
            before[after[place]] = place
        look_again(place)
        if before[place] >= 0:
            look_again(before[place])
    return _walk(parts, after)


def _walk(parts: list[Symbol], after: list[int]) -> list[Symbol]:
    """The symbols that are left, each followed by the one that its link names."""
    left: list[Symbol] = []
    place = 0
    while place < len(parts):
        left.append(parts[place])
        place = after[place]
    return left
