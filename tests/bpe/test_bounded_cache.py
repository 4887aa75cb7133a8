"""The cache of the encoders: what it keeps, and when it is emptied."""

from __future__ import annotations

import pytest

from tokbench.bpe.bounded_cache import ENTRY_SIZE, LONGEST_CACHED, BoundedCache


def test_a_result_is_computed_once() -> None:
    calls: list[str] = []

    def length(part: str) -> int:
        calls.append(part)
        return len(part)

    cache = BoundedCache(length, 1000)
    assert [cache[part] for part in ("a", "bc", "a")] == [1, 2, 1]
    assert calls == ["a", "bc"]


@pytest.mark.parametrize("length", [1, 40])
def test_its_size_is_bounded(length: int) -> None:
    """Whether it holds many short keys or a few long ones."""
    cache: BoundedCache[str, int] = BoundedCache(len, 1000)
    sizes = []
    for number in range(1000):
        cache["😀" * length + f"{number:03}"]
        sizes.append(sum(len(key) + ENTRY_SIZE for key in cache))
    assert 900 < max(sizes) <= 1000


def test_a_long_part_is_not_cached() -> None:
    cache: BoundedCache[str, int] = BoundedCache(len, 1000)
    assert cache["a" * LONGEST_CACHED] == LONGEST_CACHED
    assert cache["b" * (LONGEST_CACHED + 1)] == LONGEST_CACHED + 1
    assert list(cache) == ["a" * LONGEST_CACHED]
