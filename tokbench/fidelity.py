"""The round trip: read a rendering back, and compare what comes back with the data.

Two values are the same when they are of one JSON kind (``true`` is not ``1``, ``1`` is not ``"1"``)
and equal within it: integers exactly, a float as a float, NaN as itself, text code point by code
point. A number that comes back in another spelling (``1.0`` as ``1``) and keys that come back in
another order are notes. All else is a problem, and the worst problem decides the verdict.
"""

from __future__ import annotations

import json
import marshal
import math
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tokbench.errors import CannotRender, TokbenchError
from tokbench.payload import Json, Payload, Record, Table, kind_of
from tokbench.readers.common import collector_paused
from tokbench.result import Fidelity, Problem, ProblemKind, RoundTripVerdict
from tokbench.serializers.cells import cell
from tokbench.text import path_of, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import EllipsisType

    from tokbench.serializers import Format

LISTED = 20
"""How many problems a verdict lists; it counts them all."""

_BLOCK_SIZE = 16
"""How many items of a long list are compared at once, before each of them is."""

_VALUE_WIDTH = 80
_PATH_WIDTH = 200

_SCALARS = frozenset({str, int, bool, float, type(None)})

_EMPTY = ("null", "missing", '""')
"""What an empty cell may stand for."""

_Place: TypeAlias = "tuple[_Place, str | int] | None"
"""Where a value is: the place of the list or object that holds it, and its key or index there.

None is the root. The path is only written out when it is reported."""

_SentAndBack: TypeAlias = "tuple[_Place, Json, Json]"
"""A place, the value that was sent there, and the value that came back."""

_Side: TypeAlias = "Json | EllipsisType"
"""A value that was sent or came back; ``...`` where there was none."""


def check(payload: Payload, form: Format, rendering: str) -> Fidelity:
    """What comes back when a rendering of the payload is read by its format's own rules.

    The verdict is ``off`` for a format that has no reader. A rendering that cannot be read at all
    is ``lossy``, with the reader's reason as the one problem. A byte-order mark at the start is
    ignored, since whatever reads the saved text drops it.
    """
    if form.read is None:
        return Fidelity("off", notes=(f"{form.name} has no reader: nothing was checked",))
    with collector_paused():
        try:
            got = form.read(rendering.removeprefix("\ufeff"))
        except TokbenchError as error:
            problem = Problem("", "structure", _short(payload.data), _cut(str(error), _PATH_WIDTH))
            return Fidelity("lossy", 1, (problem,))
        found = _Differences(keep_places=form.ambiguity is not None)
        found.compare(payload.data, got)
        if form.ambiguity is not None:
            found.add_ambiguous_texts(payload, form.ambiguity)
    fidelity = found.fidelity()
    return replace(fidelity, notes=(*fidelity.notes, *_shared_cells(payload, found.emptied)))


