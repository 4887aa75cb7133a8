"""JSON whose keys are short codes, with and without the legend that gives the keys back.

Every distinct key of the data gets a code by first appearance: a to z, A to Z, then two letters and
so on, skipping codes that exist as keys. A key of at most one character keeps itself.
"""

from __future__ import annotations

import string
from itertools import count, product
from typing import TYPE_CHECKING

from tokbench.errors import CannotRead
from tokbench.payload import Json, Payload
from tokbench.progress import mover, step
from tokbench.serializers import Format
from tokbench.serializers.cells import minified
from tokbench.serializers.recursion import deep_recursion

if TYPE_CHECKING:
    from tokbench.progress import Mover

_CONTAINERS = (dict, list)
_LETTERS = string.ascii_lowercase + string.ascii_uppercase


def codes_for(data: Json) -> dict[str, str]:
    """The code of each distinct key, in order of first appearance.

    >>> codes_for([{"id": 1, "x": {"name": 2}}, {"a": 3}])
    {'id': 'b', 'x': 'x', 'name': 'c', 'a': 'a'}
    """
    keys: dict[str, None] = {}
    with deep_recursion():
        _collect(data, keys, mover())
    codes = ("".join(code) for length in count(1) for code in product(_LETTERS, repeat=length))
    free = (code for code in codes if code not in keys)
    return {key: key if len(key) <= 1 else next(free) for key in keys}


def _collect(data: Json, keys: dict[str, None], moving: Mover | None) -> None:
    """Add every key of the data to the keys, in order of first appearance."""
    if isinstance(data, dict):
        for key, value in moving(data.items()) if moving else data.items():
            keys[key] = None  # a key that is there already keeps its position
            if value.__class__ in _CONTAINERS:
                _collect(value, keys, moving)
    elif isinstance(data, list):
        for value in moving(data) if moving else data:
            if value.__class__ in _CONTAINERS:
                _collect(value, keys, moving)


def renamed(data: Json, names: dict[str, str]) -> Json:
    """The data with its keys renamed; a key without a new name keeps its own."""
    with deep_recursion():
        return _renamed(data, names, mover())


def _renamed(data: Json, names: dict[str, str], moving: Mover | None) -> Json:
    if isinstance(data, dict):
        return {
            names.get(key, key): (
                _renamed(value, names, moving) if value.__class__ in _CONTAINERS else value
            )
            for key, value in (moving(data.items()) if moving else data.items())
        }
    if isinstance(data, list):
        return [_renamed(value, names, moving) for value in (moving(data) if moving else data)]
    return data


def render(payload: Payload) -> str:
    """Minified JSON under short keys; the text does not have the real keys."""
    return minified(_shortened(payload.data)[0])


def _shortened(data: Json) -> tuple[Json, dict[str, str]]:
    """The data under short keys, and the codes."""
    with step(0, 3):
        codes = codes_for(data)
    with step(1, 3):
        return renamed(data, codes), codes


def renames(data: Json) -> dict[str, str]:
    """The keys that have a code instead of themselves, each with its code."""
    return {key: code for key, code in codes_for(data).items() if code != key}


def render_with_legend(payload: Payload) -> str:
    """Minified JSON under short keys, and on a second line the object from code to key."""
    short, codes = _shortened(payload.data)
    legend: Json = {code: key for key, code in codes.items() if code != key}
    return f"{minified(short)}\n{minified(legend)}"


def read(text: str) -> Json:
    """The data under its short keys, since the text does not have the real keys."""
    from tokbench.serializers import json_

    return json_.read(text)


def read_with_legend(text: str) -> Json:
    """The data under its own keys.

    Raises:
        CannotRead: The text is not two lines of JSON, or the second is not an object.
    """
    body, _, legend_text = text.partition("\n")
    legend = read(legend_text)
    if not isinstance(legend, dict):
        raise CannotRead("the legend is not an object from code to key", line=2)
    return renamed(read(body), {code: str(key) for code, key in legend.items()})


FORMATS = (
    Format(
        name="json-short",
        label="JSON short keys",
        holds="any JSON",
        summary="minified JSON with one-letter keys; the real keys are lost",
        render=render,
        read=read,
        default=True,
        legend="json-short-legend",
        renames=renames,
    ),
    Format(
        name="json-short-legend",
        label="JSON short keys + legend",
        holds="any JSON",
        summary="json-short and a second line with the real keys; loses nothing",
        render=render_with_legend,
        read=read_with_legend,
    ),
)
