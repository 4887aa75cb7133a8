r"""Markdown: tables as GitHub renders them, and lists of ``key: value``.

A backslash escapes itself and, in tables, ``|``; a line break is ``<br>``. Other text that a
Markdown renderer changes (emphasis, HTML, entities, ...) is left as it is; :func:`ambiguity` finds
it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tokbench.errors import CannotRead
from tokbench.payload import SECTION, Json, Payload, Record, Table
from tokbench.progress import along, moving, step
from tokbench.serializers import Format
from tokbench.serializers.cells import cells, require_dense
from tokbench.serializers.delimited import rows_of, sections

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_LINE_BREAK = re.compile(r"\r\n?|\n")
_BR = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
"""A backslash before ASCII punctuation escapes it; elsewhere it is itself."""

_SUSPICIOUS = re.compile(r"[`*~_<&\[\r\n]|^\s|\s$")
"""A quick test: a text without any of these has no :func:`ambiguity`."""

_HALF = re.compile(r"`|[*~](?=\S)|(?<=\S)[*~]|(?<![^\W_])_|_(?![^\W_])|\]\(")
"""One mark that may open or close inline markup."""

_BLOCK = re.compile(r"^(\d*)([-#>+*=~`\[|.)_<])")
"""The start of a key that a renderer would take for a heading, list, quotation or fence."""

_CLOSING = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")

_CELL = re.compile(r"((?:\\.|[^|\\])*)\|", re.DOTALL)
_SPACES = " \t\v\f"
"""What a renderer strips from both ends of a cell."""

_MARKUP = re.compile(
    r"""`.*`                                        # code
    | \*.*\*                                        # emphasis, also inside words
    | ~.*~                                          # struck through
    | (?<![^\W_]) _+ (?=\S) .* (?<=\S) _+ (?![^\W_])  # emphasis, not inside words
    | <[A-Za-z/!?]                                  # HTML, or a link
    | &\#?\w+;                                      # a character by its name or number
    | !?\[.*\]\(                                    # a link, or a picture
    """,
    re.VERBOSE | re.DOTALL,
)


def render_table(payload: Payload) -> str:
    """GFM tables with one space around a value and a tight row of dashes.

    Raises:
        CannotRender: The data is not a table, or holds a lone surrogate.
    """
    return sections(payload, require_dense(payload.tables), _table)


def _table(table: Table) -> str:
    lines = [_row(table.columns), "|" + "---|" * len(table.columns)]
    lines += [_row(cells(row)) for row in rows_of(table)]
    return "\n".join(lines)


def _row(texts: Sequence[str]) -> str:
    joined = "".join(texts)
    if "|" in joined or "\\" in joined or "\n" in joined or "\r" in joined:
        texts = [_escaped(text).replace("|", "\\|") for text in texts]
    return f"| {' | '.join(texts)} |"


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\")
    return _LINE_BREAK.sub("<br>", text) if "\n" in text or "\r" in text else text


def _unescaped(text: str) -> str:
    """The text of a cell: spaces at its ends are layout, and CommonMark replaces a NUL."""
    text = text.strip(_SPACES).replace("\0", "\ufffd")
    if "<" in text:
        text = _BR.sub("\n", text)
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def ambiguity(text: str) -> str | None:
    """Why a renderer of Markdown may show another text than this, or None."""
    if not _SUSPICIOUS.search(text):
        return None
    if _LINE_BREAK.search(text) or _BR.search(text):
        return "a line break and the text <br> look the same"
    if _MARKUP.search(text):
        return "looks like inline markup"
    if text != text.strip():
        return "white space at an end may be cut off"
    return None


def ambiguity_in_list(text: str) -> str | None:
    """As :func:`ambiguity`, but markup may open in a key and close in its value, on one line."""
    reason = ambiguity(text)
    return "looks like half of some inline markup" if not reason and _HALF.search(text) else reason


def render_list(payload: Payload) -> str:
    """For each record a heading ``## 1`` and one ``- key: value`` for each key that it has.

    Raises:
        CannotRender: The data is not a table, or holds a lone surrogate.
    """
    return sections(payload, payload.tables, _blocks)


def _head(key: str) -> str:
    name = _BLOCK.sub(r"\1\\\2", _escaped(key).replace(":", "\\:"))
    return f"- {name}:"


def _blocks(table: Table) -> str:
    heads = {key: _head(key) for key in table.columns}
    blocks: list[str] = []
    for number, record in enumerate(moving(table.records), 1):
        texts = map(_escaped, cells(record.values()))
        pairs = zip(record, texts, strict=True)
        items = [f"{heads[key]} {text}" if text else heads[key] for key, text in pairs]
        blocks.append("\n".join([f"## {number}", *items]))
    return "\n\n".join(blocks)


def read_table(text: str) -> Json:
    """Records from tables by GFM's rules.

    Raises:
        CannotRead: The text holds no table where there must be one.
    """
    return _read_sections(text, _read_table)


def read_list(text: str) -> Json:
    """Records from lists of ``key: value``.

    Raises:
        CannotRead: A line is neither a heading nor an item.
    """
    return _read_sections(text, _read_blocks)


def _read_sections(text: str, read: Callable[[list[str], int], Iterable[Json]]) -> Json:
    """One bare list, or one under each line ``# key``.

    Args:
        text: The whole text.
        read: Reads one list from its lines; the number of the first is for its errors.
    """
    lines = text.split("\n")
    if not text.startswith(SECTION):
        return list(read(lines, 1))
    starts = [at for at, line in enumerate(lines) if line.startswith(SECTION)]
    spans = zip(starts, [*starts[1:], len(lines)], strict=True)
    return {
        _heading(lines[start]): list(read(lines[start + 1 : end], start + 2))
        for start, end in along(spans, lambda span: span[1] - span[0], len(lines))
    }


def _heading(line: str) -> str:
    """The text of a heading, without closing ``#``, which CommonMark removes too."""
    return _unescaped(_CLOSING.sub("", line.removeprefix(SECTION)))


def _read_table(lines: list[str], first: int) -> list[Json]:
    from tokbench.readers.columns import Columns

    with step(0, 2):
        rows = [_cells(line, number) for number, line in enumerate(moving(lines), first) if line]
    if len(rows) < 2:
        raise CannotRead("no table: a header and a row of dashes are missing", line=first)
    width = len(rows[0])
    cells: list[Sequence[str | None]] = [
        row[:width] + [""] * (width - len(row)) for row in rows[2:]
    ]
    with step(1, 2):
        return Columns().records(rows[0], cells)


def _cells(line: str, number: int) -> list[str]:
    if not line.startswith("|"):
        raise CannotRead("not a row of a table", line=number)
    parts = _CELL.findall(line, 1) if "\\" in line else line[1:].split("|")[:-1]
    return [_unescaped(text) for text in parts]


def _read_blocks(lines: list[str], first: int) -> Iterator[Json]:
    from tokbench.readers.cells import any_spelling

    record: Record | None = None
    for number, line in enumerate(moving(lines), first):
        if line.startswith("## "):
            if record is not None:
                yield record
            record = {}
        elif line and record is not None:
            key, value = _key_and_value(line, number)
            record[key] = any_spelling(value)
        elif line:
            raise CannotRead("a value before the first heading", line=number)
    if record is not None:
        yield record


_ITEM = re.compile(r"- ((?:\\.|[^:\\])*):(?: (.*))?", re.DOTALL)


def _key_and_value(line: str, number: int) -> tuple[str, str]:
    found = _ITEM.fullmatch(line)
    if found is None:
        raise CannotRead("not an item `- key: value`", line=number)
    return _unescaped(found[1]), _unescaped(found[2] or "")


FORMATS = (
    Format(
        name="markdown",
        label="Markdown table",
        holds="tables",
        summary="a GFM table; loses what CSV loses; inline markup and line breaks may be misread",
        render=render_table,
        read=read_table,
        default=True,
        ambiguity=ambiguity,
        json_cells=True,
    ),
    Format(
        name="markdown-kv",
        label="Markdown key: value",
        holds="tables",
        summary="records of `- key: value` lines under headings; null and empty text look the same",
        render=render_list,
        read=read_list,
        ambiguity=ambiguity_in_list,
    ),
)
