"""Counting many texts with any kind of counter: no text loses its count to one that fails."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tokbench.counters import CounterInfo, counted, outcomes
from tokbench.errors import CounterError


class Single:
    """A counter of characters that fails on one text, one text at a time."""

    info = CounterInfo("single", "exact")

    def __init__(self) -> None:
        self.calls: list[object] = []

    def count(self, text: str) -> int:
        self.calls.append(text)
        if text == "bad":
            raise CounterError("fails on this text")
        return len(text)


class Batch(Single):
    """The same, with a batch that fails as a whole."""

    def count_many(self, texts: Sequence[str]) -> list[int]:
        self.calls.append(tuple(texts))
        if "bad" in texts:
            raise CounterError("fails on a batch")
        return [len(text) for text in texts]


def test_a_batch_is_one_call() -> None:
    counter = Batch()
    assert outcomes(counter, ["a", "bc"]) == [1, 2]
    assert counter.calls == [("a", "bc")]


def test_without_batches_texts_are_counted_one_at_a_time() -> None:
    counter = Single()
    assert outcomes(counter, ["a", "bc"]) == [1, 2]
    assert counter.calls == ["a", "bc"]


@pytest.mark.parametrize("make", [Single, Batch])
def test_a_text_that_fails_costs_no_other_text_its_count(make: type[Single]) -> None:
    """A batch that fails is counted again text by text, which finds the one that failed."""
    first, bad, last = outcomes(make(), ["a", "bad", "bc"])
    assert (first, last) == (1, 2)
    assert isinstance(bad, CounterError)
    assert str(bad) == "fails on this text"


def test_a_failure_raised_twice_keeps_one_traceback() -> None:
    """An endpoint that cannot be used gives the same failure for every text."""
    failure = CounterError("no answer")
    depths = []
    for _ in range(2):
        with pytest.raises(CounterError, match="no answer") as caught:
            counted(failure)
        depths.append(len(caught.traceback))
    assert depths[0] == depths[1]
