"""XML: names of elements, characters that it cannot hold, and reading back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from support.independent import by_xml
from support.one_format import back, render
from support.strategies import AWKWARD_KEYS

from tokbench.errors import CannotRead, CannotRender
from tokbench.serializers import xml_

if TYPE_CHECKING:
    from tokbench.payload import Json


def test_keys_that_are_no_names_come_back_exactly() -> None:
    """Each is written in an attribute, so no two keys share an element name."""
    keys = [*AWKWARD_KEYS, "^[a-z]+$", "/v1/{id}", "xmlns", "item", "f", "é", "名前", "price"]
    data: Json = [{key: f'<{number} & "x">' for number, key in enumerate(keys)}]
    assert back("xml", data) == data
    assert by_xml(render("xml", data)) == data


@pytest.mark.parametrize(
    ("key", "element"),
    [
        ("price", "<price>1</price>"),
        ("2x4", '<f k="2x4">1</f>'),
        ('a "b" <c>', '<f k="a &quot;b&quot; &lt;c&gt;">1</f>'),
        ("item", '<f k="item">1</f>'),
        ("XmlThing", '<f k="XmlThing">1</f>'),
        ("ключ", "<ключ>1</ключ>"),
    ],
)
def test_a_key_as_an_element(key: str, element: str) -> None:
    """Plain names are elements."""
    assert render("xml", {key: 1}) == f"<data>\n  {element}\n</data>"


def test_every_letter_of_a_plain_name_parses() -> None:
    """Expat knows an old edition of XML: it accepts every letter that we write."""
    letters = [chr(code) for code in range(0x10000) if re.fullmatch(xml_._PLAIN_NAME, chr(code))]
    assert len(letters) > 20_000
    text = f"<a>{''.join(f'<{letter}/>' for letter in letters)}</a>"
    assert [element.tag for element in ElementTree.fromstring(text)] == letters  # noqa: S314


@pytest.mark.parametrize(
    "text", ['<5 & "x"', "]]>", "cr\rlf\r\nx", " lead", "\t\n", "tail\n", "&amp;"]
)
def test_text_comes_back_exactly(text: str) -> None:
    """Marks, line ends and spaces, in elements and in keys."""
    assert back("xml", {"k": text, text: "v"}) == {"k": text, text: "v"}


@pytest.mark.parametrize("char", ["\x00", "\x0b", "\x1b", "\ufffe", "\ud83d"])
def test_a_character_that_xml_cannot_hold_is_refused(char: str) -> None:
    """XML cannot write it even as a reference; the message has the place."""
    with pytest.raises(CannotRender, match=r"U\+[0-9A-F]{4} at \[0\]\.note"):
        render("xml", [{"note": f"a{char}"}])


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ("\x00", "."),
        ({"é": "x", "a": {"b\x00": "\x1b"}}, r'a["b\u0000"]'),
        ({"a": ["x", "\ud83d"], "\ud83d": 1}, "a[1]"),
        ([{"b\ud83d": 1}], r'[0]["b\ud83d"]'),
        ({"\ufffe": 1}, r'["\ufffe"]'),
    ],
)
def test_the_first_such_text_or_key_is_named(data: Json, path: str) -> None:
    """In the order of the data, by a path that prints."""
    with pytest.raises(CannotRender, match=rf"at {re.escape(path)}$"):
        render("xml", data)


def test_empty_and_null() -> None:
    """Empty containers stay apart from null; empty text cannot."""
    data: dict[str, Json] = {"l": [], "o": {}, "n": None, "t": "", "i": [None, [], {}]}
    assert back("xml", data) == {**data, "t": None}


def test_other_text_is_refused_with_its_place() -> None:
    """A fault has a line and a column."""
    with pytest.raises(CannotRead) as caught:
        xml_.read("<data>\n  <a></b>\n</data>")
    assert caught.value.line == 2
