"""Reads Python data: makes a plain copy of what JSON can hold, and refuses the rest.

Lists, tuples, dictionaries, text, numbers, booleans and None are copied, instances of their
subclasses as the plain type. Dates and times become ISO text. Decimal and numpy scalars are read
where they equal a JSON number. A DataFrame is its records. Keys that are numbers, booleans or None
become text as Python's ``json`` writes them. Anything else is an error with its path.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json, Payload
from tokbench.progress import step, stepping
from tokbench.readers import frames
from tokbench.readers.common import MAX_REPEATED, TOO_DEEP, collector_paused
from tokbench.readers.python_scalars import date_text, is_date, key_text, scalar
from tokbench.text import path_of, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

_Container: TypeAlias = "dict[str, Json] | list[Json]"

_PLAIN = frozenset({str, bool, type(None)})
_SMALL = 1 << 64
_DATES = "dates and times became ISO text"
_KEYS = "keys that are not text became text"


@dataclass(slots=True)
class _Source:
    """A container to copy, the one that it is in, and its key there."""

    data: Any
    parent: _Source | None
    key: str | int

    def path(self, key: str | int) -> str:
        """The path of the value under a key."""
        keys = [key, *(source.key for source in self._upwards() if source.parent)]
        return path_of(keys[-2::-1])  # the last key leads from the holder to the root

    def cycle(self) -> str | None:
        """The path at which a container is inside itself, if one is, on the way from the root."""
        seen: set[int] = set()
        for source in reversed(list(self._upwards())):
            if id(source.data) in seen and source.parent:
                return source.parent.path(source.key)
            seen.add(id(source.data))
        return None

    def _upwards(self) -> Iterator[_Source]:
        source: _Source | None = self
        while source is not None:
            yield source
            source = source.parent


def from_python(data: object, name: str = "<data>") -> Payload:
    """Python data as a payload; the data are copied, never changed.

    Raises:
        InputError: The data have a value that JSON does not; the message has its path and type.

    >>> import datetime
    >>> from_python({"when": datetime.date(2024, 1, 5), "size": (3, 4)}).data
    {'when': '2024-01-05', 'size': [3, 4]}
    """
    copier = Copier()
    try:
        with collector_paused():
            copied = copier.copy(data)
    except CannotRead as error:
        raise error.of_source(name) from None
    return Payload(name, copied, notes=copier.notes())


class Copier:
    """Copies Python data into plain JSON kinds, and counts what became text."""

    def __init__(self) -> None:
        self._turned: dict[str, tuple[int, str]] = {}
        self._notes: list[str] = []
        self._seen: set[int] = set()
        self._kept: list[object] = []  # so that no identity in _seen is given to another object
        self._repeated = 0
        self._unfilled: list[tuple[_Source, _Container, int]] = []

    def copy(self, data: object) -> Json:
        """The data as plain JSON kinds. No depth of data exhausts the stack: nothing recurses.

        Raises:
            CannotRead: The data have a value that JSON does not.
        """
        root: list[Json] = []
        with step(0, 2):
            self._fill(_Source([data], None, 0), root, 0)
        with step(1, 2):
            for _ in stepping(enumerate(self._filled()), self._share):
                pass
        return root[0]

    def _filled(self) -> Iterator[None]:
        """Fill what is not filled yet, one by one."""
        while self._unfilled:
            self._fill(*self._unfilled.pop())
            yield

    def _share(self, filled: tuple[int, None]) -> float:
        return filled[0] / (filled[0] + len(self._unfilled) + 1)

    def notes(self) -> tuple[str, ...]:
        """What was turned into text, how often, and where first."""
        turned = (
            f"{what}: {count}, the first at {printable(path) or '.'}"
            for what, (count, path) in self._turned.items()
        )
        return (*turned, *self._notes)

    def _fill(self, source: _Source, made: _Container, depth: int) -> None:
        if isinstance(made, list):
            for index, item in enumerate(source.data):
                if type(item) in _PLAIN or _is_sound_number(item):
                    made.append(item)
                else:
                    made.append(self._value(item, source, index, depth))
            return
        for key, item in source.data.items():
            name = key if type(key) is str else self._key(key, source)
            if name in made:
                raise _at(source.path(name), CannotRead("two keys become this one text"))
            if type(item) in _PLAIN or _is_sound_number(item):
                made[name] = item
            else:
                made[name] = self._value(item, source, name, depth)

    def _value(self, value: Any, source: _Source, key: str | int, depth: int) -> Json:
        if isinstance(value, (dict, list, tuple)):
            return self._container(_Source(value, source, key), depth + 1)
        if _is_frame(value):
            rows = frames.rows_of(value)
            self._notes += rows.notes
            self._kept.append(rows.records)
            return self._container(_Source(rows.records, source, key), depth + 1)
        if is_date(value):
            self._count(_DATES, source, key)
            return date_text(value)
        try:
            return scalar(value)
        except CannotRead as error:
            raise _at(source.path(key), error) from None

    def _container(self, source: _Source, depth: int) -> _Container:
        data = source.data
        if depth > MAX_DEPTH:
            cycle = source.cycle()
            if cycle is None:
                raise CannotRead(TOO_DEEP)
            raise CannotRead("an object is inside itself", place=printable(cycle))
        if id(data) in self._seen:
            self._repeated += 1 + len(data)
            if self._repeated > MAX_REPEATED:
                raise CannotRead(f"repeated objects add up to more than {MAX_REPEATED:,} values")
        self._seen.add(id(data))
        made: _Container = {} if isinstance(data, dict) else []
        self._unfilled.append((source, made, depth))
        return made

    def _key(self, key: object, source: _Source) -> str:
        try:
            name = key_text(key)
        except CannotRead:
            reason = f"a key of the type {type(key).__name__} is not a JSON key"
            path = source.parent.path(source.key) if source.parent else ""
            raise _at(path, CannotRead(reason, hint="pass text")) from None
        if not isinstance(key, str):
            self._count(_KEYS, source, name)
        return name

    def _count(self, what: str, source: _Source, key: str | int) -> None:
        count, first = self._turned.get(what) or (0, source.path(key))
        self._turned[what] = (count + 1, first)


def _is_sound_number(value: Any) -> bool:
    """Whether it is a plain number that is copied as it is."""
    kind = type(value)
    if kind is int:
        return bool(-_SMALL < value < _SMALL)
    return kind is float and isfinite(value)


def _at(path: str, error: CannotRead) -> CannotRead:
    return error.within(printable(path)) if path else error


def _is_frame(value: object) -> bool:
    """Whether it is a DataFrame, without importing pandas for those who do not use it."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)
