"""A higher recursion limit for as long as deeply nested data are written or read."""

from __future__ import annotations

import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_FRAMES = 10_000
"""The most Python frames that any library we call uses for 300 levels of nesting."""


class _Limit:
    """How many blocks need the higher limit now, and the limit before the first of them."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.users = self.before = 0


_limit = _Limit()


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow recursion that is several frames deep for each level of nesting.

    Payloads nest at most :data:`~tokbench.payload.MAX_DEPTH` levels, so this is bounded too. All
    threads have one limit: the first that enters raises it, the last that leaves restores it.
    """
    with _limit.lock:
        if not _limit.users:
            _limit.before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_limit.before, _FRAMES))
        _limit.users += 1
    try:
        yield
    finally:
        with _limit.lock:
            _limit.users -= 1
            if not _limit.users:
                sys.setrecursionlimit(_limit.before)
