"""Recognizes the notation of a text by its content alone.

It is taken as data only where it reads as data: JSON, JSON Lines, TOON, YAML of more than a
scalar, or a table of at least two lines and two columns whose lines all have as many cells and
whose header does not end as a sentence does.
Anything else is plain text. What starts as only JSON does and cannot be read is refused: it is
more likely to have been cut off than to be a prompt.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tokbench.errors import CannotRead, option
from tokbench.payload import is_nested
from tokbench.readers.notations import INPUT_FORMATS, TEXT, Notation, has_sections, read_as

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tokbench.readers.common import Reading
    from tokbench.readers.options import ReadOptions

_TOON_HEADER = re.compile(r'^[ -]*(?:"(?:[^"\\]|\\.)*"|[\w.]+)?\[\d+:?[|\t]?\](?:\{.*\})?:', re.M)
_YAML_LINE = re.compile(r"""---|%YAML|- |-$|(?:"[^"]*"|'[^']*'|[^\s,:#{\["'][^,:\t]*):(?:\s|$)""")
_DOCUMENT = re.compile(r"^---(?=\s|$)", re.M)
_JSON_START = re.compile(
    r'\s*(?:\{\s*"|(?:\[\s*)+(?:\{\s*"|"|(?:-?\d[\d.eE+-]*|true|false|null)\s*,))'
)
_JSON_FIRST = frozenset('{["-0123456789tfn')
_DELIMITED = {"\t": "tsv", ",": "csv"}
_SENTENCE_ENDS = (".", "!", "?")
_HEAD = 4096


def recognize(text: str, options: ReadOptions) -> Reading:
    """The data of a text, with a note on what it was taken for unless that is JSON.

    Raises:
        CannotRead: It starts as JSON and is none, or it is binary data.
    """
    why = "it looks like no notation of data"
    for notation in _candidates(text):
        try:
            reading = _read(notation, text, options)
        except CannotRead as error:
            if notation.name == "json" and _JSON_START.match(text):
                raise
            if notation.name != "json":
                why = f"it is no {notation.label}: {error.reason}"
            continue
        if notation.name == "json":
            return reading
        return reading.with_notes(_taken(notation, "which it looks like"))
    return TEXT.read(text, options).with_notes(_taken(TEXT, f"as {why}"))


def _taken(notation: Notation, why: str) -> str:
    return f"read as {notation.label}, {why}; {option('input_format')} decides otherwise"


def _candidates(text: str) -> Iterator[Notation]:
    """What a text may be, the likeliest first."""
    head = text[:_HEAD].lstrip()
    first = _first_line(head)
    if _TOON_HEADER.match(head):
        yield INPUT_FORMATS["toon"]
    if head[:1] in _JSON_FIRST:
        yield INPUT_FORMATS["json"]
    if head[:1] not in "{[" and _TOON_HEADER.search(head):
        yield INPUT_FORMATS["toon"]
    if _is_like_yaml(text):
        yield INPUT_FORMATS["yaml"]
    is_prose = first.rstrip().endswith(_SENTENCE_ENDS)  # two sentences may have a comma each
    for delimiter, name in _DELIMITED.items():
        if delimiter in first and not is_prose:
            yield INPUT_FORMATS[name]


def _first_line(text: str) -> str:
    """The first line that is neither blank nor a comment of YAML; empty where none is."""
    lines = (line for line in text[:_HEAD].splitlines() if line.strip())
    return next((line for line in lines if not line.startswith("#")), "")


def _is_like_yaml(text: str) -> bool:
    """Whether each document starts as a list or mapping: Markdown may have YAML before it."""
    if not _YAML_LINE.match(_first_line(text.lstrip())):
        return False
    documents = map(_first_line, _DOCUMENT.split(text))
    return all(_YAML_LINE.match(line) or line.lstrip()[0] in "{[" for line in documents if line)


def _read(notation: Notation, text: str, options: ReadOptions) -> Reading:
    if notation.name in _DELIMITED.values():
        return _table(notation.name, text, options)
    reading = read_as(notation, text, options)
    if notation.name == "yaml" and not is_nested(reading.data):
        raise CannotRead("it is a scalar")
    return reading


def _table(name: str, text: str, options: ReadOptions) -> Reading:
    """A table that has records, at least two columns, and as many cells in every line."""
    from tokbench.readers import delimited  # most texts are no table

    if name == "csv":
        tables = has_sections(text, ",")
        reading = delimited.read_csv(text, options, tables=tables, even=True)
    else:
        tables = has_sections(text, "\t")
        reading = delimited.read_tsv(text, options, tables=tables, even=True)
    if not tables and not (isinstance(reading.data, list) and reading.data):
        raise CannotRead("it has one line")
    return reading
