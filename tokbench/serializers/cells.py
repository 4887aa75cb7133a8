"""What renderings share: cells as text, and characters that a text cannot hold."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tokbench.errors import CannotRender
from tokbench.payload import Json, Table, walk
from tokbench.text import path_of, printable, utf8_bytes, utf8_size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a character's UTF-16 pair: Python text can hold one, UTF-8 cannot."""

NOT_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""Characters that XML 1.0 cannot hold, not even as a reference. Compiled when used: it is slow."""

MAX_ABSENT = 1_000_000
"""Cells without a value that all tables together may have, however few have one."""

_MOST_ABSENT_FOR_ONE = 10
"""Cells without a value that larger tables may have for each cell with one."""


def require_dense(tables: Sequence[Table]) -> Sequence[Table]:
    """The tables as they are, for a format that writes every cell.

    Raises:
        CannotRender: Few cells have a value: a few thousand records that share no key make
            millions of cells.
    """
    present = sum(len(record) for table in tables for record in table.records)
    absent = sum(len(table.columns) * len(table.records) for table in tables) - present
    if absent > max(MAX_ABSENT, _MOST_ABSENT_FOR_ONE * present):
        raise CannotRender(
            f"{absent:,} cells would be empty and {present:,} would not: the records share too few "
            "keys"
        )
    return tables


def require_utf8(text: str, data: Json) -> str:
    """The rendering of the data as it is.

    Raises:
        CannotRender: It holds a lone surrogate, which UTF-8 cannot.
    """
    try:
        utf8_size(text)
    except UnicodeEncodeError:
        where = path_of_text(data, SURROGATE)
        raise CannotRender(
            f"half a surrogate pair at {where}, which UTF-8 cannot hold",
            hint="send it as JSON, which escapes it",
        ) from None
    return text


def cell(value: Json) -> str:
    """A value as the text of a cell.

    Null is empty; true, false and numbers are as JSON writes them; text is itself; a list or an
    object is minified JSON.

    Raises:
        CannotRender: It holds NaN or an infinity, which JSON cannot spell.
    """
    write = _CELLS.get(value.__class__)
    return write(value) if write else minified(value)


def cells(values: Iterable[Json]) -> list[str]:
    """As :func:`cell`, for each value of a row."""
    cell_of = _CELLS.get
    return [
        write(value) if (write := cell_of(value.__class__)) else minified(value) for value in values
    ]


def minified(value: Json) -> str:
    """The value as JSON without spaces, non-ASCII unescaped except for lone surrogates.

    Raises:
        CannotRender: It holds NaN or an infinity, which JSON cannot spell.
    """
    return encoded(value, _MINIFIED)


def encoded(value: Json, encode: Callable[[Json], str]) -> str:
    r"""The value as an encoder of JSON writes it, but with each lone surrogate as ``\udXXX``.

    So the text can be saved as UTF-8, and be read back.

    Raises:
        CannotRender: It holds NaN or an infinity, which JSON cannot spell.
    """
    try:
        text = encode(value)
    except ValueError as error:
        raise CannotRender(f"JSON cannot hold it: {error}") from error
    return text if text.isascii() else utf8_bytes(text).decode()


_MINIFIED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def path_of_text(data: Json, pattern: re.Pattern[str]) -> str:
    """The path of the first text or key in which the pattern is found; ``.`` is the root."""
    for keys, value in walk(data):
        for text in (*keys[-1:], value):
            if isinstance(text, str) and pattern.search(text):
                return printable(path_of(keys)) or "."
    return "."


_CELLS: dict[type, Callable[..., str]] = {
    str: str,
    int: int.__repr__,
    bool: {True: "true", False: "false"}.__getitem__,
    type(None): lambda _: "",
}
