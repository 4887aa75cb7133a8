"""Reads Python data: a plain copy of what JSON can hold, or one line on what it cannot.

Lists, tuples and dictionaries, text, numbers, booleans and None pass, subclasses as what they
extend. Dates and times become ISO text; Decimal and numpy scalars pass where they equal a JSON
number; a DataFrame is its records. Keys that are numbers, booleans or None become text as Python's
``json`` writes them. Everything else is an error with its path.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json, Payload
from tokbench.readers import frames
from tokbench.readers.common import MAX_REPEATED, TOO_DEEP, collector_paused
from tokbench.readers.python_scalars import date_text, is_date, key_text, scalar
from tokbench.text import child_path, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

_Container: TypeAlias = "dict[str, Json] | list[Json]"

_PLAIN = frozenset({str, bool, type(None)})
_SMALL = 1 << 64
_DATES_TOLD = "dates and times became ISO text"
_KEYS_TOLD = "keys that are no text became text"


@dataclass(slots=True)
class _Trail:
    """How a container was reached: from which other one, and under which key."""

    source: Any
    parent: _Trail | None
    key: str | int

    def path(self, key: str | int) -> str:
        """The path of what stands in the container under a key."""
        keys = [key, *(trail.key for trail in self._upwards() if trail.parent)]
        path = ""
        for each in keys[-2::-1]:  # the outermost key leads from the holder to the root
            path = child_path(path, each)
        return path

    def cycle(self) -> str | None:
        """Where a container stands inside itself on the way from the root, if one does."""
        seen: set[int] = set()
        for trail in reversed(list(self._upwards())):
            if id(trail.source) in seen and trail.parent:
                return trail.parent.path(trail.key)
            seen.add(id(trail.source))
        return None

    def _upwards(self) -> Iterator[_Trail]:
        trail: _Trail | None = self
        while trail is not None:
            yield trail
            trail = trail.parent


def from_python(data: object, name: str = "<data>") -> Payload:
    """Python data as a payload; the data are copied, never changed.

    Raises:
        InputError: The data hold what JSON cannot: the message has the path and the type.

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
    """Copies Python data into plain JSON kinds, and takes down what it had to turn into text."""

    def __init__(self) -> None:
        self._turned: dict[str, tuple[int, str]] = {}
        self._notes: list[str] = []
        self._seen: set[int] = set()
        self._kept: list[object] = []  # the identities in _seen stay those of living objects
        self._repeated = 0
        self._unfilled: list[tuple[_Trail, _Container, int]] = []

    def copy(self, data: object) -> Json:
        """The data as plain JSON kinds; it goes without recursion, so no data exhaust the stack.

        Raises:
            CannotRead: The data hold what JSON cannot.
        """
        root: list[Json] = []
        self._fill(_Trail([data], None, 0), root, 0)
        while self._unfilled:
            self._fill(*self._unfilled.pop())
        return root[0]

    def notes(self) -> tuple[str, ...]:
        """What was turned into text, how often, and where first."""
        turned = (
            f"{what}: {count}, the first at {printable(path) or '.'}"
            for what, (count, path) in self._turned.items()
        )
        return (*turned, *self._notes)

    def _fill(self, trail: _Trail, made: _Container, depth: int) -> None:
        if isinstance(made, list):
            for index, item in enumerate(trail.source):
                if type(item) in _PLAIN or _is_sound_number(item):
                    made.append(item)
                else:
                    made.append(self._value(item, trail, index, depth))
            return
        for key, item in trail.source.items():
            name = key if type(key) is str else self._key(key, trail)
            if name in made:
                raise _no(trail, name, "two keys become this one text")
            if type(item) in _PLAIN or _is_sound_number(item):
                made[name] = item
            else:
                made[name] = self._value(item, trail, name, depth)

    def _value(self, value: Any, trail: _Trail, key: str | int, depth: int) -> Json:
        if isinstance(value, (dict, list, tuple)):
            return self._container(_Trail(value, trail, key), depth + 1)
        if _is_frame(value):
            rows = frames.rows_of(value)
            self._notes += rows.notes
            self._kept.append(rows.records)
            return self._container(_Trail(rows.records, trail, key), depth + 1)
        try:
            if is_date(value):
                self._take_down(_DATES_TOLD, trail, key)
                return date_text(value)
            return scalar(value)
        except ValueError as error:
            raise _no(trail, key, str(error)) from None

    def _container(self, trail: _Trail, depth: int) -> _Container:
        source = trail.source
        if depth > MAX_DEPTH:
            cycle = trail.cycle()
            raise CannotRead(
                f"{printable(cycle)} is an object that holds it" if cycle else TOO_DEEP
            )
        if id(source) in self._seen:
            self._repeated += 1 + len(source)
            if self._repeated > MAX_REPEATED:
                raise CannotRead(f"repeated objects stand for more than {MAX_REPEATED:,} values")
        self._seen.add(id(source))
        made: _Container = {} if isinstance(source, dict) else []
        self._unfilled.append((trail, made, depth))
        return made

    def _key(self, key: object, trail: _Trail) -> str:
        try:
            name = key_text(key)
        except ValueError:
            reason = f"a key of the type {type(key).__name__} has no place in JSON: pass text"
            raise _no(trail.parent or trail, trail.key, reason) from None
        if not isinstance(key, str):
            self._take_down(_KEYS_TOLD, trail, name)
        return name

    def _take_down(self, what: str, trail: _Trail, key: str | int) -> None:
        count, first = self._turned.get(what) or (0, trail.path(key))
        self._turned[what] = (count + 1, first)


def _is_sound_number(value: Any) -> bool:
    """Whether it is a plain number that needs no closer look."""
    kind = type(value)
    if kind is int:
        return bool(-_SMALL < value < _SMALL)
    return kind is float and not value - value


def _no(trail: _Trail, key: str | int, reason: str) -> CannotRead:
    path = printable(trail.path(key))
    return CannotRead(f"{path}: {reason}" if path else reason)


def _is_frame(value: object) -> bool:
    """Whether it is a DataFrame, without importing pandas for those who do not use it."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)
