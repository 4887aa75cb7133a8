"""How far a piece of work has come: the work says where it is, and what shows it listens.

A long loop goes over :func:`moving`, or another function here that fits it, instead of its items.
What is done inside :func:`followed` is then reported as a share of all of it, from 0 to 1, and a
loop inside a loop as a share of its item. Where nobody follows, a loop goes over the items
themselves, and takes no longer.

A share is of what there is to go through, such as characters read or records written. It is no
guess at the time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, ItemsView, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from math import ceil
from typing import Any, Literal, TypeVar

T = TypeVar("T")

FINEST = 1 / 1000
"""The smallest share of the work that is reported, or that is divided further."""

_AT_ONCE = 1000
"""Items between two reports where their number is not known."""

Mover = Callable[[Collection[Any]], Iterable[Any]]
"""What :func:`moving` is."""

Unit = Literal["bytes", "texts", "merges"]


Progress = Callable[[int, int, str, Unit], None]
"""Shows how far all the work has come: called with how much is done and how much there is (0 where
that is not known), what is being worked on, and what is counted."""


def no_progress(done: int, total: int, what: str, unit: Unit) -> None:
    """A :data:`Progress` that does nothing."""


Span = tuple[float, float]
"""Where a part of the work begins, and how wide it is, as shares of all the work."""


class _Follower:
    """Who listens to this process, and the part of the work that is being done.

    Attributes:
        arrived: Called with the bytes read so far from a source whose size is not known.
        span: The part.
    """

    __slots__ = ("_report", "_reported", "arrived", "span")

    def __init__(self, report: Callable[[float], None], arrived: Callable[[int], None]) -> None:
        self._report, self.arrived = report, arrived
        self._reported = 0.0
        self.span: Span = (0.0, 1.0)

    def reach(self, share: float) -> None:
        """Report how far the part has come, if that is visibly further than what came before."""
        start, width = self.span
        at = start + width * share
        if at >= self._reported + FINEST:
            self._reported = at
            self._report(at)

    def inside(self, begin: float, end: float) -> Span:
        """The part of the part between two shares of it."""
        start, width = self.span
        return start + width * begin, width * (end - begin)

    def is_divided(self) -> bool:
        """Whether the part is wide enough to be divided."""
        return self.span[1] >= FINEST

    @contextmanager
    def doing(self, span: Span) -> Iterator[None]:
        """Take another part, and give it back at the end.

        A loop that is left early, or by an error that is kept, gives it back late: not then, where
        another part is being done.
        """
        before, self.span = self.span, span
        try:
            yield
        finally:
            if self.span is span:
                self.span = before


_follower: _Follower | None = None
"""Work in several threads has one follower: only the command line has any."""


def _ignore(count: int) -> None:
    pass


@contextmanager
def followed(
    report: Callable[[float], None], arrived: Callable[[int], None] = _ignore
) -> Iterator[None]:
    """Report how far what is done inside has come."""
    global _follower
    before, _follower = _follower, _Follower(report, arrived)
    try:
        yield
    finally:
        _follower = before


def arrived(count: int) -> None:
    """Say how many bytes have been read from a source whose size is not known."""
    if _follower is not None:
        _follower.arrived(count)


def reached(share: float) -> None:
    """Say how far the part of the work has come that is being done."""
    if _follower is not None:
        _follower.reach(share)


@contextmanager
def between(begin: float, end: float) -> Iterator[None]:
    """Take what is done inside for the part between two shares."""
    follower = _follower
    if follower is None:
        yield
        return
    before = follower.span
    follower.span = follower.inside(begin, end)
    try:
        yield
    finally:
        follower.span = before
    follower.reach(end)


def step(index: int, of: int) -> AbstractContextManager[None]:
    """Take what is done inside for one of equal steps, the first being 0."""
    return between(index / of, (index + 1) / of)


def moving(items: Collection[T]) -> Iterable[T]:
    """The items of a list or mapping; each is a part of the work, by how much is in it."""
    follower = _follower
    if follower is None or not follower.is_divided():
        return items
    if len(items) * FINEST > follower.span[1]:
        return _in_chunks(follower, items, len(items))
    size: Callable[[Any], int] = _size_of_pair if isinstance(items, ItemsView) else _size
    return _along(follower, items, size, sum(map(size, items)))


def mover() -> Mover | None:
    """:func:`moving`, or None where nobody follows: for what is too quick to call it in vain."""
    return None if _follower is None else moving


def counted(items: Iterable[T], count: int) -> Iterable[T]:
    """Items of a known number, each an equal part of the work."""
    follower = _follower
    if follower is None or not follower.is_divided():
        return items
    return _in_chunks(follower, items, count)


def along(items: Iterable[T], size: Callable[[T], float], whole: float) -> Iterable[T]:
    """Items of different sizes, ``whole`` in all; each is a part of the work by its size."""
    follower = _follower
    if follower is None or not follower.is_divided():
        return items
    return _along(follower, items, size, whole)


def stepping(items: Iterable[T], share: Callable[[T], float]) -> Iterable[T]:
    """Items of an unknown number; ``share`` tells how far the work is at one of them."""
    follower = _follower
    if follower is None or not follower.is_divided():
        return items
    return _stepping(follower, items, share)


def passing(most: int) -> Callable[[T], T] | None:
    """A function that returns what it is given, and takes it for one of at most ``most`` items.

    It is for a library that calls a function for each item. None where nobody follows.
    """
    follower = _follower
    if follower is None:
        return None
    passed = 0

    def passes(item: T) -> T:
        nonlocal passed
        passed += 1
        if passed % _AT_ONCE == 0:
            follower.reach(min(1.0, passed / most))
        return item

    return passes


def _in_chunks(follower: _Follower, items: Iterable[T], count: int) -> Iterator[T]:
    size = max(1, ceil(count * FINEST / follower.span[1]))
    iterator = iter(items)
    for done in range(0, count, size):
        with follower.doing(follower.inside(0.0, 0.0)):
            yield from islice(iterator, size)
        follower.reach(min(1.0, (done + size) / count))


def _along(
    follower: _Follower, items: Iterable[T], size: Callable[[T], float], whole: float
) -> Iterator[T]:
    done = 0.0
    for item in items:
        end = done + size(item)
        with follower.doing(follower.inside(done / whole, end / whole)):
            yield item
        done = end
        follower.reach(done / whole)


def _stepping(follower: _Follower, items: Iterable[T], share: Callable[[T], float]) -> Iterator[T]:
    iterator = iter(items)
    for item in iterator:
        with follower.doing(follower.inside(0.0, 0.0)):
            yield item
            yield from islice(iterator, _AT_ONCE - 1)
        follower.reach(share(item))


def _size(value: Any, levels: int = 3) -> int:
    """How much is in a value, in values: counted near its top, and by its items further down."""
    if isinstance(value, str):
        return 1 + len(value) // 64  # as long as some ten values
    if not isinstance(value, (dict, list)):
        return 1
    if not levels or len(value) > 20:
        return 1 + len(value)
    inside = value.values() if isinstance(value, dict) else value
    return 1 + sum(_size(each, levels - 1) for each in inside)


def _size_of_pair(pair: tuple[Any, Any]) -> int:
    return _size(pair[1])
