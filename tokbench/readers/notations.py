"""The notations that payloads are read in, and how each is recognized.

To add one, write its reader in a module of this package and list it in :data:`_NOTATIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tokbench.errors import CannotRead, UnknownNameError
from tokbench.payload import SECTION
from tokbench.readers.common import Reading
from tokbench.readers.decoding import BINARY_WITHIN
from tokbench.readers.options import ReadOptions


class Notation(NamedTuple):
    """One notation.

    Attributes:
        name: The value of ``input_format``.
        label: What messages call it.
        suffixes: The suffixes of its files.
        read: From the text, or the bytes of a notation that is not text, and the options to the
            data. Raises :class:`~tokbench.errors.CannotRead`.
        magic: How its bytes start, for a notation that is not text; else empty.
    """

    name: str
    label: str
    suffixes: tuple[str, ...]
    read: Callable[[Any, ReadOptions], Reading]
    magic: bytes = b""


def _json(text: str, options: ReadOptions) -> Reading:
    from tokbench.readers import json_

    return Reading(json_.parse(text))


def _jsonl(text: str, options: ReadOptions) -> Reading:
    from tokbench.readers import jsonl

    return Reading(jsonl.parse(text))


def _csv(text: str, options: ReadOptions) -> Reading:
    from tokbench.readers import delimited, delimiters

    if options.delimiter is None:
        delimiter, note = delimiters.found_in(text)
    else:
        delimiter, note = delimiters.named(options.delimiter), None
    tables = has_sections(text, delimiter)
    reading = delimited.read_csv(text, options, tables=tables, delimiter=delimiter)
    return reading.with_notes(note) if note else reading


def _tsv(text: str, options: ReadOptions) -> Reading:
    from tokbench.readers import delimited

    return delimited.read_tsv(text, options, tables=has_sections(text, "\t"))


def has_sections(text: str, delimiter: str) -> bool:
    """Whether tables follow lines ``# key``: the first line is one, the second a header.

    A header of one column looks like such a line, so the second line must have a delimiter. Several
    such lines are comments.
    """
    first, second = (*text[:10_000].split("\n", 2), "", "")[:2]
    if not first.startswith(SECTION) or second.startswith(SECTION):
        return False
    return delimiter not in first and delimiter in second


def _yaml(text: str, options: ReadOptions) -> Reading:
    from tokbench.readers import yaml_

    return yaml_.read(text)


def _toon(text: str, options: ReadOptions) -> Reading:
    from tokbench.readers import toon

    return Reading(toon.parse(text))


def _parquet(data: bytes, options: ReadOptions) -> Reading:
    from tokbench.readers import pandas_

    return pandas_.read_parquet(data)


def _excel(data: bytes, options: ReadOptions) -> Reading:
    from tokbench.readers import pandas_

    return pandas_.read_excel(data, options)


def _text(text: str, options: ReadOptions) -> Reading:
    if "\0" in text[:BINARY_WITHIN]:
        raise CannotRead("binary data, not text")
    return Reading(text, is_text=True)


TEXT = Notation(
    "text",
    "plain text",
    (
        *(".txt", ".text", ".log", ".prompt"),
        *(".md", ".markdown", ".mdx", ".rst", ".adoc", ".org", ".tex"),
        *(".xml", ".html", ".htm"),
        *(".j2", ".jinja", ".jinja2", ".tmpl", ".tpl", ".hbs", ".mustache", ".liquid"),
    ),
    _text,
)
"""What holds no data: prompts and their templates, documents, markup. It is never parsed."""

_NOTATIONS = (
    Notation("json", "JSON", (".json", ".jsonc", ".geojson"), _json),
    Notation("jsonl", "JSON Lines", (".jsonl", ".ndjson"), _jsonl),
    Notation("csv", "CSV", (".csv", ".psv"), _csv),
    Notation("tsv", "TSV", (".tsv", ".tab"), _tsv),
    Notation("yaml", "YAML", (".yaml", ".yml"), _yaml),
    Notation("toon", "TOON", (".toon",), _toon),
    Notation("parquet", "Parquet", (".parquet", ".pq"), _parquet, magic=b"PAR1"),
    Notation("excel", "Excel", (".xlsx", ".xlsm"), _excel, magic=b"PK\x03\x04"),
    TEXT,
)

INPUT_FORMATS = {notation.name: notation for notation in _NOTATIONS}
"""The notations by the value of ``input_format``."""

_OTHERWISE = {"json": "jsonl", "jsonl": "json"}
"""What else a text may be, since files of either have the suffix of the other."""


def named(name: str) -> Notation:
    """The notation of a value of ``input_format``.

    Raises:
        UnknownNameError: There is no such notation.
    """
    if name not in INPUT_FORMATS:
        raise UnknownNameError("input format", name, INPUT_FORMATS)
    return INPUT_FORMATS[name]


def of_suffix(suffix: str) -> Notation | None:
    """The notation of a file's suffix, in upper or lower case; None for an unknown suffix."""
    suffix = suffix.lower()
    return next((each for each in _NOTATIONS if suffix in each.suffixes), None)


def of_magic(data: bytes) -> Notation | None:
    """The notation of bytes whose files start as these do; None for any other bytes."""
    return next((each for each in _NOTATIONS if each.magic and data.startswith(each.magic)), None)


def read_as(notation: Notation, text: str, options: ReadOptions) -> Reading:
    """Read a text as a notation, or JSON as JSON Lines and the other way round.

    Raises:
        CannotRead: It is neither. The error is that of the reader that got further.
    """
    try:
        return notation.read(text, options)
    except CannotRead as error:
        if notation.name not in _OTHERWISE:
            raise
        first = error
    other = INPUT_FORMATS[_OTHERWISE[notation.name]]
    try:
        reading = other.read(text, options)
    except CannotRead as second:
        raise max(first, second, key=_place) from None
    return reading.with_notes(f"read as {other.label}, which is what it contains")


def _place(error: CannotRead) -> tuple[int, int]:
    return error.line or 0, error.column or 0
