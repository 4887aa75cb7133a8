"""A writer of indented JSON that gives the bytes of ``json.dumps(indent=2, ensure_ascii=False)``.

The C encoder of the standard library knows no indentation, and its Python encoder hands every small
piece of text through a generator for each level. Here each list or object is joined once.
"""

from __future__ import annotations

from json.encoder import encode_basestring
from math import isfinite
from typing import TYPE_CHECKING

from tokbench.progress import mover
from tokbench.serializers.recursion import deep_recursion

if TYPE_CHECKING:
    from collections.abc import Callable

    from tokbench.payload import Json
    from tokbench.progress import Mover


def write(data: Json) -> str:
    """The data as JSON with two spaces a level.

    Raises:
        ValueError: A number is infinite or NaN.
    """
    scalar = _SCALARS.get(data.__class__)
    with deep_recursion():
        return scalar(data) if scalar else _container(data, "\n", _Heads(), mover())


class _Heads(dict[str, str]):
    """The text before a value, by its key; each is made once."""

    def __missing__(self, key: str) -> str:
        self[key] = head = f"{encode_basestring(key)}: "
        return head


def _container(data: Json, margin: str, heads: _Heads, moving: Mover | None) -> str:
    """A list or object; the margin is the line break and spaces before its closing bracket."""
    inner = margin + "  "
    scalar_of = _SCALARS.get
    if isinstance(data, dict) and data:
        entries = [
            heads[key]
            + (
                write(value)
                if (write := scalar_of(value.__class__))
                else _container(value, inner, heads, moving)
            )
            for key, value in (moving(data.items()) if moving else data.items())
        ]
        return f"{{{inner}{f',{inner}'.join(entries)}{margin}}}"
    if isinstance(data, list) and data:
        items = [
            write(value)
            if (write := scalar_of(value.__class__))
            else _container(value, inner, heads, moving)
            for value in (moving(data) if moving else data)
        ]
        return f"[{inner}{f',{inner}'.join(items)}{margin}]"
    return empty(data)


def empty(data: Json) -> str:
    """An empty list or object, which JSON and YAML write alike.

    Raises:
        TypeError: It is neither, and so does not come from a reader.
    """
    if isinstance(data, dict):
        return "{}"
    if isinstance(data, list):
        return "[]"
    raise TypeError(f"{data!r} is not a JSON value but of type {type(data).__name__}")


def _float(number: float) -> str:
    if not isfinite(number):
        raise ValueError("Out of range float values are not JSON compliant")
    return repr(number)


_SCALARS: dict[type, Callable[..., str]] = {
    str: encode_basestring,
    int: int.__repr__,
    float: _float,
    bool: {True: "true", False: "false"}.__getitem__,
    type(None): lambda _: "null",
}
