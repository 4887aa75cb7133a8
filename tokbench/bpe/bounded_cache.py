"""A cache with a bound on its size in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Part = TypeVar("Part", str, bytes)
Result = TypeVar("Result")

ENTRY_SIZE = 10
"""What an entry adds to a cache's size, besides the length of its key."""

TOKENS_SIZE = 600_000
"""The size of a cache of tokens, ids or ranks: 5 to 10 MB for ordinary text, and less than 20 MB
where every key is long and of rare characters, which have several tokens each."""

LONGEST_CACHED = 100
"""A longer part of a text is not cached: it hardly ever occurs again."""


class BoundedCache(dict[Part, Result]):
    """A function of a part of a text, with the results that it gave so far.

    It is emptied where it would become larger than its size.

    >>> lengths = BoundedCache(len, 50)
    >>> [lengths["a"], lengths["token"], lengths["a"]]
    [1, 5, 1]
    >>> lengths
    {'a': 1, 'token': 5}
    """

    __slots__ = ("_free", "_function", "_size")  # faster to read than a dict of attributes

    def __init__(self, function: Callable[[Part], Result], size: int) -> None:
        super().__init__()
        self._function: Callable[[Part], Result] = function
        self._size = self._free = size

    def __missing__(self, part: Part) -> Result:
        result = self._function(part)
        length = len(part)
        if length <= LONGEST_CACHED:
            self._free -= length + ENTRY_SIZE
            if self._free < 0:
                self.clear()
                self._free = self._size - length - ENTRY_SIZE
            self[part] = result
        return result
