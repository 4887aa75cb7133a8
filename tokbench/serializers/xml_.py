"""XML: an element for each key, ``<item>`` for each value of a list, two spaces a level.

The root is ``<data>``. A key that is not a plain element name, or that is ``item``, is written as
``<f k="the key">``. Text is as in a cell of CSV, but read by itself: null is an empty element, an
empty list or object is ``[]`` or ``{}``, and text that spells a number is ambiguous. There is no
declaration.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from tokbench.errors import CannotRead, CannotRender
from tokbench.payload import Json, Payload
from tokbench.progress import mover, moving, step
from tokbench.serializers import Format
from tokbench.serializers.cells import NOT_XML, cell, path_of_text
from tokbench.serializers.recursion import deep_recursion

if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

    from tokbench.progress import Mover

_LETTER = "A-Za-z_À-ÖØ-öø-ıΣ-ώЎ-яぁ-ゔァ-ヺ一-龥가-힣"
_PLAIN_NAME = rf"(?!item$|[Xx][Mm][Ll])[{_LETTER}][{_LETTER}0-9.-]*"
"""Names that all editions of XML 1.0 allow; those that start with ``xml`` are reserved.

Compiled when used, since the default set imports this module without using it.
"""

_CHUNK = 1 << 18
"""Characters that are parsed between two reports of progress."""

_NEEDS_ESCAPE = re.compile("[&<>\r]")
_NEEDS_ESCAPE_IN_KEY = re.compile('[&<>"\r\n\t]')


def render(payload: Payload) -> str:
    """The payload as one XML document.

    Raises:
        CannotRender: It holds a character that XML cannot; the message has its path.
    """
    lines: list[str] = []
    with deep_recursion():
        _write(payload.data, ("<data>", "</data>", "<data/>"), "", lines.append, mover())
    text = "\n".join(lines)
    found = re.search(NOT_XML, text)
    if found:
        where = path_of_text(payload.data, re.compile(NOT_XML))
        raise CannotRender(f"XML 1.0 cannot hold the character U+{ord(found[0]):04X} at {where}")
    return text


_Tags = tuple[str, str, str]
"""An element's opening tag, its closing tag, and its tag when it is empty."""

_ITEM: _Tags = ("<item>", "</item>", "<item/>")


def _write(
    value: Json,
    tags: _Tags,
    margin: str,
    put: Callable[[str], None],
    moving: Mover | None,
) -> None:
    opening, closing, empty = tags
    if isinstance(value, (dict, list)) and value:
        put(margin + opening)
        inner = margin + "  "
        if isinstance(value, dict):
            for key, child in moving(value.items()) if moving else value.items():
                _write(child, _tags(key), inner, put, moving)
        else:
            for child in moving(value) if moving else value:
                _write(child, _ITEM, inner, put, moving)
        put(margin + closing)
    else:
        text = cell(value)
        put(f"{margin}{opening}{_escaped(text)}{closing}" if text else margin + empty)


@lru_cache(maxsize=10_000)
def _tags(key: str) -> _Tags:
    if re.fullmatch(_PLAIN_NAME, key):
        return f"<{key}>", f"</{key}>", f"<{key}/>"
    name = f'f k="{_NEEDS_ESCAPE_IN_KEY.sub(_reference, key)}"'
    return f"<{name}>", "</f>", f"<{name}/>"


def _escaped(text: str) -> str:
    return _NEEDS_ESCAPE.sub(_reference, text)


_REFERENCES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def _reference(found: re.Match[str]) -> str:
    return _REFERENCES.get(found[0]) or f"&#{ord(found[0])};"


def read(text: str) -> Json:
    """Data from XML of this layout.

    Raises:
        CannotRead: The text is not well-formed.
    """
    from xml.etree import ElementTree

    try:
        # Only our own renderings come here, and none declares an entity.
        parser = ElementTree.XMLParser()  # noqa: S314
        with step(0, 2):
            for start in moving(range(0, len(text), _CHUNK)):
                parser.feed(text[start : start + _CHUNK])
        root: Element = parser.close()
    except ElementTree.ParseError as error:
        line, column = error.position
        raise CannotRead(f"not XML: {error}", line=line, column=column + 1) from error
    with deep_recursion(), step(1, 2):
        return _value(root)


def _value(element: Element) -> Json:
    from tokbench.readers.cells import any_spelling

    if len(element) == 0:
        return any_spelling(element.text or "")
    children = moving(list(element))
    if element[0].tag == "item":
        return [_value(child) for child in children]
    return {child.get("k", child.tag): _value(child) for child in children}


FORMATS = (
    Format(
        name="xml",
        label="XML",
        holds="any JSON without control characters",
        summary="an element for each key; null and empty text look the same",
        render=render,
        read=read,
    ),
)
