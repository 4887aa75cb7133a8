"""TOON, as the official Python package writes it: two spaces a level, commas or tabs in tables.

With ``tokbench[fast]``, toons writes lists and objects, many times faster, wherever it is known to
write the same bytes: where it spells every float as the official package does.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Literal

from tokbench.errors import CannotRender
from tokbench.payload import Json, Payload
from tokbench.progress import moving, step
from tokbench.serializers import Format
from tokbench.serializers.cells import SURROGATE, path_of_text
from tokbench.serializers.recursion import deep_recursion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType

_Delimiter = Literal[",", "\t"]

_PROVEN_TOONS = "0.9."
"""The versions of toons whose output was compared with the official package's."""

PIECE = 10_000
"""How many items of a list the official package is given at once."""

_SMALLEST, _LARGEST = 1e-6, 2.0**53
"""Outside these limits, toons pads a float's digits with zeros, or writes no exponent where the
official package does."""


def render(payload: Payload, delimiter: _Delimiter = ",") -> str:
    """The payload as one TOON document.

    Raises:
        CannotRender: The package refuses the data, such as half a surrogate pair.
    """
    data = payload.data
    toons = _toons()
    if toons and isinstance(data, (dict, list)) and _floats_are_alike(data):
        try:
            text: str = toons.dumps(data, delimiter=delimiter)
            return text
        except (TypeError, ValueError):
            pass  # so that the official package says why, with or without toons
    return by_definition(data, delimiter)


def by_definition(data: Json, delimiter: _Delimiter = ",") -> str:
    """What the official package writes; a faster writer must write the same.

    Raises:
        CannotRender: The package refuses the data.
    """
    import toon_format

    def encode(part: Json) -> str:
        return toon_format.encode(part, delimiter=delimiter)

    try:
        with deep_recursion():
            if isinstance(data, dict) and not all(isinstance(each, dict) for each in data.values()):
                # Not an object of uniform objects, which is written as a table.
                fields = moving(data.items())
                return "\n".join(_field(key, value, encode) for key, value in fields)
            return _list(data, encode) if isinstance(data, list) else encode(data)
    except (TypeError, ValueError) as error:
        surrogate = "surrogate" in str(error)
        where = f", at {path_of_text(data, SURROGATE)}" if surrogate else ""
        raise CannotRender(f"TOON cannot hold it: {error}{where}") from error


def _field(key: str, value: Json, encode: Callable[[Json], str]) -> str:
    """A field of an object, as the package writes it."""
    if not isinstance(value, list) or len(value) <= PIECE:
        return encode({key: value})
    return encode({key: []}).removesuffix(": []") + _list(value, encode)


def _list(items: list[Json], encode: Callable[[Json], str]) -> str:
    """A list, as the package writes it: a long one in parts, which shows how far it is."""
    if len(items) <= PIECE or not any(isinstance(each, (dict, list)) for each in items):
        return encode(items)
    parts = [items[start : start + PIECE] for start in range(0, len(items), PIECE)]
    with step(0, 2):
        texts = _tables(items[0], parts, encode)
    if texts is None:
        with step(1, 2):  # an item that no table has makes the package write each by itself
            texts = [encode([*part, {}]).removesuffix("\n  -") for part in moving(parts)]
    heads, bodies = zip(*(text.split("\n", 1) for text in texts), strict=True)
    head = re.sub(r"\d+", str(len(items)), heads[0], count=1)
    return "\n".join([head, *bodies])


def _tables(
    first: Json, parts: list[list[Json]], encode: Callable[[Json], str]
) -> list[str] | None:
    """Parts of a list as tables, or None where the list is none; its first item has the columns."""
    texts = []
    for part in moving(parts):
        head, _, rows = encode([first, *part]).partition("\n")
        if not head.endswith("}:"):
            return None
        texts.append(f"{head}\n{rows.partition(chr(10))[2]}")
    return texts


@cache
def _toons() -> ModuleType | None:
    """The fast package, or None where it is missing, broken or of a version not compared."""
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

    Both write the shortest decimal that reads back, and of two such the nearer. They differ where
    the number lies halfway between two: its exact decimal is one digit longer. With 15 digits or
    fewer there is only one such decimal.
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
    _, denominator = number.as_integer_ratio()  # 2**k: the exact decimal has k decimals
    return denominator.bit_length() - 1 != decimals + 1


def read(text: str) -> Json:
    """Data from TOON that was written from a payload.

    Where toons is missing or fails, the official package reads it, or says why it cannot be read.
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
        "TOON with tabs instead of commas in tables; loses nothing",
        partial(render, delimiter="\t"),
    ),
)
