"""Spreading work over processes; the order of the results does not depend on it."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator
from typing import Any, Final, TypeVar

from tokbench.errors import TokbenchError, option

T = TypeVar("T")

_function: Callable[[int], Any]


POLL_SECONDS: Final = 0.1
"""How long to wait for other processes between two looks at how far they are."""


def spread(
    function: Callable[[int], T],
    count: int,
    jobs: int,
    look: Callable[[], None] | None = None,
) -> Generator[T, None, None]:
    """``function(0)``, ``function(1)`` and so on, worked on by ``jobs`` processes at once.

    The processes are forked, so that they share what the function needs and only results travel.
    Where a system cannot fork, this process does all of it. They end with this process, with an
    error and with an interrupt; a caller that wants no further result closes the generator. While
    it waits for them, ``look`` is called again and again.

    Raises:
        TokbenchError: A process died, as when the system runs out of memory.
    """
    if is_alone(count, jobs):
        yield from map(function, range(count))
        return
    # Imported here: a small comparison never needs them.
    from concurrent.futures import ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing.context import ForkContext
    from multiprocessing.process import BaseProcess

    started: list[BaseProcess] = []

    class Context(ForkContext):
        """Lists the processes that the pool starts: before Python 3.14 it cannot end them."""

        def Process(self, *arguments: Any, **options: Any) -> BaseProcess:  # type: ignore[override]  # noqa: N802
            started.append(super().Process(*arguments, **options))
            return started[-1]

    gc.freeze()  # the collector would touch, and so copy, every page that the processes share
    try:
        with ProcessPoolExecutor(min(jobs, count), Context(), _prepare, (function,)) as pool:
            # Not pool.map: it cancels what is left, and a pool that then breaks trips over that.
            results = [pool.submit(_call, index) for index in range(count)]
            try:
                for result in results:
                    while look is not None and not wait([result], POLL_SECONDS).done:
                        look()
                    yield result.result()
            except BaseException:
                # Leaving the pool waits for what its processes are working on.
                for process in started:
                    process.terminate()
                raise
    except BrokenProcessPool:
        raise TokbenchError(
            "a process died, perhaps because memory ran out", hint=f"try {option('jobs', 1)}"
        ) from None
    finally:
        gc.unfreeze()


def is_alone(count: int, jobs: int) -> bool:
    """Whether this process does all the work itself."""
    return min(jobs, count) <= 1 or not hasattr(os, "fork")


def available() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _prepare(function: Callable[[int], Any]) -> None:
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says "interrupted", once
    threading.Thread(target=_follow_parent, daemon=True).start()
    global _function  # a forked process works for one caller only
    _function = function


def _follow_parent() -> None:
    """End with the parent, which may be killed without a chance to end its processes."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(index: int) -> Any:
    return _function(index)
