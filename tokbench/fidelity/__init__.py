"""The round trip: read a rendering back, and compare what comes back with the data.

Two values are the same when they are of one JSON kind (``true`` is not ``1``, ``1`` is not ``"1"``)
and equal within it: integers exactly, a float as a float, NaN as itself, text code point by code
point. A number that comes back in another spelling (``1.0`` as ``1``) and keys that come back in
another order are notes. All else is a problem, and the worst problem decides the verdict.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tokbench.errors import CannotRender, TokbenchError
from tokbench.fidelity.differences import LISTED, Differences
from tokbench.fidelity.places import PATH_WIDTH, cut, path_text, short
from tokbench.payload import Payload, Record, Table, walk
from tokbench.progress import step
from tokbench.readers.common import collector_paused
from tokbench.result import Fidelity, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tokbench.fidelity.part import Part
    from tokbench.serializers import Format

_EMPTY = ("null", "missing", '""')
"""What an empty cell may stand for."""


def check(payload: Payload, form: Format, rendering: str, part: Part | None = None) -> Fidelity:
    """What comes back when a rendering of the payload is read by its format's own rules.

    The verdict is ``off`` for a format that has no reader. A rendering that cannot be read at all
    is ``lossy``, with the reader's reason as the one problem. A byte-order mark at the start is
    ignored, since whatever reads the saved text drops it. Where the format gives keys other names,
    these are all that it loses, and nothing is read.

    Args:
        payload: The payload.
        form: The format.
        rendering: The payload in this format, or ``part.payload`` in it.
        part: The part of the payload that was rendered, where it is not all of it.
    """
    if form.renames is not None and (names := form.renames(payload.data)):
        return _renamed(payload, names)
    if form.read is None:
        return Fidelity("off", notes=(f"{form.name} has no reader: nothing was checked",))
    data = part.payload.data if part else payload.data
    with collector_paused():
        try:
            with step(0, 3):
                got = form.read(rendering.removeprefix("\ufeff"))
        except TokbenchError as error:
            problem = Problem("", "structure", short(data), cut(str(error), PATH_WIDTH))
            return Fidelity("lossy", 1, (problem,))
        found = Differences(keep_places=form.ambiguity is not None, part=part)
        with step(1, 3):
            found.compare(data, got)
        if form.ambiguity is not None:
            tables = _tables(part.payload if part else payload)
            with step(2, 3):
                found.add_ambiguous_texts(tables, form.ambiguity)
    fidelity = found.fidelity()
    return replace(fidelity, notes=(*fidelity.notes, *_shared_cells(payload, found.emptied)))


def _renamed(payload: Payload, names: Mapping[str, str]) -> Fidelity:
    """The verdict where keys have other names: each is one problem, at its first place."""
    first: dict[str, str] = {}
    for keys, _ in walk(payload.data):
        key = keys[-1] if keys else None
        if isinstance(key, str) and key in names and key not in first:
            first[key] = path_text(keys)
            if len(first) == min(len(names), LISTED):
                break
    problems = [Problem(path, "key", short(key), short(names[key])) for key, path in first.items()]
    return Fidelity("lossy", len(names), tuple(problems))


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
                where = path_text(keys)
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
