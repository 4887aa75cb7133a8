r"""The tokens of a text: with ``|`` between them, in colours, side by side, or as JSON.

Everything in a token is visible: a line end is shown as ``\n``, a character that does not print as
its escape, and a byte that is no whole character as ``\xe2``; a backslash in the text is doubled.
So different tokens look different, and none of them can move the cursor of a terminal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tokbench.counters.tokenized import Tokenized
from tokbench.text import well_formed

if TYPE_CHECKING:
    pass

SCHEMA: Final = "tokbench.tokens/1"
_BACKGROUNDS: Final = (153, 194, 223, 225, 159)  # light blue, green, orange, pink and cyan
_BLACK: Final = "38;5;16"


class Style(NamedTuple):
    """What is shown below the tokens, and whether colours separate them in place of ``|``."""

    ids: bool = False
    pre_tokens: bool = False
    colour: bool = False


DEFAULT_STYLE: Final = Style()
"""The tokens alone, with ``|`` between them."""


def plain(view: Tokenized, style: Style = DEFAULT_STYLE) -> str:
    """The tokens by one counter.

    In colours, with nothing shown below, the output has a line for each line of the text.
    """
    if style == Style(colour=True):
        return coloured((token.content for token in view.tokens), lines=True)
    rows = _rows(view, style)
    return _labelled(rows) if len(rows) > 1 else rows[0].text


def side_by_side(views: Iterable[Tokenized], style: Style = DEFAULT_STYLE) -> str:
    """A line for each counter: its name, the number of tokens, and the tokens."""
    rows: list[_Row] = []
    for view in views:
        first, *others = _rows(view, style)
        rows.append(first._replace(label=view.counter))
        rows += (row._replace(label=f"  {row.label}") for row in others)
    return _labelled(rows)


def as_json(text: str, views: Iterable[Tokenized], *, pre_tokens: bool = False) -> str:
    """The tokens as JSON: ``text`` is null for a part of a character, ``bytes`` is hexadecimal."""
    entries = [_entry(view, pre_tokens) for view in views]
    rendered = {"schema": SCHEMA, "text": well_formed(text), "counters": entries}
    return json.dumps(rendered, ensure_ascii=False, indent=2)


def bars(contents: Iterable[bytes]) -> str:
    r"""The tokens with ``|`` between them; one inside a token is ``\|``."""
    return "|".join(visible(content).replace("|", r"\|") for content in contents)


def coloured(contents: Iterable[bytes], *, lines: bool = False) -> str:
    """The tokens in changing colours; a token that is no whole text is underlined.

    With ``lines``, a new line begins after a token that ends a line.
    """
    shown = []
    for number, content in enumerate(contents):
        underlined = ";4" if _text(content) is None else ""
        style = f"{_BLACK};48;5;{_BACKGROUNDS[number % len(_BACKGROUNDS)]}{underlined}"
        end = "\n" if lines and content.endswith(b"\n") else ""
        shown.append(f"\x1b[{style}m{visible(content)}\x1b[0m{end}")
    return "".join(shown).removesuffix("\n")


def visible(content: bytes) -> str:
    """A token with nothing invisible in it, on one line."""
    text = content.replace(b"\\", b"\\\\").decode(errors="backslashreplace")
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    if "\x80" <= character <= "\xff":  # \x80 to \xff stand for bytes
        return f"\\u{ord(character):04x}"
    return character.encode("unicode_escape").decode()


class _Row(NamedTuple):
    label: str
    number: int
    text: str


def _rows(view: Tokenized, style: Style) -> list[_Row]:
    show = coloured if style.colour else bars
    contents = [token.content for token in view.tokens]
    rows = [_Row("tokens", len(contents), show(contents))]
    if style.ids:
        ids = ("-" if token.id is None else str(token.id) for token in view.tokens)
        rows.append(_Row("ids", len(contents), " ".join(ids)))
    if style.pre_tokens:
        encoded = [part.encode() for part in view.pre_tokens]
        rows.append(_Row("pre-tokens", len(encoded), show(encoded)))
    return rows


def _labelled(rows: Sequence[_Row]) -> str:
    """Rows of label, number and text, the first two in columns."""
    name_width = max((len(row.label) for row in rows), default=0)
    number_width = max((len(f"{row.number:,}") for row in rows), default=0)
    return "\n".join(
        f"{label:<{name_width}}  {number:>{number_width},}  {text}" for label, number, text in rows
    )


def _entry(view: Tokenized, pre_tokens: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "counter": view.counter,
        "count": len(view.tokens),
        "tokens": [
            {"id": token.id, "text": _text(token.content), "bytes": token.content.hex()}
            for token in view.tokens
        ],
    }
    if pre_tokens:
        entry["chunks"] = list(view.pre_tokens)  # the key is older than the word pre-token
    return entry


def _text(content: bytes) -> str | None:
    """The token as text, or None where it has a part of a character."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None
