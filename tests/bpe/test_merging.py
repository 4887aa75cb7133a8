"""The merge loop: its rule, and the two ways to follow it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokbench.bpe.merging import HEAP_FROM, NEVER, Rank, merge, merge_by_heap, merge_by_scan

Way = Callable[[Sequence[str], Rank[str]], list[str]]
HUG = {("h", "u"): 0, ("u", "g"): 1, ("hu", "g"): 2}


def by_pair(ranks: dict[tuple[str, str], int]) -> Rank[str]:
    """The rank of a pair out of a table."""
    return lambda left, right: ranks.get((left, right), NEVER)


def textbook(symbols: str, ranks: dict[str, int]) -> list[str]:
    """The oracle: find the best pair from scratch, rebuild the whole list, repeat."""
    parts = list(symbols)
    while True:
        pairs = [(ranks[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
        if not pairs:
            return parts
        _, at = min(pairs)
        parts = [*parts[:at], parts[at] + parts[at + 1], *parts[at + 2 :]]


def test_joins_the_lowest_rank_first() -> None:
    """The example of the module: "hu" before "ug", then "hug"."""
    assert merge("hugs", by_pair(HUG)) == ["hug", "s"]


@pytest.mark.parametrize("way", [merge_by_scan, merge_by_heap])
def test_a_tie_goes_to_the_left(way: Way) -> None:
    """Of the two overlapping pairs in "aaa" the left one joins."""
    assert way("aaa", by_pair({("a", "a"): 0})) == ["aa", "a"]


@pytest.mark.parametrize("way", [merge_by_scan, merge_by_heap])
@pytest.mark.parametrize("symbols", ["", "a"])
def test_nothing_to_join(way: Way, symbols: str) -> None:
    """No symbols or one come back as they are."""
    assert way(symbols, by_pair({})) == list(symbols)


@given(
    st.text("abc", max_size=40),
    st.dictionaries(st.text("abc", min_size=2, max_size=5), st.integers(0, 12), max_size=25),
)
def test_both_ways_follow_the_definition(symbols: str, ranks: dict[str, int]) -> None:
    """Scan, heap and textbook loop agree on any ranks, equal ones and gaps included."""

    def rank(left: str, right: str) -> int:
        return ranks.get(left + right, NEVER)

    expected = textbook(symbols, ranks)
    assert merge_by_scan(symbols, rank) == expected
    assert merge_by_heap(symbols, rank) == expected


@pytest.mark.parametrize("length", [HEAP_FROM - 1, HEAP_FROM, HEAP_FROM + 1])
def test_the_length_decides_the_way_and_nothing_else(length: int) -> None:
    """Around the border between scan and heap the result is the same."""
    symbols = ("hugsuhgu" * length)[:length]
    assert merge(symbols, by_pair(HUG)) == merge_by_scan(symbols, by_pair(HUG))


def test_the_work_grows_with_the_length() -> None:
    """Ten times the symbols ask for about ten times the ranks: no step looks at all pairs again."""

    def asked(length: int) -> int:
        calls = 0

        def rank(left: str, right: str) -> int:
            nonlocal calls
            calls += 1
            return len(left + right) if len(left + right) <= 8 else NEVER

        merge("ab" * length, rank)
        return calls

    assert asked(10_000) <= 11 * asked(1_000)
