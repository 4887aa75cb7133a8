"""What differs between the data and what came back: problems, their verdict, and notes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from tokbench.fidelity.places import Place, Side, keys_to, path_text, short
from tokbench.fidelity.sameness import (
    is_nothing,
    matched,
    same_bytes,
    same_number,
    same_scalar,
    same_text,
    sort_of,
    what_looks_alike,
)
from tokbench.payload import Json, Table, kind_of
from tokbench.progress import moving, stepping
from tokbench.result import Fidelity, Problem, ProblemKind, RoundTripVerdict
from tokbench.serializers.cells import cell
from tokbench.text import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tokbench.fidelity.part import Part

LISTED = 20
"""How many problems a verdict lists; it counts them all."""

_BLOCK_SIZE = 16
"""How many items of a long list are compared at once, before each of them is."""

_SentAndBack: TypeAlias = "tuple[Place, Json, Json]"
"""A place, the value that was sent there, and the value that came back."""


class Differences:
    """What differs between the data and what came back, in the order of the data.

    Args:
        keep_places: Whether to keep every problem's place, for :meth:`add_ambiguous_texts`.
        part: The part of a payload that the data are, where they are not all of it.

    Attributes:
        emptied: Places, by their keys without indices, where a missing key or the empty text came
            back as null: in a table, its columns.
    """

    def __init__(self, *, keep_places: bool, part: Part | None = None) -> None:
        self._part = part
        self.emptied: set[tuple[str, ...]] = set()
        self._problems: list[Problem] = []
        self._keep_places = keep_places
        self._places: set[Place] = set()
        self._count = 0
        self._lossy = False
        self._alike: set[tuple[str, str]] = set()  # of sorts of values
        self._reordered = self._respelled = 0
        self._first_reordered = self._first_respelled = ""

    def compare(self, data: Json, got: Json) -> None:
        """Collect every difference; a stack instead of recursion, so that any depth works."""
        if same_bytes(data, got):
            return
        stack: list[_SentAndBack] = [(None, data, got)]
        taken = enumerate(_popped(stack))
        for _, (place, sent, back) in stepping(taken, lambda each: _share(each[0], len(stack))):
            if isinstance(sent, dict) and isinstance(back, dict):
                stack.extend(reversed(self._objects(place, sent, back)))
            elif isinstance(sent, list) and isinstance(back, list):
                stack.extend(reversed(self._lists(place, sent, back)))
            else:
                self._others(place, sent, back)

    def add_ambiguous_texts(
        self, tables: Iterable[Table], ambiguity: Callable[[str], str | None]
    ) -> None:
        """Collect the names and cells that other readers may understand differently."""
        for table in tables:
            root: Place = None if table.name is None else (None, table.name)
            for place, name in [(root, table.name), *(((root, key), key) for key in table.columns)]:
                if name is not None and (reason := ambiguity(name)):
                    self._ambiguous(place, "key", name, reason)
            for index, record in enumerate(moving(table.records)):
                for key, value in record.items():
                    if isinstance(value, (str, list, dict)) and (reason := ambiguity(cell(value))):
                        self._ambiguous(((root, index), key), "value", cell(value), reason)

    def _ambiguous(self, place: Place, kind: ProblemKind, text: str, reason: str) -> None:
        if place not in self._places:  # what did not come back is a problem already
            self._add(place, kind, text, text, lossy=False, ambiguity=reason)

    def fidelity(self) -> Fidelity:
        """The verdict over all that was collected."""
        notes = []
        least = "at least " if self._part else ""
        if self._reordered:
            objects = least + plural(self._reordered, "object")
            notes.append(f"another key order in {objects}, first {self._first_reordered}")
        if self._respelled:
            numbers = least + plural(self._respelled, "number")
            notes.append(f"another spelling of {numbers}, first {self._first_respelled}")
        verdict: RoundTripVerdict = (
            "lossy" if self._lossy else "ambiguous" if self._count else "lossless"
        )
        alike = () if self._lossy else what_looks_alike(self._alike)
        found = Fidelity(verdict, self._count, tuple(self._problems), tuple(notes), alike)
        part = self._part
        return replace(found, checked=part.checked, of=part.of) if part else found

    def _objects(
        self, place: Place, sent: dict[str, Json], back: dict[str, Json]
    ) -> list[_SentAndBack]:
        """Compare the keys; the pairs of values that are still to be compared."""
        if sent.keys() != back.keys():
            return self._other_keys(place, sent, back)
        if list(sent) != list(back):
            self._reordered += 1
            self._first_reordered = self._first_reordered or self._path(place) or "."
        return [
            ((place, key), value, back[key])
            for key, value in sent.items()
            if not same_scalar(value, back[key])
        ]

    def _other_keys(
        self, place: Place, sent: dict[str, Json], back: dict[str, Json]
    ) -> list[_SentAndBack]:
        keys = matched(tuple(sent), tuple(back))
        for key in keys.gone:
            self._add((place, key), "missing", sent[key], ..., lossy=not is_nothing(sent[key]))
        for key in keys.added:
            self._add((place, key), "missing", ..., back[key], lossy=not is_nothing(back[key]))
        for key, name in keys.renamed:
            self._add((place, key), "key", key, name)
        return [
            ((place, key), sent[key], back[name])
            for key, name in keys.pairs
            if not same_scalar(sent[key], back[name])
        ]

    def _lists(self, place: Place, sent: list[Json], back: list[Json]) -> list[_SentAndBack]:
        """Compare the lengths; the pairs of items that are still to be compared."""
        for index in range(len(back), len(sent)):
            self._add((place, index), "structure", sent[index], ...)
        for index in range(len(sent), len(back)):
            self._add((place, index), "structure", ..., back[index])
        pairs: list[_SentAndBack] = []
        for start in range(0, min(len(sent), len(back)), _BLOCK_SIZE):
            ours, theirs = sent[start : start + _BLOCK_SIZE], back[start : start + _BLOCK_SIZE]
            if len(sent) <= _BLOCK_SIZE or not same_bytes(ours, theirs):
                both = enumerate(zip(ours, theirs, strict=False), start)
                pairs += [((place, at), a, b) for at, (a, b) in both if not same_scalar(a, b)]
        return pairs

    def _others(self, place: Place, sent: Json, back: Json) -> None:
        """Compare scalars, or values of two kinds."""
        kinds = {kind_of(sent), kind_of(back)}
        if isinstance(sent, (int, float)) and isinstance(back, (int, float)) and len(kinds) == 1:
            self._numbers(place, sent, back)
        elif len(kinds) == 1:
            if sent != back:
                self._add(place, "value", sent, back)
        elif kinds & {"array", "object"}:
            self._add(place, "structure", sent, back)
        else:
            self._add(place, "kind", sent, back, lossy=not same_text(sent, back))

    def _numbers(self, place: Place, sent: float, back: float) -> None:
        if not same_number(sent, back):
            self._add(place, "value", sent, back)
        elif repr(sent) != repr(back):
            self._respelled += 1
            self._first_respelled = self._first_respelled or (
                f"{self._path(place) or '.'}: {short(sent)} came back as {short(back)}"
            )

    def _add(
        self,
        place: Place,
        kind: ProblemKind,
        sent: Side,
        back: Side,
        *,
        lossy: bool = True,
        ambiguity: str = "",
    ) -> None:
        self._count += 1
        self._lossy |= lossy
        if self._keep_places:
            self._places.add(place)
        if back is None and sent in ("", ...):
            self.emptied.add(tuple(key for key in keys_to(place) if isinstance(key, str)))
        if not lossy:
            self._alike.add(("text", "markup") if ambiguity else (sort_of(sent), sort_of(back)))
        if len(self._problems) < LISTED:
            got = f"itself, but {ambiguity}" if ambiguity else short(back)
            self._problems.append(Problem(self._path(place), kind, short(sent), got))

    def _path(self, place: Place) -> str:
        keys = keys_to(place)
        return path_text(self._part.keys_in_whole(keys) if self._part else keys)


def _popped(stack: list[_SentAndBack]) -> Iterator[_SentAndBack]:
    while stack:
        yield stack.pop()


def _share(done: int, left: int) -> float:
    return done / (done + left + 1)
