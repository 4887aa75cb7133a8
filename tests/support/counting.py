"""Counting many texts in a test."""

from __future__ import annotations

from collections.abc import Sequence

from tokbench.counters import Counter, counted, outcomes


def count_many(counter: Counter, texts: Sequence[str]) -> list[int]:
    """The number of tokens of each text; raises the error of the first that cannot be counted."""
    return [counted(outcome) for outcome in outcomes(counter, texts)]
