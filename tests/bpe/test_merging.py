"""The merge loop: its rule, and its two implementations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokbench.bpe.merging import HEAP_FROM, NEVER, Rank, merge, merge_by_heap, merge_by_scan

Implementation = Callable[[Sequence[str], Rank[str]], list[str]]
HUG = {("h", "u"): 0, ("u", "g"): 1, ("hu", "g"): 2}


def by_pair(ranks: dict[tuple[str, str], int]) -> Rank[str]:
    """The rank of a pair in a table."""
    return lambda left, right: ranks.get((left, right), NEVER)


def textbook(symbols: str, ranks: dict[str, int]) -> list[str]:
    """The oracle: find the best pair, make the whole list again, repeat."""
    parts = list(symbols)
    while True:
        pairs = [(ranks[a + b], i) for i, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]
        if not pairs:
            return parts
        _, at = min(pairs)
        parts = [*parts[:at], parts[at] + parts[at + 1], *parts[at + 2 :]]


def test_the_lowest_rank_is_merged_first() -> None:
    """The example of the module: "hu" before "ug", then "hug"."""
    assert merge("hugs", by_pair(HUG)) == ["hug", "s"]


@pytest.mark.parametrize("implementation", [merge_by_scan, merge_by_heap])
def test_on_a_tie_the_leftmost_pair_is_merged(implementation: Implementation) -> None:
    """Of the two overlapping pairs in "aaa", the left one."""
    assert implementation("aaa", by_pair({("a", "a"): 0})) == ["aa", "a"]


@pytest.mark.parametrize("implementation", [merge_by_scan, merge_by_heap])
@pytest.mark.parametrize("symbols", ["", "a"])
def test_nothing_to_merge(implementation: Implementation, symbols: str) -> None:
    """No symbols or one are returned as they are."""
    assert implementation(symbols, by_pair({})) == list(symbols)


@given(
    st.text("abc", max_size=40),
    st.dictionaries(st.text("abc", min_size=2, max_size=5), st.integers(0, 12), max_size=25),
)
def test_both_implementations_follow_the_definition(symbols: str, ranks: dict[str, int]) -> None:
    """Scan, heap and the textbook's loop agree on any ranks, also with ties and gaps."""

    def rank(left: str, right: str) -> int:
        return ranks.get(left + right, NEVER)

    expected = textbook(symbols, ranks)
    assert merge_by_scan(symbols, rank) == expected
    assert merge_by_heap(symbols, rank) == expected


@pytest.mark.parametrize("length", [HEAP_FROM - 1, HEAP_FROM, HEAP_FROM + 1])
def test_the_result_does_not_depend_on_the_implementation(length: int) -> None:
    """It is the same just below and above the length from which on the heap is used."""
    symbols = ("hugsuhgu" * length)[:length]
    assert merge(symbols, by_pair(HUG)) == merge_by_scan(symbols, by_pair(HUG))


def test_the_work_grows_with_the_length() -> None:
    """Ten times the symbols need about ten times the ranks: no step looks at all pairs again."""

    def calls_for(length: int) -> int:
        calls = 0

        def rank(left: str, right: str) -> int:
            nonlocal calls
            calls += 1
            return len(left + right) if len(left + right) <= 8 else NEVER

        merge("ab" * length, rank)
        return calls

    assert calls_for(10_000) <= 11 * calls_for(1_000)
