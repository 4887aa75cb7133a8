"""A part of a large payload that speaks for the whole when it is read back.

One scan of all the data finds the records to read: for every place in a record and every trap there
(:mod:`tokbench.fidelity.traps`) the first few that have it, those where a key is absent, those that
decide how a column is read, and an even spread of the rest. The part has the same columns in the
same order.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import compress, islice
from typing import TYPE_CHECKING, Any, TypeAlias

from tokbench.errors import CannotRender
from tokbench.fidelity.traps import (
    MOST_EXACT,
    RARE,
    Ambiguity,
    is_plain,
    may_hold_markup,
    number_trap,
    same_numbers,
    spells_number,
    text_traps,
)
from tokbench.payload import Payload
from tokbench.progress import moving, reached
from tokbench.readers.common import collector_paused
from tokbench.serializers.cells import cell

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from tokbench.payload import Json, Record

EACH = 8
"""How many records are read back for each trap at each place."""

SPREAD = 200
"""How many records are read back wherever they are, evenly spread."""

MOST_PLACES = 2_000
"""How many different places records may have; with more, keys are data, and all is read back."""

LARGEST_PART = 3.0
"""A part of more than one record in this many is not worth its scan: all is read back instead."""

_Values: TypeAlias = "tuple[list[Any], Sequence[int], int]"
"""The values of one place in all records, the number of the record of each, and the depth.

