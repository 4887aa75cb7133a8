"""One real change to data: a value, a kind, a key or an item."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from tokbench.payload import Json


def mutate(data: Json, random: Random) -> Json:
    """The data with one change that JSON can express.

    A number in another spelling and keys in another order do not count as differences.
    """
    return _changed(data, random.choice(list(_paths(data))), random)


def _paths(value: Json) -> Iterator[tuple[str | int, ...]]:
    yield ()
    children: list[tuple[str | int, Json]] = []
    if isinstance(value, dict):
        children += value.items()
    elif isinstance(value, list):
        children += enumerate(value)
    for key, child in children:
        yield from ((key, *path) for path in _paths(child))


def _changed(value: Json, path: Sequence[str | int], random: Random) -> Json:
    if not path:
        return _another(value, random)
    key, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {k: _changed(v, rest, random) if k == key else v for k, v in value.items()}
    assert isinstance(value, list)
    return [_changed(v, rest, random) if i == key else v for i, v in enumerate(value)]


def _another(value: Json, random: Random) -> Json:
    """A value near this one, of the same kind or another."""
    near: list[Json] = [None, "", [value], {"k": value}, json.dumps(value)]
    if isinstance(value, bool):
        near += [not value, int(value)]
    elif isinstance(value, (int, float)):
        near += [value + 1 if value + 1 != value else -value, str(value), value == 0]
    elif isinstance(value, str):
        near += [value + "x", value[1:], " " + value, value.upper(), value.swapcase() + "\n"]
    elif isinstance(value, list):
        near += [value[1:], value[:-1], [*value, None], value[::-1]]
    elif isinstance(value, dict):
        dropped = random.choice([*value, ""])
        near += [{**value, "another": 1}, {k: v for k, v in value.items() if k != dropped}]
    spelling = json.dumps(value, sort_keys=True)
    return random.choice([it for it in near if json.dumps(it, sort_keys=True) != spelling])