class _Differences:
    """What differs between the data and what came back, in the order of the data.

    Args:
        keep_places: Whether to keep every problem's place, for :meth:`add_ambiguous_texts`.

    Attributes:
        emptied: Places, by their keys without indices, where a missing key or the empty text came
            back as null: in a table, its columns.
    """

    def __init__(self, *, keep_places: bool) -> None:
        self.emptied: set[tuple[str, ...]] = set()
        self._problems: list[Problem] = []
        self._keep_places = keep_places
        self._places: set[_Place] = set()
        self._count = 0
        self._lossy = False
        self._reordered = self._respelled = 0
        self._first_reordered = self._first_respelled = ""

    def compare(self, data: Json, got: Json) -> None:
        """Collect every difference; a stack instead of recursion, so that any depth works."""
        if _same_bytes(data, got):
            return
        stack: list[_SentAndBack] = [(None, data, got)]
        while stack:
            place, sent, back = stack.pop()
            if isinstance(sent, dict) and isinstance(back, dict):
                stack += reversed(self._objects(place, sent, back))
            elif isinstance(sent, list) and isinstance(back, list):
                stack += reversed(self._lists(place, sent, back))
            else:
                self._others(place, sent, back)

    def add_ambiguous_texts(self, payload: Payload, ambiguity: Callable[[str], str | None]) -> None:
        """Collect the names and cells that other readers may understand differently."""
        for table in _tables(payload):
            root: _Place = None if table.name is None else (None, table.name)
            for place, name in [(root, table.name), *(((root, key), key) for key in table.columns)]:
                if name is not None and (reason := ambiguity(name)):
                    self._ambiguous(place, "key", name, reason)
            for index, record in enumerate(table.records):
                for key, value in record.items():
                    if isinstance(value, (str, list, dict)) and (reason := ambiguity(cell(value))):
                        self._ambiguous(((root, index), key), "value", cell(value), reason)

    def _ambiguous(self, place: _Place, kind: ProblemKind, text: str, reason: str) -> None:
        if place not in self._places:  # what did not come back is a problem already
            self._add(place, kind, text, text, lossy=False, ambiguity=reason)

    def fidelity(self) -> Fidelity:
        """The verdict over all that was collected."""
        notes = []
        if self._reordered:
            objects = plural(self._reordered, "object")
            notes.append(f"another key order in {objects}, first {self._first_reordered}")
        if self._respelled:
            numbers = plural(self._respelled, "number")
            notes.append(f"another spelling of {numbers}, first {self._first_respelled}")
        verdict: RoundTripVerdict = (
            "lossy" if self._lossy else "ambiguous" if self._count else "lossless"
        )
        return Fidelity(verdict, self._count, tuple(self._problems), tuple(notes))

    def _objects(
        self, place: _Place, sent: dict[str, Json], back: dict[str, Json]
    ) -> list[_SentAndBack]:
        """Compare the keys; the pairs of values that are still to be compared."""
        if sent.keys() != back.keys():
            return self._other_keys(place, sent, back)
        if list(sent) != list(back):
            self._reordered += 1
            self._first_reordered = self._first_reordered or _path(place) or "."
        return [
            ((place, key), value, back[key])
            for key, value in sent.items()
            if not _same_scalar(value, back[key])
        ]

    def _other_keys(
        self, place: _Place, sent: dict[str, Json], back: dict[str, Json]
    ) -> list[_SentAndBack]:
        keys = _matched(tuple(sent), tuple(back))
        for key in keys.gone:
            self._add((place, key), "missing", sent[key], ...)
        for key in keys.added:
            self._add((place, key), "missing", ..., back[key])
        if len(self._problems) < LISTED:
            for key, name in keys.renamed:
                self._add((place, key), "key", key, name)
        elif keys.renamed:  # every key of every record, where all have short ones
            self._count += len(keys.renamed)
            self._lossy = True
        return [
            ((place, key), sent[key], back[name])
            for key, name in keys.pairs
            if not _same_scalar(sent[key], back[name])
        ]

    def _lists(self, place: _Place, sent: list[Json], back: list[Json]) -> list[_SentAndBack]:
        """Compare the lengths; the pairs of items that are still to be compared."""
        for index in range(len(back), len(sent)):
            self._add((place, index), "structure", sent[index], ...)
        for index in range(len(sent), len(back)):
            self._add((place, index), "structure", ..., back[index])
        pairs: list[_SentAndBack] = []
        for start in range(0, min(len(sent), len(back)), _BLOCK_SIZE):
            ours, theirs = sent[start : start + _BLOCK_SIZE], back[start : start + _BLOCK_SIZE]
            if len(sent) <= _BLOCK_SIZE or not _same_bytes(ours, theirs):
                both = enumerate(zip(ours, theirs, strict=False), start)
                pairs += [((place, at), a, b) for at, (a, b) in both if not _same_scalar(a, b)]
        return pairs

    def _others(self, place: _Place, sent: Json, back: Json) -> None:
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
            self._add(place, "kind", sent, back, lossy=not _same_text(sent, back))

    def _numbers(self, place: _Place, sent: float, back: float) -> None:
        if not _same_number(sent, back):
            self._add(place, "value", sent, back)
        elif repr(sent) != repr(back):
            self._respelled += 1
            self._first_respelled = self._first_respelled or (
                f"{_path(place) or '.'}: {_short(sent)} came back as {_short(back)}"
            )

    def _add(
        self,
        place: _Place,
        kind: ProblemKind,
        sent: _Side,
        back: _Side,
        *,
        lossy: bool = True,
        ambiguity: str = "",
    ) -> None:
        self._count += 1
        self._lossy |= lossy
        if self._keep_places:
            self._places.add(place)
        if back is None and sent in ("", ...):
            self.emptied.add(tuple(key for key in _keys(place) if isinstance(key, str)))
        if len(self._problems) < LISTED:
            got = f"itself, but {ambiguity}" if ambiguity else _short(back)
            self._problems.append(Problem(_path(place), kind, _short(sent), got))


