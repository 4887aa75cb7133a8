"""Text for messages and for counting: well formed, measured in bytes, printable, cut; paths too."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import reduce
from typing import Final, Literal

_PART: Final = 1 << 20
"""Characters whose bytes live at once while they are counted."""


_SHOWN: Final = 40
_LISTED: Final = 8


def well_formed(text: str) -> str:
    """The text with half pairs of surrogates replaced by U+FFFD and whole pairs joined."""
    try:
        utf8_size(text)
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def utf8_bytes(text: str) -> bytes:
    r"""A text as all output has it: UTF-8, with a lone surrogate as its escape (``\udcff``)."""
    return text.encode("utf-8", "backslashreplace")


def utf8_size(text: str, errors: Literal["strict", "replace"] = "strict") -> int:
    """The bytes of the text in UTF-8, found without a second copy of it.

    Raises:
        UnicodeEncodeError: It holds a surrogate, which ``replace`` takes for one byte.
    """
    if text.isascii():
        return len(text)
    parts = (text[start : start + _PART] for start in range(0, len(text), _PART))
    return sum(len(part.encode("utf-8", errors)) for part in parts)


def shown(text: str) -> str:
    """A text for a message: quoted, on one line, cut where it is long."""
    cut = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return json.dumps(cut, ensure_ascii=not cut.isprintable())


def printable(text: str, longest: int = 200) -> str:
    """A text for a message without quotes: on one line, cut where it is long."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return cut if cut.isprintable() else ascii(cut)[1:-1]


def listed(names: Iterable[str]) -> str:
    """Names for a message: the first few, and how many more there are."""
    every = list(names)
    more = f" and {len(every) - _LISTED} more" if len(every) > _LISTED else ""
    return f"{', '.join(map(shown, every[:_LISTED]))}{more}"


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    >>> plural(1, "record"), plural(2_000, "record")
    ('1 record', '2,000 records')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def child_path(parent: str, key: str | int) -> str:
    """The path of a child, such as ``orders[3].id``; a key that is no plain word is quoted.

    The root is the empty path, which reports show as ``.``.
    """
    if isinstance(key, int):
        return f"{parent}[{key}]"
    if key.isidentifier() or (key.replace("-", "_").replace("$", "_").isidentifier()):
        return f"{parent}.{key}" if parent else key
    return f"{parent}[{json.dumps(key, ensure_ascii=False)}]"


def path_of(keys: Iterable[str | int]) -> str:
    """The path of a value that keys lead to, as :func:`child_path` writes it.

    >>> path_of(["orders", 3, "ship to"]), path_of([])
    ('orders[3]["ship to"]', '')
    """
    return reduce(child_path, keys, "")
