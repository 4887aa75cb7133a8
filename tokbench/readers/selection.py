"""Picks a part of the data by a path such as ``data.items[0]["odd key"]``."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tokbench.errors import CannotRead, option
from tokbench.payload import Json, kind_of
from tokbench.text import child_path, listed, plural, printable, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

_STEP = re.compile(
    r'\[(?P<index>[0-9]{1,18})\]|\[(?P<quoted>"(?:[^"\\]|\\.)*")\]|\.?(?P<plain>[^.\[\]"]+)'
)


def select(data: Json, path: str) -> Json:
    """The part of the data at a path; ``.`` is all of it.

    Paths are written as :func:`~tokbench.text.child_path` writes them.

    Raises:
        CannotRead: It is not a path, or it leads nowhere. The error says how far it leads, and
            which keys are there.
    """
    at = ""
    for step in _steps(path):
        data = _child(data, step, at)
        at = child_path(at, step)
    return data


def _steps(path: str) -> Iterator[str | int]:
    offset = 1 if path == "." else 0
    while offset < len(path):
        match = _STEP.match(path, offset)
        if match is None:
            given = option("records", printable(path))
            raise CannotRead(f"{given} is not a path from {shown(path[offset:])} on")
        if match["index"] is not None:
            yield int(match["index"])
        elif match["quoted"] is not None:
            yield _key(match["quoted"], path)
        else:
            yield match["plain"]
        offset = match.end()


def _key(quoted: str, path: str) -> str:
    try:
        key = json.loads(quoted)
    except ValueError:
        given = option("records", printable(path))
        raise CannotRead(f"{given} has {printable(quoted)}, which is not a JSON string") from None
    return str(key)


def _child(data: Json, step: str | int, at: str) -> Json:
    where = f"{option('records')} leads nowhere: {printable(at) or '.'}"
    if isinstance(step, int):
        if not isinstance(data, list):
            raise CannotRead(f"{where} is {_what(data)}, not a list")
        if step >= len(data):
            raise CannotRead(f"{where} has {plural(len(data), 'item')}, so no [{step}]")
        return data[step]
    if not isinstance(data, dict):
        raise CannotRead(f"{where} is {_what(data)}, so it has no {shown(step)}")
    if step not in data:
        raise CannotRead(f"{where} has no {shown(step)}, only {listed(data) or 'nothing'}")
    return data[step]


def _what(data: Json) -> str:
    kind = kind_of(data)
    return {"array": "a list", "object": "an object", "null": "null"}.get(kind, f"a {kind}")
