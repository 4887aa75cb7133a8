"""A cache with a bound on its size in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Part = TypeVar("Part", str, bytes)
Result = TypeVar("Result")

CACHE_SIZE = 500_000
"""The size at which a cache is emptied: the length of all its keys, and :data:`ENTRY_SIZE` for each
of them. It takes 5 to 10 MB for ordinary text, and less than 20 MB where every key is long and of
rare characters, which have several tokens each."""

ENTRY_SIZE = 5

LONGEST_CACHED = 100
"""A longer part of a text is not cached: it hardly ever occurs again."""


class BoundedCache(dict[Part, Result]):
    """A function of a part of a text, with the results that it gave so far.

    >>> lengths = BoundedCache(len)
    >>> lengths["token"]
    5
    >>> lengths
    {'token': 5}
    """

    __slots__ = ("_free", "_function")  # every miss reads both

    def __init__(self, function: Callable[[Part], Result]) -> None:
        super().__init__()
        self._function: Callable[[Part], Result] = function
        self._free = CACHE_SIZE

    def __missing__(self, part: Part) -> Result:
        result = self._function(part)
        length = len(part)
        if length <= LONGEST_CACHED:
            self._free -= length + ENTRY_SIZE
            if self._free < 0:
                self.clear()
                self._free = CACHE_SIZE - length - ENTRY_SIZE
            self[part] = result
        return result