The records themselves have depth 0, their values 1; what is inside a list has none, which is -1."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the records of a payload.

    Attributes:
        payload: A payload of those records alone.
        numbers: For each table, by its name, the numbers of the records in the whole payload.
        checked: How many records they are.
        of: How many records the payload has.
    """

    payload: Payload
    numbers: Mapping[str | None, Sequence[int]]
    checked: int
    of: int

    def keys_in_whole(self, keys: list[str | int]) -> list[str | int]:
        """Where in the whole payload something is that is here in the part."""
        depth = 0 if None in self.numbers else 1
        if len(keys) <= depth:
            return keys
        numbers = self.numbers[None if depth == 0 else str(keys[0])]
        index = keys[depth]
        if isinstance(index, int) and index < len(numbers):
            return [*keys[:depth], numbers[index], *keys[depth + 1 :]]
        return keys


def part_of(payload: Payload, ambiguities: Sequence[Ambiguity]) -> Part | None:
    """The records of a payload's tables to read back, or None where all of it must be.

    Args:
        payload: The payload.
        ambiguities: The tests of cells that the formats have.
    """
    if payload.records is None:
        return None
    data: Any = payload.data
    tables: dict[str | None, Any] = data if isinstance(data, dict) else {None: data}
    numbers: dict[str | None, Sequence[int]] = {}
    for name, records in moving(tables.items()):
        chosen = _Scan(ambiguities).records_of(records)
        if chosen is None:
            return None
        numbers[name] = chosen
    checked = sum(map(len, numbers.values()))
    if checked * LARGEST_PART > payload.records:
        return None
    kept: dict[Any, Json] = {
        name: [records[number] for number in numbers[name]] for name, records in tables.items()
    }
    small = Payload(payload.name, kept if isinstance(data, dict) else kept[None])
    return Part(small, numbers, checked, payload.records)


class _Scan:
    """One scan of the records of a table, place by place."""

    def __init__(self, ambiguities: Sequence[Ambiguity]) -> None:
        self._ambiguities = ambiguities
        self._chosen: set[int] = set()
        self._places: list[_Values] = []

    def records_of(self, records: list[Record]) -> list[int] | None:
        """The numbers of the records to read back, in order; None where all must be read."""
        count = len(records)
        self._chosen.update(range(0, count, max(1, count // SPREAD)))
        self._places = [(list(records), range(count), 0)]
        with collector_paused(), suppress(CannotRender):  # where there is a NaN or an infinity
            for seen in range(MOST_PLACES):
                if not self._places:
                    return sorted(self._chosen)
                self._place(*self._places.pop())
                reached(seen / (seen + len(self._places) + 1))
        return None

    def _place(self, values: list[Any], owners: Sequence[int], depth: int) -> None:
        """Choose records by the values of one place, and note the places inside them."""
        kinds = list(map(type, values))
        fall_together = False
        for kind in sorted(set(kinds), key=str):
            chosen = [each is kind for each in kinds]
            every = all(chosen)
            of_kind = values if every else list(compress(values, chosen))
            theirs = owners if every else list(compress(owners, chosen))
            self._chosen.update(theirs[:EACH])
            if kind is dict:
                self._objects(of_kind, theirs, depth)
            elif kind is list:
                self._lists(of_kind, theirs)
            elif kind is str:
                fall_together |= self._texts(of_kind, theirs, depth)
            elif kind is not type(None):
                fall_together |= self._numbers(of_kind, theirs)
        if depth > 0 and fall_together:
            self._chosen.update(same_numbers(values, owners, EACH))
        if depth == 1 and self._ambiguities and not {dict, list}.isdisjoint(kinds):
            self._nested_cells(values, owners)

    def _objects(self, objects: list[Record], owners: Sequence[int], depth: int) -> None:
        """Choose where a key is absent; each key is a place."""
        by_keys: dict[tuple[str, ...], list[int]] = {}
        for at, each in enumerate(objects):
            by_keys.setdefault(tuple(each), []).append(at)
        self._chosen.update(owners[found[0]] for found in islice(by_keys.values(), EACH))
        having: dict[str, list[int]] = {}
        for keys, found in by_keys.items():
            for key in keys:
                having.setdefault(key, []).extend(found)
        deeper = depth + 1 if depth >= 0 else depth
        for key, found in having.items():
            if len(found) == len(objects):
                self._places.append(([each[key] for each in objects], owners, deeper))
                continue
            present = set(found)
            absent = (at for at in range(len(objects)) if at not in present)
            self._chosen.update(owners[at] for at in islice(absent, EACH))
            found.sort()
            values = [objects[at][key] for at in found]
            self._places.append((values, [owners[at] for at in found], deeper))

    def _lists(self, lists: list[list[Json]], owners: Sequence[int]) -> None:
        """Choose by length and by what is mixed in a list; all items are one place."""
        self._traps(((_list_trap(each),) for each in lists), owners)
        items = [item for each in lists for item in each]
        theirs = [owner for each, owner in zip(lists, owners, strict=True) for _ in each]
        if items:
            self._places.append((items, theirs, -1))

    def _texts(self, texts: list[str], owners: Sequence[int], depth: int) -> bool:
        """Choose by the traps of texts; whether one of them spells a number."""
        odd = [(at, text) for at, text in enumerate(texts) if not is_plain(text)]
        if len(odd) < len(texts):
            plain = (at for at, text in enumerate(texts) if is_plain(text))
            self._chosen.update(owners[at] for at in islice(plain, EACH))
        ambiguities = self._ambiguities if depth == 1 else ()
        self._traps(
            (text_traps(text, ambiguities) for _, text in odd), [owners[at] for at, _ in odd]
        )
        return any(spells_number(text) for _, text in odd)

    def _numbers(self, numbers: list[Any], owners: Sequence[int]) -> bool:
        """Choose by the traps of numbers and booleans; whether a float equals an integer."""
        if type(numbers[0]) is int and min(numbers) >= 0 and max(numbers) < MOST_EXACT:
            return False
        self._traps(((number_trap(each),) for each in numbers), owners)
        return any(type(each) is float and each.is_integer() for each in numbers)

    def _nested_cells(self, values: list[Any], owners: Sequence[int]) -> None:
        """Choose by what is ambiguous in the JSON that is the cell of a list or an object."""
        nested = [at for at, each in enumerate(values) if isinstance(each, (dict, list))]
        if not may_hold_markup(cell([values[at] for at in nested])):
            return
        for ambiguity in self._ambiguities:
            reasons = ((ambiguity(cell(values[at])),) for at in nested)
            self._traps(reasons, [owners[at] for at in nested])

    def _traps(self, traps: Iterable[Iterable[Hashable]], owners: Iterable[int]) -> None:
        """Choose the first owners of each trap, and all of a rare one."""
        found: dict[Hashable, int] = {}
        for of_value, owner in zip(traps, owners, strict=True):
            for trap in of_value:
                before = found.get(trap, 0)
                if before < EACH or trap == RARE:
                    found[trap] = before + 1
                    self._chosen.add(owner)


def _list_trap(items: list[Json]) -> Hashable:
    """Whether a list has none, one or more items, their kinds, and whether objects share keys."""
    objects = [frozenset(item) for item in items if isinstance(item, dict)]
    return min(len(items), 2), frozenset(map(type, items)), len(set(objects)) > 1
