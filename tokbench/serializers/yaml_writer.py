"""A writer of block-style YAML that gives the bytes of ``by_definition``, much faster.

A regular expression or two decide how most texts are written, and the outcome is cached. PyYAML is
imported only for a text that needs double quotes, which is rare, and writes it.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from math import isfinite
from typing import TYPE_CHECKING

from tokbench.progress import mover
from tokbench.serializers.json_writer import empty
from tokbench.serializers.recursion import deep_recursion
from tokbench.serializers.yaml_definition import NUMBER_IN_YAML_1_2, by_definition

if TYPE_CHECKING:
    from collections.abc import Callable

    from tokbench.payload import Json
    from tokbench.progress import Mover

_LONGEST_SIMPLE_KEY = 122
"""PyYAML's limit of 128 characters, less those of the tag ``!!str``, which it counts too."""

_EASY = re.compile(r"[A-Za-z$(/;^\\_][!\"$-9;-~ ]*(?<! )")
"""Text that is written as it is, except for a few words: no ``:`` or ``#``, an ordinary start."""

_BREAKS = "\n\x85\u2028\u2029"
_BREAK_RUN = re.compile(f"[{_BREAKS}]+")
_SPACE_AT_BREAK = re.compile(f" [{_BREAKS}]|[{_BREAKS}] ")

_NEEDS_QUOTES = re.compile(
    r"""^[ #,\[\]{}&*!|>'"%@`]   # starts with a space or a mark of YAML
      | ^[-?:](?:[ ]|$)           # a mark, when alone
      | ^---
      | ^\.\.\.
      | :[ ]                      # ends a key
      | [ ]\#                     # starts a comment
      | [ :]$
    """,
    re.VERBOSE,
)

_WORDS = frozenset((
    "yes", "Yes", "YES", "no", "No", "NO", "true", "True", "TRUE", "false", "False", "FALSE",
    "on", "On", "ON", "off", "Off", "OFF", "null", "Null", "NULL", "~", "=", "<<",
))  # fmt: skip
"""Text that YAML 1.1 takes for a boolean, null, or one of two obsolete marks."""

_PRINTABLE = " -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010fffe"
"""What PyYAML writes as it is: more than Python's ``isprintable`` accepts."""


@cache
def _printable(more: str = "") -> re.Pattern[str]:
    """Text of printable characters and some more; compiled when used: it takes milliseconds."""
    return re.compile(f"[{_PRINTABLE}{more}]+")


@cache
def _number_or_date() -> re.Pattern[str]:
    """Text that YAML 1.1 or 1.2 takes for a number or a date; compiled when used."""
    return re.compile(
        rf"""{NUMBER_IN_YAML_1_2}
          | [-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?          # YAML 1.1 has _ in numbers,
          | \.[0-9][0-9_]*(?:[eE][-+][0-9]+)?
          | [-+]?(?:0b[01_]+|0[0-7_]+|0x[0-9a-fA-F_]+|[1-9][0-9_]*)
          | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*            # base 60,
          | [-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+
          | [-+]?\.(?:inf|Inf|INF) | \.(?:nan|NaN|NAN)
          | [0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}                       # and dates
          | [0-9]{{4}}-[0-9]{{1,2}}-[0-9]{{1,2}}(?:[Tt]|[ ]+)[0-9]{{1,2}}:[0-9]{{2}}:[0-9]{{2}}
            (?:\.[0-9]*)?(?:[ ]*(?:Z|[-+][0-9]{{1,2}}(?::[0-9]{{2}})?))?
        """,
        re.VERBOSE,
    )


def write(data: Json) -> str:
    """The data as block-style YAML, byte for byte what ``by_definition`` writes."""
    with deep_recursion():
        return _Level(0, mover()).value(data)


def _float(number: float) -> str:
    if not isfinite(number):
        return by_definition(number)
    text = repr(number)
    return text.replace("e", ".0e", 1) if "e" in text and "." not in text else text


def _text(text: str, margin: str) -> str:
    """A text as YAML; the margin is the line break and spaces before its further lines."""
    if _EASY.fullmatch(text):
        return _quoted(text) if text in _WORDS else text
    if not text:
        return "''"
    if text.isprintable() or _printable().fullmatch(text):
        return _quoted(text) if _is_misread(text) else text
    if _printable(_BREAKS).fullmatch(text) and not _SPACE_AT_BREAK.search(text):
        return _BREAK_RUN.sub(lambda run: _unfolded(run[0]) + margin[1:], _quoted(text))
    return by_definition(text)


def _is_misread(text: str) -> bool:
    """Whether a reader would take a line of plain text for something else."""
    if text in _WORDS or _NEEDS_QUOTES.search(text):
        return True
    return text[0] in "-+.0123456789" and bool(_number_or_date().fullmatch(text))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _unfolded(breaks: str) -> str:
    r"""Line breaks written so that they read back: a reader drops a first ``\n``."""
    return "\n" + breaks if breaks[0] == "\n" else breaks


class _Texts(dict[str, str]):
    """Texts as YAML; each is made once."""

    def __init__(self, margin: str) -> None:
        self._margin = margin

    def __missing__(self, text: str) -> str:
        self[text] = written = _text(text, self._margin)
        return written


class _Heads(dict[str, str]):
    """The text before a value, by its key; a key that is not simple is written after ``? ``."""

    def __init__(self, margin: str) -> None:
        self._margin = margin

    def __missing__(self, key: str) -> str:
        written = _text(key, self._margin + "  ")
        simple = 0 < len(key) <= _LONGEST_SIMPLE_KEY and not _BREAK_RUN.search(key)
        self[key] = head = f"{written}:" if simple else f"? {written}{self._margin}:"
        return head


class _Level:
    """Lists and objects whose lines start at one depth of indentation."""

    def __init__(self, indent: int, moving: Mover | None) -> None:
        self._indent, self._moving = indent, moving
        self._margin = "\n" + " " * indent
        self._heads = _Heads(self._margin)
        self._scalars: dict[type, Callable[..., str]] = {
            str: _Texts(self._margin + "  ").__getitem__,
            int: int.__repr__,
            float: _float,
            bool: {True: "true", False: "false"}.__getitem__,
            type(None): lambda _: "null",
        }

    @cached_property
    def _inner(self) -> _Level:
        return _Level(self._indent + 2, self._moving)

    def value(self, data: Json) -> str:
        """Any value; its further lines start at this level, a text's two spaces further in."""
        write = self._scalars.get(data.__class__)
        return write(data) if write else self._container(data)

    def _container(self, data: Json) -> str:
        moving = self._moving
        if isinstance(data, dict) and data:
            entries = moving(data.items()) if moving else data.items()
            return self._margin.join([self._entry(key, value) for key, value in entries])
        if isinstance(data, list) and data:
            items = moving(data) if moving else data
            return self._margin.join([self._item(value) for value in items])
        return empty(data)

    def _entry(self, key: str, value: Json) -> str:
        head = self._heads[key]
        write = self._scalars.get(value.__class__)
        if write:
            return f"{head} {write(value)}"
        if not value or head.startswith("? "):
            return f"{head} {self._inner._container(value)}"
        if isinstance(value, list):
            return f"{head}{self._margin}{self._container(value)}"
        return f"{head}{self._inner._margin}{self._inner._container(value)}"

    def _item(self, value: Json) -> str:
        write = self._scalars.get(value.__class__)
        return f"- {write(value)}" if write else f"- {self._inner._container(value)}"
