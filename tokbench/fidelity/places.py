"""Where a difference is, and what was there, as short text for a report."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

from tokbench.payload import Json
from tokbench.text import path_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import EllipsisType

_VALUE_WIDTH = 80
PATH_WIDTH = 200

Place: TypeAlias = "tuple[Place, str | int] | None"
"""Where a value is: the place of the list or object that holds it, and its key or index there.

None is the root. The path is only written out when it is reported."""

Side: TypeAlias = "Json | EllipsisType"
"""A value that was sent or came back; ``...`` where there was none."""


def path_text(keys: Iterable[str | int]) -> str:
    """The path of what keys lead to, printable and cut where it is long."""
    return cut(_visible(path_of(keys)), PATH_WIDTH)


def keys_to(place: Place) -> list[str | int]:
    """The keys and indices from the root to a place."""
    keys: list[str | int] = []
    while place is not None:
        place, key = place
        keys.append(key)
    return keys[::-1]


def short(value: Side) -> str:
    """The value as JSON text that fits in a line and on any terminal; empty for ``...``."""
    if value is ...:
        return ""
    return cut(_visible(json.dumps(value, ensure_ascii=False, default=str)), _VALUE_WIDTH)


def _visible(text: str) -> str:
    """The text with everything that does not print, lone surrogates too, as JSON escapes."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)


def cut(text: str, width: int) -> str:
    """The text, cut to a number of characters."""
    return text if len(text) <= width else text[: width - 1] + "…"
