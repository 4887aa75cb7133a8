"""Read a rendering back, and say what is no longer the same.

Two values are the same when they are of one JSON kind (``true`` is not ``1``, ``1`` is not ``"1"``)
and, inside it, equal: integers exactly, a float as a float, NaN as itself, text code point by code
point. A number that came back in another spelling (``1.0`` as ``1``) and keys that came back in
another order are notes. All else is a problem, and the worst problem makes the verdict.
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
from tokbench.payload import Json, Payload, Record, Table, child_path, kind_of
from tokbench.readers.common import collector_paused
from tokbench.result import Fidelity, Problem, ProblemKind, RoundTripVerdict
from tokbench.serializers.cells import cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import EllipsisType

    from tokbench.serializers import Format

LISTED = 20
"""How many problems a verdict lists; it counts them all."""

_CHUNK = 16
"""How many items of a long list are compared at once before each of them is."""

_VALUE_WIDTH = 80
_PATH_WIDTH = 200

_SCALARS = frozenset({str, int, bool, float, type(None)})

_EMPTINESS = ("null", "missing", '""')
"""What an empty cell may stand for."""

_Trail: TypeAlias = "tuple[_Trail, str | int] | None"
"""Where a value stands: a chain from it up to the root, written out only when it is reported."""

_Pair: TypeAlias = "tuple[_Trail, Json, Json]"

_Shown: TypeAlias = "Json | EllipsisType"
"""A side of a problem; ``...`` where no value was sent, or none came back."""


def check(payload: Payload, form: Format, rendering: str) -> Fidelity:
    """What comes back when a rendering of the payload is read by its format's own rules.

    The verdict is ``off`` for a format that has no reader. A rendering that cannot be read at all
    is ``lossy``, with the reader's reason as the one problem. A byte-order mark at the start counts
    as none: whoever reads the saved text drops it.
    """
    if form.read is None:
        return Fidelity("off", notes=(f"{form.name} has no reader: nothing was checked",))
    with collector_paused():
        try:
            got = form.read(rendering.removeprefix("\ufeff"))
        except TokbenchError as error:
            problem = Problem("", "structure", _short(payload.data), _cut(str(error), _PATH_WIDTH))
            return Fidelity("lossy", 1, (problem,))
        walk = _Walk(doubts=form.doubt is not None)
        walk.compare(payload.data, got)
        if form.doubt is not None:
            walk.doubt(payload, form.doubt)
    found = walk.fidelity()
    return replace(found, notes=(*found.notes, *_shared_cells(payload, walk.emptied)))


def diff(data: Json, got: Json) -> Fidelity:
    """Compare data with what came back in its place, kind by kind."""
    walk = _Walk()
    walk.compare(data, got)
    return walk.fidelity()


class _Walk:
    """One pass over both values side by side, in the order of the data.

    Args:
        doubts: Whether :meth:`doubt` comes after, which must know every place of a loss.

    Attributes:
        emptied: Places, by their keys without indices, where an absent key or the empty text came
            back as null: in a table, its columns.
    """

    def __init__(self, *, doubts: bool = False) -> None:
        self.emptied: set[tuple[str, ...]] = set()
        self._problems: list[Problem] = []
        self._doubts = doubts
        self._places: set[_Trail] = set()
        self._count = 0
        self._lossy = False
        self._reordered = self._respelled = 0
        self._first_reordered = self._first_respelled = ""

    def compare(self, data: Json, got: Json) -> None:
        """Collect every difference; a list of what is left, not recursion, bears any depth."""
        if _same_bytes(data, got):
            return
        left: list[_Pair] = [(None, data, got)]
        while left:
            trail, sent, back = left.pop()
            if isinstance(sent, dict) and isinstance(back, dict):
                left += reversed(self._objects(trail, sent, back))
            elif isinstance(sent, list) and isinstance(back, list):
                left += reversed(self._arrays(trail, sent, back))
            else:
                self._leaves(trail, sent, back)

    def doubt(self, payload: Payload, reason_for: Callable[[str], str | None]) -> None:
        """Collect the cells that another reader of the notation may take for something else."""
        for table in _tables(payload):
            root: _Trail = None if table.name is None else (None, table.name)
            for trail, name in [(root, table.name), *(((root, key), key) for key in table.columns)]:
                if name is not None and (reason := reason_for(name)):
                    self._doubtful(trail, "key", name, reason)
            for index, record in enumerate(table.records):
                for key, value in record.items():
                    if isinstance(value, (str, list, dict)) and (reason := reason_for(cell(value))):
                        self._doubtful(((root, index), key), "value", cell(value), reason)

    def _doubtful(self, trail: _Trail, kind: ProblemKind, text: str, reason: str) -> None:
        if trail not in self._places:  # a loss outranks the doubt about the same place
            self._problem(trail, kind, text, text, lossy=False, doubt=reason)

    def fidelity(self) -> Fidelity:
        """The verdict over all that was collected."""
        notes = []
        if self._reordered:
            objects = _plural(self._reordered, "object")
            notes.append(f"another key order in {objects}, first {self._first_reordered}")
        if self._respelled:
            numbers = _plural(self._respelled, "number")
            notes.append(f"another spelling of {numbers}, first {self._first_respelled}")
        verdict: RoundTripVerdict = (
            "lossy" if self._lossy else "ambiguous" if self._count else "lossless"
        )
        return Fidelity(verdict, self._count, tuple(self._problems), tuple(notes))

    def _objects(self, trail: _Trail, sent: dict[str, Json], back: dict[str, Json]) -> list[_Pair]:
        if sent.keys() != back.keys():
            return self._unlike_objects(trail, sent, back)
        if list(sent) != list(back):
            self._reordered += 1
            self._first_reordered = self._first_reordered or _path(trail) or "."
        return [
            ((trail, key), value, back[key])
            for key, value in sent.items()
            if not _same_scalar(value, back[key])
        ]

    def _unlike_objects(
        self, trail: _Trail, sent: dict[str, Json], back: dict[str, Json]
    ) -> list[_Pair]:
        keys = _matched(tuple(sent), tuple(back))
        for key in keys.gone:
            self._problem((trail, key), "missing", sent[key], ...)
        for key in keys.added:
            self._problem((trail, key), "missing", ..., back[key])
        if len(self._problems) < LISTED:
            for key, name in keys.renamed:
                self._problem((trail, key), "key", key, name)
        elif keys.renamed:  # every key of every record, where all have short ones
            self._count += len(keys.renamed)
            self._lossy = True
        return [
            ((trail, key), sent[key], back[name])
            for key, name in keys.pairs
            if not _same_scalar(sent[key], back[name])
        ]

    def _arrays(self, trail: _Trail, sent: list[Json], back: list[Json]) -> list[_Pair]:
        for index in range(len(back), len(sent)):
            self._problem((trail, index), "structure", sent[index], ...)
        for index in range(len(sent), len(back)):
            self._problem((trail, index), "structure", ..., back[index])
        pairs: list[_Pair] = []
        for start in range(0, min(len(sent), len(back)), _CHUNK):
            ours, theirs = sent[start : start + _CHUNK], back[start : start + _CHUNK]
            if len(sent) <= _CHUNK or not _same_bytes(ours, theirs):
                both = enumerate(zip(ours, theirs, strict=False), start)
                pairs += [((trail, at), a, b) for at, (a, b) in both if not _same_scalar(a, b)]
        return pairs

    def _leaves(self, trail: _Trail, sent: Json, back: Json) -> None:
        kinds = {kind_of(sent), kind_of(back)}
        if isinstance(sent, (int, float)) and isinstance(back, (int, float)) and len(kinds) == 1:
            self._numbers(trail, sent, back)
        elif len(kinds) == 1:
            if sent != back:
                self._problem(trail, "value", sent, back)
        elif kinds & {"array", "object"}:
            self._problem(trail, "structure", sent, back)
        else:
            self._problem(trail, "kind", sent, back, lossy=not _same_text(sent, back))

    def _numbers(self, trail: _Trail, sent: float, back: float) -> None:
        if not _same_number(sent, back):
            self._problem(trail, "value", sent, back)
        elif repr(sent) != repr(back):
            self._respelled += 1
            self._first_respelled = self._first_respelled or (
                f"{_path(trail) or '.'}: {_short(sent)} came back as {_short(back)}"
            )

    def _problem(
        self,
        trail: _Trail,
        kind: ProblemKind,
        sent: _Shown,
        back: _Shown,
        *,
        lossy: bool = True,
        doubt: str = "",
    ) -> None:
        self._count += 1
        self._lossy |= lossy
        if self._doubts:
            self._places.add(trail)
        if back is None and sent in ("", ...):
            self.emptied.add(tuple(key for key in _keys(trail) if isinstance(key, str)))
        if len(self._problems) < LISTED:
            got = f"itself, but {doubt}" if doubt else _short(back)
            self._problems.append(Problem(_path(trail), kind, _short(sent), got))


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
    """A quick yes for most pairs; no means only that the pair wants a closer look."""
    kind = type(sent)
    if kind is not type(back) or kind not in _SCALARS:
        return False
    return sent == back and (kind is not float or sent != 0)


def _same_number(sent: float, back: float) -> bool:
    """Equal as numbers: through a double where a float was sent, else to the last digit."""
    if not isinstance(sent, float):
        return sent == back
    try:
        double = float(back)
    except OverflowError:
        return False
    return sent == double or (math.isnan(sent) and math.isnan(double))


def _same_text(sent: Json, back: Json) -> bool:
    """Whether a text is a way to write the scalar: ``42``, ``1.10`` or empty, but not ``007``."""
    text, scalar = (sent, back) if isinstance(sent, str) else (back, sent)
    if not isinstance(text, str):
        return False
    try:
        spelled = json.loads(text) if text else None
    except ValueError:
        return False
    return type(spelled) is type(scalar) and (spelled == scalar or spelled != spelled)


class _Keys(NamedTuple):
    """How the keys of an object match those of the one that came back.

    Attributes:
        pairs: The keys that came back, each with its name there.
        renamed: Those of the pairs whose name is another one.
        gone: The keys that did not come back.
        added: The keys that came back but were not sent.
    """

    pairs: list[tuple[str, str]]
    renamed: list[tuple[str, str]]
    gone: list[str]
    added: list[str]


@lru_cache(maxsize=64)
def _matched(sent: tuple[str, ...], back: tuple[str, ...]) -> _Keys:
    """Match keys; where both sides have as many, one gone and one added in its place are one."""
    before, after = set(sent), set(back)
    renamed: dict[str, str] = {}
    if len(sent) == len(back):
        sides = zip(sent, back, strict=True)
        renamed = {old: new for old, new in sides if old not in after and new not in before}
    known = before | set(renamed.values())
    return _Keys(
        pairs=[(key, renamed.get(key, key)) for key in sent if key in after or key in renamed],
        renamed=list(renamed.items()),
        gone=[key for key in sent if key not in after and key not in renamed],
        added=[key for key in back if key not in known],
    )


def _shared_cells(payload: Payload, emptied: set[tuple[str, ...]]) -> Iterator[str]:
    """One note for each column in which null, absent keys and empty text share the empty cell."""
    if not emptied:
        return
    for table in _tables(payload):
        for column in table.columns:
            keys = (column,) if table.name is None else (table.name, column)
            if keys not in emptied:
                continue
            counts = Counter(_emptiness(record, column) for record in table.records)
            shares = [f"{counts[what]} {what}" for what in _EMPTINESS if counts[what]]
            if len(shares) > 1:
                total = sum(counts[what] for what in _EMPTINESS)
                where = _path_of(keys)
                yield f"column {where}: {total} records share the empty cell ({', '.join(shares)})"


def _emptiness(record: Record, column: str) -> str | None:
    """Which of the values that an empty cell may stand for, if any."""
    value = record.get(column, ...)
    return "missing" if value is ... else "null" if value is None else '""' if value == "" else None


def _tables(payload: Payload) -> tuple[Table, ...]:
    try:
        return payload.tables
    except CannotRender:
        return ()


def _path(trail: _Trail) -> str:
    return _path_of(_keys(trail))


def _path_of(keys: Iterable[str | int]) -> str:
    path = ""
    for key in keys:
        path = child_path(path, key)
    return _cut(_visible(path), _PATH_WIDTH)


def _keys(trail: _Trail) -> list[str | int]:
    keys: list[str | int] = []
    while trail is not None:
        trail, key = trail
        keys.append(key)
    return keys[::-1]


def _short(value: _Shown) -> str:
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


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
