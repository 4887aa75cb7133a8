"""What one cell of a table says by itself, by JSON's grammar."""

from __future__ import annotations

import json
import re
from math import isfinite

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json
from tokbench.readers import json_
from tokbench.readers.common import survey

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_SCALAR = re.compile(rf"null|true|false|{_NUMBER.pattern}")
_FIRST_OF_JSON = frozenset("-0123456789{[tfn")
_LEVELS_ABOVE_A_CELL = 2


def number(text: str) -> int | float | None:
    """The number that a text is in JSON, or None where it is none that Python and JSON can hold.

    >>> number("12.50"), number("007"), number("1e999")
    (12.5, None, None)
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    if found.lastindex:
        double = float(text)
        return double if isfinite(double) else None
    try:
        return int(text)
    except ValueError:  # Python limits the digits of an integer
        return None


def text_or_json(text: str | None) -> Json:
    """A cell of a column of text: JSON where it is a list or an object, null where it is empty."""
    if not text or text[0] not in "{[":
        return text or None
    try:
        value = json_.scan(text)
    except CannotRead:
        return text
    depth, finite = survey(value)
    return value if finite and depth <= MAX_DEPTH - _LEVELS_ABOVE_A_CELL else text


def any_spelling(text: str) -> Json:
    """What a reader makes of a text that is all it sees: whatever Python's ``json`` reads.

    It reads ``1.10`` as 1.1, ``null`` as null, and an object with one key twice as an object.
    """
    if not text or text[0] not in _FIRST_OF_JSON:
        return text or None
    if text[0] not in "{[" and not _SCALAR.fullmatch(text):
        return text
    try:
        spelled: Json = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return spelled
