"""Reads JSON, strictly: what is measured should be what is really sent.

Python's own scanner does the work. What it accepts beyond JSON is refused here: a key that appears
twice in an object, NaN and Infinity, numbers beyond the range of a double, and nesting beyond the
limit. Only a text that is wrong is searched for the place of the error, so others cost little.
"""

from __future__ import annotations

import json
import re
import sys
from math import inf, isfinite
from typing import TYPE_CHECKING, NoReturn

from tokbench.errors import CannotRead, option
from tokbench.payload import MAX_DEPTH, Json
from tokbench.readers.common import CUT_OFF, TOO_DEEP, collector_paused, fault, place, survey
from tokbench.text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

_LEXEME = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)
_CONSTANTS = ("NaN", "Infinity", "-Infinity")
_NO_CONSTANT = "NaN and Infinity are not JSON"
_INSTEAD = "write null, or leave the value out"
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_REST_IS_BLANK = re.compile(r"\s*\Z")
_HEAD = re.compile(r"[ \t\n\r]*(.{0,12})", re.DOTALL)
_PYTHON_WORDS = {"True": "true", "False": "false", "None": "null", "undefined": "null"}


class _DuplicateKeyError(Exception):
    """Raised inside the scanner, which knows no positions."""


class _ConstantError(Exception):
    """Raised inside the scanner for NaN and Infinity."""


def parse(text: str) -> Json:
    """The data of a JSON text.

    Integers keep all their digits, as many as Python converts (4,300 unless configured otherwise).

    Raises:
        CannotRead: The text is not JSON, has a key twice in one object or a number beyond a double
            or Python's longest integer, or nests deeper than a payload may.
    """
    with collector_paused():
        data = scan(text)
        depth, finite = survey(data)
    if depth > MAX_DEPTH:
        raise _too_deep(text)
    if not finite:
        raise _unreadable_number(text)
    return data


def scan(text: str) -> Json:
    """As :func:`parse`, but for what :func:`~tokbench.readers.common.survey` finds afterwards."""
    try:
        data: Json = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _explained(text, error) from None
    except _DuplicateKeyError:
        raise _duplicate_key(text) from None
    except _ConstantError:
        raise _constant(text) from None
    except RecursionError:
        raise _too_deep(text) from None
    except ValueError:  # the limit of Python on the digits of an integer
        raise _unreadable_number(text) from None
    return data


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _DuplicateKeyError
    return made


def _refuse(name: str) -> NoReturn:
    raise _ConstantError(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse)


def _lexemes(text: str) -> Iterator[tuple[str, int]]:
    return ((match[0], match.start()) for match in _LEXEME.finditer(text))


def _too_deep(text: str) -> CannotRead:
    depth = 0
    for lexeme, offset in _lexemes(text):
        depth += (lexeme in "[{") - (lexeme in "]}")
        if depth > MAX_DEPTH:
            return fault(text, offset, TOO_DEEP)
    return CannotRead(TOO_DEEP)


def _constant(text: str) -> CannotRead:
    for lexeme, offset in _lexemes(text):
        if lexeme.startswith(_CONSTANTS):
            return fault(text, offset, _NO_CONSTANT, hint=_INSTEAD)
    return CannotRead(_NO_CONSTANT, hint=_INSTEAD)


def _unreadable_number(text: str) -> CannotRead:
    most_digits = sys.get_int_max_str_digits() or inf
    for lexeme, offset in _lexemes(text):
        if (match := _NUMBER.fullmatch(lexeme)) is None:
            continue
        if match[1] or match[2]:
            if not isfinite(float(lexeme)):
                return fault(text, offset, f"{_short(lexeme)} is beyond the range of a double")
        elif (digits := len(lexeme.lstrip("-"))) > most_digits:
            return fault(text, offset, f"an integer of {digits} digits is longer than Python reads")
    return CannotRead("a number is beyond what Python reads")


def _short(lexeme: str) -> str:
    return lexeme if len(lexeme) <= 24 else f"{lexeme[:12]}…{lexeme[-10:]}"


def _duplicate_key(text: str) -> CannotRead:
    """The error for the first key that its object has already."""
    scopes: list[dict[str, int] | None] = []  # None for a list
    before = ""
    for lexeme, offset in _lexemes(text):
        if lexeme == "{":
            scopes.append({})
        elif lexeme == "[":
            scopes.append(None)
        elif lexeme in "]}":
            scopes.pop()
        elif lexeme[0] == '"' and before in "{," and (keys := scopes[-1]) is not None:
            key = json.loads(lexeme)
            if key in keys:
                first = place(text, keys[key])
                also = f"first at {first[0]}:{first[1]}"
                return fault(text, offset, f"key {shown(key)} appears twice in one object, {also}")
            keys[key] = offset
        before = lexeme
    return CannotRead("a key appears twice in one object")


def _explained(text: str, error: json.JSONDecodeError) -> CannotRead:
    """The scanner's error in words that say what to do, the same on every Python version."""
    offset, message = error.pos, error.msg
    head = _HEAD.findall(text, offset)[0]
    before = text[max(0, offset - 200) : offset].rstrip()
    hint = None
    if message.startswith("Extra data"):
        reason = "more text after the end of the value"
        hint = f"read JSON Lines with {option('input_format', 'jsonl')}"
    elif message.startswith("Unterminated"):
        reason, hint = "a string starts here and never ends", CUT_OFF
    elif message.startswith("Invalid control"):
        reason = "a line break, tab or other control character in a string must be escaped"
    elif _REST_IS_BLANK.match(text, offset):
        reason, hint = "the text ends before its value does", CUT_OFF
    elif message.startswith("Illegal trailing") or (head[:1] in "]}" and before.endswith(",")):
        offset = text.rfind(",", 0, offset + 1)
        reason = "a comma before a closing bracket is not JSON"
    else:
        reason, hint = _unexpected(head, message)
    return fault(text, offset, reason, hint=hint)


def _unexpected(head: str, message: str) -> tuple[str, str | None]:
    if head.startswith(("/", "#")):
        return "comments are not JSON", None
    if head.startswith("'"):
        return "JSON takes double quotes, not single ones", None
    word = head.partition(" ")[0].strip("[]{}:,")
    if word in _PYTHON_WORDS:
        return f"{word} is not JSON", f"write {_PYTHON_WORDS[word]}"
    expected = f"{message[0].lower()}{message[1:]}"
    found = "" if message.startswith("Invalid") else f", not {shown(head[0])}"
    return f"{expected}{found}", None
