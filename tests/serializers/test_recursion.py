"""Room for deep recursion."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

from tokbench.serializers.recursion import deep_recursion

if TYPE_CHECKING:
    pass


def test_the_recursion_limit_is_high_until_the_last_thread_leaves() -> None:
    """The thread that leaves first does not lower the limit for the other."""
    before = sys.getrecursionlimit()
    entered, left = threading.Event(), threading.Event()
    seen: list[int] = []

    def first() -> None:
        with deep_recursion():
            entered.wait(60)
        left.set()

    def second() -> None:
        with deep_recursion():
            entered.set()
            left.wait(60)
            seen.append(sys.getrecursionlimit())

    threads = [threading.Thread(target=first), threading.Thread(target=second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen[0] > before
    assert sys.getrecursionlimit() == before
