"""The values of YAML's scalars by PyYAML's rules, and which of them may be a surprise."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from tokbench.errors import CannotRead
from tokbench.payload import Json
from tokbench.text import printable, shown

if TYPE_CHECKING:
    from typing import TypeAlias

    import yaml

    _Mark: TypeAlias = "yaml.error.Mark | yaml._yaml.Mark | None"

_TAG = "tag:yaml.org,2002:"
_TEXT_TAGS = {None, "!", f"{_TAG}str", f"{_TAG}value"}
_NUMBER_TAGS = {f"{_TAG}int", f"{_TAG}float"}
_LONGEST_NUMBER = 5_000
_LONGEST_CACHED = 64
_LISTED = 5

_DOUBTS = {
    "word": "plain {text} is read as {value}, as in YAML 1.1: quote it to keep the text",
    "base 60": "plain {text} is read as the base-60 number {value}: quote it to keep the text",
    "octal": "plain {text} is read as the octal number {value}: quote it to keep the text",
    "zero": "plain {text} is read as the number {value}: quote it to keep the zero",
    "date": "the date {text} is kept as the text {value}",
    "number": "plain {text} is text in YAML 1.1, as read here, and a number in YAML 1.2",
}
_NUMBER_IN_YAML_1_2 = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+"
)
_OCTAL = re.compile(r"[-+]?0[0-7_]*[1-7][0-7_]*")
_ENDS_IN_ZERO = re.compile(r"[-+]?[0-9]+\.[0-9]+0")


@dataclass
class Doubts:
    """Plain scalars whose author may have meant something else, gathered by kind."""

    _first: dict[str, str] = field(default_factory=dict)
    _lines: dict[str, list[int]] = field(default_factory=dict)

    def add(self, kind: str, text: str, value: Json, mark: _Mark) -> None:
        """Note one scalar; the first of its kind is the example."""
        if kind not in self._first:
            note = _DOUBTS[kind].format(text=shown(text).strip('"'), value=json.dumps(value))
            self._first[kind] = note
            self._lines[kind] = []
        self._lines[kind].append(mark.line + 1 if mark else 0)

    def notes(self) -> tuple[str, ...]:
        """One note for each kind, with the lines of such scalars."""
        return tuple(f"{_where(self._lines[kind])}: {note}" for kind, note in self._first.items())


def _where(lines: list[int]) -> str:
    listed = [str(line) for line in lines[:_LISTED]]
    if len(lines) > _LISTED:
        listed.append(f"{len(lines) - _LISTED} more")
    if len(listed) == 1:
        return f"line {listed[0]}"
    return f"lines {', '.join(listed[:-1])} and {listed[-1]}"


def fault_at(mark: _Mark, reason: str, *, hint: str | None = None) -> CannotRead:
    """The error for a place that PyYAML marks."""
    line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
    return CannotRead(reason, line=line, column=column, hint=hint)


def is_tag_of(kind: str, tag: str | None) -> bool:
    """Whether a collection has no other tag than that of its kind, ``seq`` or ``map``."""
    return tag is None or tag == "!" or tag == f"{_TAG}{kind}"


def scalar(event: yaml.ScalarEvent, doubts: Doubts) -> Json:
    """The value of a scalar; one that may be a surprise is added to the doubts.

    Raises:
        CannotRead: Its tag is not a JSON type, or its text does not fit its tag.
    """
    text: str = event.value
    try:
        if event.tag is None and event.implicit[0]:
            found = _plain(text) if len(text) <= _LONGEST_CACHED else _resolved(text)
        elif event.tag in _TEXT_TAGS:
            return text
        else:
            found = _constructed(event.tag, text)
    except CannotRead as error:
        raise fault_at(event.start_mark, error.reason, hint=error.hint) from None
    if found.doubt:
        doubts.add(found.doubt, text, found.value, event.start_mark)
    return found.value


class _Found(NamedTuple):
    value: Json
    doubt: str | None = None


def _resolved(text: str) -> _Found:
    import yaml

    return _constructed(_loader().resolve(yaml.ScalarNode, text, (True, False)), text)


_plain = lru_cache(maxsize=1 << 16)(_resolved)
"""The same with a cache: the scalars of a table repeat."""


@cache
def _loader() -> Any:
    """PyYAML's own rules; its stubs lack the resolver and the table of constructors."""
    import yaml

    return yaml.SafeLoader("")


def _constructed(tag: str | None, text: str) -> _Found:
    if tag in _TEXT_TAGS:
        return _Found(text, "number" if _NUMBER_IN_YAML_1_2.fullmatch(text) else None)
    if tag == f"{_TAG}null":
        return _Found(None)
    if tag == f"{_TAG}bool":
        return _bool(text)
    if tag is not None and tag in _NUMBER_TAGS:
        return _number(tag, text)
    if tag == f"{_TAG}timestamp":
        return _date(tag, text)
    raise not_json(tag)


def not_json(tag: str | None) -> CannotRead:
    """The error for a tag that is not one of JSON's types."""
    return CannotRead(f"the tag {printable((tag or '').replace(_TAG, '!!'))} is not a JSON type")


def _bool(text: str) -> _Found:
    value = _loader().bool_values.get(text.lower())
    if value is None:
        raise CannotRead(f"{shown(text)} is neither true nor false")
    return _Found(value, None if text.lower() in ("true", "false") else "word")


def _number(tag: str, text: str) -> _Found:
    if len(text) > _LONGEST_NUMBER:
        raise CannotRead(f"a number of {len(text)} characters is longer than Python reads")
    try:
        value = _make(tag, text)
        str(value)  # Python limits the digits of an integer this way too
    except (ValueError, IndexError):
        raise CannotRead(f"{shown(text)} is not a number that Python reads") from None
    if isinstance(value, float) and not isfinite(value):
        raise CannotRead(f"{shown(text)} is not a JSON number", hint="write null, or leave it out")
    return _Found(value, _doubt_of_number(text))


def _doubt_of_number(text: str) -> str | None:
    if ":" in text:
        return "base 60"
    if _OCTAL.fullmatch(text):
        return "octal"
    return "zero" if _ENDS_IN_ZERO.fullmatch(text) else None


def _date(tag: str, text: str) -> _Found:
    try:
        return _Found(_make(tag, text).isoformat(), "date")
    except (ValueError, AttributeError):
        raise CannotRead(f"{shown(text)} is not a date", hint="quote it to keep the text") from None


def _make(tag: str, text: str) -> Any:
    import yaml

    loader = _loader()
    return loader.yaml_constructors[tag](loader, yaml.ScalarNode(tag, text))
