"""The merge loop of byte-pair encoding: which neighbours are merged, and in which order.

Encoding starts from the smallest symbols of a pre-token and merges neighbours for as long as a pair
of them has a rank. Each round merges the pair with the lowest rank; on a tie, the leftmost::

    ranks: ("h", "u") 0   ("u", "g") 1   ("hu", "g") 2

    h u g s   ->   hu g s   ->   hug s        ("hug", "s") has no rank, so the loop ends

Two implementations give the same result: a scan over all pairs, which is faster for short
pre-tokens, and a heap, which is faster for long ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise, starmap
from typing import TypeAlias, TypeVar

Symbol = TypeVar("Symbol", str, bytes)

Rank: TypeAlias = Callable[[Symbol, Symbol], int]
"""The rank of a pair of neighbours, from 0 for the first to merge, or :data:`NEVER`."""

NEVER = 1 << 62
"""The rank of a pair that is never merged: greater than any other."""

HEAP_FROM = 100
"""The number of symbols from which on the heap is faster than the scan."""

BYTES = tuple(bytes([byte]) for byte in range(256))
"""The 256 symbols that byte-level encodings start from."""


def merge(symbols: Sequence[Symbol], rank: Rank[Symbol]) -> list[Symbol]:
    """Merge neighbours until no pair has a rank: lowest rank first, leftmost on a tie.

    >>> ranks = {("h", "u"): 0, ("u", "g"): 1, ("hu", "g"): 2}
    >>> merge("hugs", lambda left, right: ranks.get((left, right), NEVER))
    ['hug', 's']
    """
    if len(symbols) < HEAP_FROM:
        return merge_by_scan(symbols, rank)
    return merge_by_heap(symbols, rank)


def merge_by_scan(symbols: Sequence[Symbol], rank: Rank[Symbol]) -> list[Symbol]:
    """The definition: look at all pairs, merge the best, repeat. Takes quadratic time."""
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
    """The same in about n log n steps for n symbols, none of which may be empty.

    No symbol moves: a merge makes the left symbol longer and the right one empty. The heap holds
    ``rank * n + place``, which orders by rank and then from left to right. An entry is out of date
    when the pair at its place has another rank by now.
    """
    n = len(symbols)
    parts = list(symbols)
    before = list(range(-1, n - 1))
    after = list(range(1, n + 1))
    ranks = [*starmap(rank, pairwise(symbols)), NEVER]
    heap = [pair * n + place for place, pair in enumerate(ranks) if pair != NEVER]
    heapify(heap)

    def update(place: int) -> None:
        """Rank the pair that starts at a place again, after one of its two symbols grew."""
        follower = after[place]
        pair = NEVER if follower == n else rank(parts[place], parts[follower])
        ranks[place] = pair
        if pair != NEVER:
            heappush(heap, pair * n + place)

    while heap:
        pair, place = divmod(heappop(heap), n)
        if ranks[place] != pair:
            continue
        merged = after[place]
        parts[place] += parts[merged]
        parts[merged] = parts[merged][:0]
        ranks[merged] = NEVER
        after[place] = after[merged]
        if after[place] < n:
            before[after[place]] = place
        update(place)
        if before[place] >= 0:
            update(before[place])
    return [part for part in parts if part]
