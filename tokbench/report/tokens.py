r"""The tokens of a text, laid open: as text with ``|`` between, in colours, side by side, as JSON.

A token is shown so that nothing hides: a line end is ``\n``, a character that does not print is its
escape, and a byte that belongs to no whole character is ``\xe2``, with the backslash of a text
doubled. So what is shown can be told apart, and it cannot move a terminal's cursor.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tokbench.text import well_formed

if TYPE_CHECKING:
    from tokbench.counters import Piece

SCHEMA: Final = "tokbench.tokens/1"
_BACKGROUNDS: Final = (153, 194, 223, 225, 159)  # light blue, green, orange, pink and cyan
_BLACK: Final = "38;5;16"
_UNDERLINED: Final = "4"


@dataclass(frozen=True, slots=True)
class Tokenized:
    """A text as one counter sees it.

    Attributes:
        counter: The counter's name.
        pieces: Its tokens.
        chunks: The chunks of its pre-split: no token crosses their borders, so there are at least
            as many tokens.
    """

    counter: str
    pieces: Sequence[Piece]
    chunks: Sequence[str]


def plain(view: Tokenized, *, ids: bool = False, chunks: bool = False, colour: bool = False) -> str:
    """The tokens, under them the ids and the chunks where they are asked for.

    In colours, and where nothing stands below, a line of the text is a line of the output.
    """
    if colour and not (ids or chunks):
        return coloured((piece.content for piece in view.pieces), lines=True)
    rows = _rows(view, ids=ids, chunks=chunks, colour=colour)
    return _labelled(rows) if len(rows) > 1 else rows[0].text


def side_by_side(
    views: Iterable[Tokenized], *, ids: bool = False, chunks: bool = False, colour: bool = False
) -> str:
    """One line a counter: its name, the number of tokens, and the tokens; below, what is asked."""
    rows: list[_Row] = []
    for view in views:
        first, *others = _rows(view, ids=ids, chunks=chunks, colour=colour)
        rows.append(first._replace(label=view.counter))
        rows += (row._replace(label=f"  {row.label}") for row in others)
    return _labelled(rows)


def as_json(text: str, views: Iterable[Tokenized], *, chunks: bool = False) -> str:
    """The tokens as JSON; ``text`` is null for a fragment of a character, ``bytes`` is hex."""
    rendered = {
        "schema": SCHEMA,
        "text": well_formed(text),
        "counters": [_entry(view, chunks) for view in views],
    }
    return json.dumps(rendered, ensure_ascii=False, indent=2)


def bars(contents: Iterable[bytes]) -> str:
    r"""The tokens with ``|`` between them; one inside a token is ``\|``."""
    return "|".join(visible(content).replace("|", r"\|") for content in contents)


def coloured(contents: Iterable[bytes], *, lines: bool = False) -> str:
    """The tokens in changing colours; what is no whole character is underlined.

    Args:
        contents: The tokens.
        lines: Whether a new line begins behind a token that ends a line.
    """
    shown = []
    for number, content in enumerate(contents):
        style = f"{_BLACK};48;5;{_BACKGROUNDS[number % len(_BACKGROUNDS)]}"
        if _text(content) is None:
            style += f";{_UNDERLINED}"
        end = "\n" if lines and content.endswith(b"\n") else ""
        shown.append(f"\x1b[{style}m{visible(content)}\x1b[0m{end}")
    return "".join(shown).removesuffix("\n")


def visible(content: bytes) -> str:
    """A token as one can see it, in one line."""
    text = content.replace(b"\\", b"\\\\").decode(errors="backslashreplace")
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    if "\x80" <= character <= "\xff":  # \x80 to \xff are left to the bytes that are no character
        return f"\\u{ord(character):04x}"
    return character.encode("unicode_escape").decode()


class _Row(NamedTuple):
    label: str
    number: int
    text: str


def _rows(view: Tokenized, *, ids: bool, chunks: bool, colour: bool) -> list[_Row]:
    show = coloured if colour else bars
    contents = [piece.content for piece in view.pieces]
    rows = [_Row("tokens", len(contents), show(contents))]
    if ids:
        rows.append(_Row("ids", len(contents), " ".join(_id(piece) for piece in view.pieces)))
    if chunks:
        rows.append(_Row("chunks", len(view.chunks), show([part.encode() for part in view.chunks])))
    return rows


def _labelled(rows: Sequence[_Row]) -> str:
    """Rows of label, number and text, the first two in columns."""
    name_width = max((len(row.label) for row in rows), default=0)
    number_width = max((len(f"{row.number:,}") for row in rows), default=0)
    return "\n".join(
        f"{label:<{name_width}}  {number:>{number_width},}  {text}" for label, number, text in rows
    )


def _entry(view: Tokenized, chunks: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "counter": view.counter,
        "count": len(view.pieces),
        "tokens": [_token(piece) for piece in view.pieces],
    }
    if chunks:
        entry["chunks"] = list(view.chunks)
    return entry


def _token(piece: Piece) -> dict[str, Any]:
    return {"id": piece.id, "text": _text(piece.content), "bytes": piece.content.hex()}


def _id(piece: Piece) -> str:
    return "-" if piece.id is None else str(piece.id)


def _text(content: bytes) -> str | None:
    """The token as text, or None where it holds a fragment of a character."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
