"""TOON, as the official Python package writes it: two spaces a level, commas or tabs in tables.

With ``tokbench[fast]``, toons writes the same bytes many times faster where that is proven: lists
and objects whose floats lie in the region in which both spell numbers alike.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Literal

from tokbench.errors import CannotRender
from tokbench.payload import Json, Payload
from tokbench.serializers import Format
from tokbench.serializers.text import SURROGATE, deep_recursion, path_of_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_Delimiter = Literal[",", "\t"]

_PROVEN_TOONS = "0.9."
"""The versions of toons whose output was compared with the official package's."""

_SMALLEST, _LARGEST = 1e-6, 2.0**53
"""Between them toons spells a float as the official package does; beyond, it rounds digits to zeros
or writes them all out where the other has an exponent."""


def render(payload: Payload, delimiter: _Delimiter = ",") -> str:
    """The payload as one TOON document.

    Raises:
        CannotRender: The package refuses the data: half of a surrogate pair, for one.
    """
    data = payload.data
    fast = _toons()
    if fast and isinstance(data, (dict, list)) and _floats_are_alike(data):
        try:
            return fast(data, delimiter)
        except (TypeError, ValueError):
            pass  # the official package says why, in the same words with or without toons
    return by_definition(data, delimiter)


def by_definition(data: Json, delimiter: _Delimiter = ",") -> str:
    """What the official package writes, which any faster writer must equal.

    Raises:
        CannotRender: The package refuses the data.
    """
    import toon_format

    try:
        with deep_recursion():
            return toon_format.encode(data, delimiter=delimiter)
    except (TypeError, ValueError) as error:
        raise CannotRender(_reason(data, error)) from error


def _reason(data: Json, error: Exception) -> str:
    where = path_of_text(data, SURROGATE)
    return f"{error}, at {where}" if "surrogate" in str(error) else f"TOON cannot hold it: {error}"


@cache
def _toons() -> Callable[[Json, _Delimiter], str] | None:
    """The fast writer, where it is installed in a version that was compared."""
    try:
        import toons
    except ImportError:
        return None
    if not toons.__version__.startswith(_PROVEN_TOONS):
        return None
    return lambda data, delimiter: toons.dumps(data, delimiter=delimiter)


def _floats_are_alike(data: Json) -> bool:
    left: list[Iterable[Json]] = [[data]]
    while left:
        for value in left.pop():
            if isinstance(value, dict):
                left.append(value.values())
            elif isinstance(value, list):
                left.append(value)
            elif isinstance(value, float) and value and not _SMALLEST <= abs(value) < _LARGEST:
                return False
    return True


def read(text: str) -> Json:
    """Data from TOON, by the official package's strict decoder."""
    from tokbench.readers import toon_

    return toon_.parse(text)


def _format(name: str, label: str, summary: str, render: Callable[[Payload], str]) -> Format:
    return Format(
        name=name,
        label=label,
        holds="any JSON",
        summary=summary,
        render=render,
        read=read,
        default=name == "toon",
        library="toon-format",
    )


FORMATS = (
    _format("toon", "TOON", "Token-Oriented Object Notation; loses nothing", render),
    _format(
        "toon-tab",
        "TOON with tabs",
        "TOON whose tables have tabs for commas; loses nothing",
        partial(render, delimiter="\t"),
    ),
)
