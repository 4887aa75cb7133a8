"""Paths that match many places, such as ``orders[].note``: a key in every item of a list."""

from __future__ import annotations

import json
from collections.abc import Callable

from tokbench.payload import Json, Keys, walk
from tokbench.progress import moving
from tokbench.text import child_path

Pattern = tuple[str | None, ...]
"""Keys from the root on; None matches every item of a list."""


def text_of(pattern: Pattern) -> str:
    """The pattern for people.

    >>> text_of(("orders", None, "ship to"))
    'orders[]["ship to"]'
    """
    path = ""
    for step in pattern:
        path = f"{path}[]" if step is None else child_path(path, step)
    return path or "."


def sizes(data: Json) -> dict[Pattern, int]:
    """Every pattern that ends in a key, with the characters of what is there as JSON."""
    found: dict[Pattern, int] = {}

    def measure(value: Json, pattern: Pattern) -> int:
        if isinstance(value, list):
            return 2 + sum(measure(item, (*pattern, None)) + 1 for item in moving(value))
        if not isinstance(value, dict):
            return len(json.dumps(value, ensure_ascii=False))
        total = 2
        for key, child in moving(value.items()):
            own = (*pattern, key)
            found.setdefault(own, 0)
            size = len(key) + 4 + measure(child, own)
            found[own] += size
            total += size
        return total

    measure(data, ())
    return found


def lengths(data: Json) -> dict[Pattern, int]:
    """The number of items of all lists, by the pattern of the items."""
    found: dict[Pattern, int] = {}
    for keys, value in walk(data):
        if isinstance(value, list):
            pattern = (*_pattern(keys), None)
            found[pattern] = found.get(pattern, 0) + len(value)
    return found


def scalars(data: Json) -> dict[Pattern, list[Json]]:
    """The values that are neither lists nor objects, by their pattern."""
    found: dict[Pattern, list[Json]] = {}
    for keys, value in walk(data):
        if not isinstance(value, list | dict):
            found.setdefault(_pattern(keys), []).append(value)
    return found


def without(data: Json, pattern: Pattern) -> Json:
    """A copy of the data in which no object has the key that the pattern ends in."""
    *steps, last = pattern

    def drop(parent: Json) -> Json:
        if isinstance(parent, dict):
            return {key: child for key, child in parent.items() if key != last}
        return parent

    return changed(data, tuple(steps), drop)


def changed(data: Json, pattern: Pattern, change: Callable[[Json], Json]) -> Json:
    """A copy of the data with each value at the pattern changed; what stays is shared."""
    if not pattern:
        return change(data)
    step, rest = pattern[0], pattern[1:]
    if step is None:
        return [changed(item, rest, change) for item in data] if isinstance(data, list) else data
    if not isinstance(data, dict) or step not in data:
        return data
    return {key: changed(v, rest, change) if key == step else v for key, v in data.items()}


def leaves(patterns: dict[Pattern, int]) -> set[Pattern]:
    """The patterns with no other one below them."""
    inner = {pattern[:cut] for pattern in patterns for cut in _cuts(pattern)}
    return set(patterns) - inner


def grown_apart(now: dict[Pattern, int], before: dict[Pattern, int]) -> set[Pattern]:
    """The patterns that can tell what grew: the leaves, and what is new as a whole.

    A parent grows with its child; naming the child says more. Of what is new, the top says most.
    """
    new = set(now) - set(before)
    tops = {pattern for pattern in new if not any(pattern[:cut] in new for cut in _cuts(pattern))}
    return tops | (leaves(now) - new)


def _cuts(pattern: Pattern) -> range:
    """The lengths at which the pattern can be cut to give one of its parents."""
    return range(1, len(pattern))


def _pattern(keys: Keys) -> Pattern:
    return tuple(None if isinstance(key, int) else key for key in keys)