def _same_bytes(data: Json, got: Json) -> bool:
    """Whether both are the same down to spelling and key order, at C speed.

    Marshal's version 2 writes types and exact values without references, so equal bytes prove
    equal data (JSON text would not: two halves of an emoji escape as the emoji itself does).
    Different bytes prove nothing. What it cannot write is left to the slow comparison.
    """
    try:
        return marshal.dumps(data, 2) == marshal.dumps(got, 2)
    except ValueError:
        return False


def _same_scalar(sent: Json, back: Json) -> bool:
    """A quick yes for most pairs; after a no, the pair is still to be compared."""
    kind = type(sent)
    if kind is not type(back) or kind not in _SCALARS:
        return False
    return sent == back and (kind is not float or sent != 0)


def _same_number(sent: float, back: float) -> bool:
    """Equal as numbers: as doubles where a float was sent, else to the last digit."""
    if not isinstance(sent, float):
        return sent == back
    try:
        double = float(back)
    except OverflowError:
        return False
    return sent == double or (math.isnan(sent) and math.isnan(double))


def _same_text(sent: Json, back: Json) -> bool:
    """Whether one is a text that spells the other: ``42``, ``1.10`` or empty, but not ``007``."""
    text, scalar = (sent, back) if isinstance(sent, str) else (back, sent)
    if not isinstance(text, str):
        return False
    try:
        spelled = json.loads(text) if text else None
    except ValueError:
        return False
    if isinstance(spelled, float) and isinstance(scalar, float):
        return _same_number(spelled, scalar)
    return type(spelled) is type(scalar) and spelled == scalar


class _KeyMatch(NamedTuple):
    """How the keys of an object match those of the object that came back.

    Attributes:
        pairs: The keys that came back, each with its name there.
        renamed: Those of the pairs whose name changed.
        gone: The keys that did not come back.
        added: The keys that came back but were not sent.
    """

    pairs: list[tuple[str, str]]
    renamed: list[tuple[str, str]]
    gone: list[str]
    added: list[str]


@lru_cache(maxsize=64)
def _matched(sent: tuple[str, ...], back: tuple[str, ...]) -> _KeyMatch:
    """Match keys; in objects of one size, a key gone and another in its position is a rename."""
    before, after = set(sent), set(back)
    renamed: dict[str, str] = {}
    if len(sent) == len(back):
        sides = zip(sent, back, strict=True)
        renamed = {old: new for old, new in sides if old not in after and new not in before}
    known = before | set(renamed.values())
    return _KeyMatch(
        pairs=[(key, renamed.get(key, key)) for key in sent if key in after or key in renamed],
        renamed=list(renamed.items()),
        gone=[key for key in sent if key not in after and key not in renamed],
        added=[key for key in back if key not in known],
    )


def _shared_cells(payload: Payload, emptied: set[tuple[str, ...]]) -> Iterator[str]:
    """A note for each column in which an empty cell means more than one value."""
    if not emptied:
        return
    for table in _tables(payload):
        for column in table.columns:
            keys = (column,) if table.name is None else (table.name, column)
            if keys not in emptied:
                continue
            counts = Counter(_emptiness(record, column) for record in table.records)
            found = [f"{counts[what]} {what}" for what in _EMPTY if counts[what]]
            if len(found) > 1:
                total = sum(counts[what] for what in _EMPTY)
                where = _path_text(keys)
                yield f"column {where}: {total} empty cells stand for {', '.join(found)}"


def _emptiness(record: Record, column: str) -> str | None:
    """Which of :data:`_EMPTY` the record has in the column, if any."""
    value = record.get(column, ...)
    return "missing" if value is ... else "null" if value is None else '""' if value == "" else None


def _tables(payload: Payload) -> tuple[Table, ...]:
    try:
        return payload.tables
    except CannotRender:
        return ()


def _path(place: _Place) -> str:
    return _path_text(_keys(place))


def _path_text(keys: Iterable[str | int]) -> str:
    return _cut(_visible(path_of(keys)), _PATH_WIDTH)


def _keys(place: _Place) -> list[str | int]:
    """The keys and indices from the root to a place."""
    keys: list[str | int] = []
    while place is not None:
        place, key = place
        keys.append(key)
    return keys[::-1]


def _short(value: _Side) -> str:
    """The value as JSON text that fits in a line and on any terminal; empty for ``...``."""
    if value is ...:
        return ""
    return _cut(_visible(json.dumps(value, ensure_ascii=False, default=str)), _VALUE_WIDTH)


def _visible(text: str) -> str:
    """The text with everything that does not print, lone surrogates too, as JSON escapes."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
