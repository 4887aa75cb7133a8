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
from tokbench.serializers.cells import SURROGATE, deep_recursion, path_of_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType

_Delimiter = Literal[",", "\t"]

_PROVEN_TOONS = "0.9."
"""The versions of toons whose output was compared with the official package's."""

_SMALLEST, _LARGEST = 1e-6, 2.0**53
"""Beyond these, toons pads a float's digits with zeros, or writes no exponent where the official
package does."""


def render(payload: Payload, delimiter: _Delimiter = ",") -> str:
    """The payload as one TOON document.

    Raises:
        CannotRender: The package refuses the data: half of a surrogate pair, for one.
    """
    data = payload.data
    toons = _toons()
    if toons and isinstance(data, (dict, list)) and _floats_are_alike(data):
        try:
            text: str = toons.dumps(data, delimiter=delimiter)
            return text
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
def _toons() -> ModuleType | None:
    """The fast package, where it is installed in a version that was compared, and not broken."""
    try:
        import toons

        version: str = toons.__version__
    except Exception:
        return None
    return toons if version.startswith(_PROVEN_TOONS) else None


def _floats_are_alike(data: Json) -> bool:
    left: list[Iterable[Json]] = [[data]]
    while left:
        for value in left.pop():
            if isinstance(value, dict):
                left.append(value.values())
            elif isinstance(value, list):
                left.append(value)
            elif isinstance(value, float) and not _is_spelled_alike(value):
                return False
    return True


def _is_spelled_alike(number: float) -> bool:
    """Whether toons writes a float with the digits of Python's ``repr``.

    Both take the shortest decimal that reads back, and of two such the nearer; they differ where
    the number lies just between two, that is where its exact decimal is one digit longer. With 15
    digits or fewer there is only one decimal.
    """
    if not number:
        return True
    if not _SMALLEST <= abs(number) < _LARGEST:
        return False
    text = repr(number)
    if len(text) <= len("1.") + 14:
        return True
    mantissa, _, exponent = text.partition("e")
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    _, denominator = number.as_integer_ratio()  # a power of two: so many decimals has the number
    return denominator.bit_length() - 1 != decimals + 1


def read(text: str) -> Json:
    """Data from TOON that was written from a payload, by toons where it is installed.

    What toons refuses the official package reads, and has the word on why it cannot.
    """
    from tokbench.readers import toon

    toons = _toons()
    if toons:
        try:
            data: Json = toons.loads(text)
        except ValueError:
            return toon.parse(text)
        return data
    return toon.parse(text)


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
