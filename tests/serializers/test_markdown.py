"""Markdown tables and lists, and text that looks like markup."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from markdown_it import MarkdownIt
from support.independent import by_markdown_table
from support.one_format import back, render
from support.strategies import examples, texts

from tokbench.errors import CannotRead
from tokbench.serializers import get
from tokbench.serializers.markdown import ambiguity

if TYPE_CHECKING:
    from tokbench.payload import Json

BLOCK_STARTS = [
    *("- a", "+ a", "* a", "1. d", "12) d", "# a", "## b", "> c", "a: b", "---", "***", "==="),
    *("```", "~~~ a", "[a]: b", "|a|", "<div>", "1.", "-", "\\- a", "[3]", "[ ]", "+", "| a |"),
]
"""Keys that a renderer of Markdown would take for a list, a heading, a quotation and so on."""


def test_every_row_has_its_own_pipes_alone() -> None:
    """Pipes in values are escaped, inside code too; a line break is ``<br>``."""
    data: Json = [
        {"cmd": "a | b", "note": "`x|y`"},
        {"cmd": "two\nlines\r\nthree", "note": "C:\\dir\\|x"},
    ]
    text = render("markdown", data)
    assert text.split("\n") == [
        "| cmd | note |",
        "|---|---|",
        "| a \\| b | `x\\|y` |",
        "| two<br>lines<br>three | C:\\\\dir\\\\\\|x |",
    ]


def test_a_pipe_never_adds_a_column() -> None:
    """GFM splits cells before it reads code; backslashes are escaped as well."""
    data: Json = [
        {"cmd": "du -k | sort", "why": "a || b"},
        {"cmd": "C:\\dir\\|x", "why": "\\"},
        {"cmd": "\\|", "why": "ends with\\"},
    ]
    assert by_markdown_table(render("markdown", data)) == data
    assert back("markdown", data) == data


def test_spaces_around_a_value_are_lost() -> None:
    """GFM strips a cell, and so does the reading back."""
    assert back("markdown", [{"a": " x ", "b": 1}]) == [{"a": "x", "b": 1}]


@examples(25, 5000)
@given(texts())
def test_a_renderer_shows_a_text_that_is_not_ambiguous(text: str) -> None:
    """An independent GFM parser gives the text itself."""
    assume(ambiguity(text) is None and text == text.strip(" \t\v\f"))
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens = parser.parse(render("markdown", [{"k": "v", "text": text}]))
    shown = [token.children or [] for token in tokens if token.type == "inline"][-1]
    assert {token.type for token in shown} <= {"text", "text_special"}
    assert "".join(token.content for token in shown) == text.replace("\0", "\ufffd")


@pytest.mark.parametrize(
    "text",
    [
        "line\nbreak",
        "a<br>b",
        "*em*",
        "2*3*4",
        "`code`",
        "_em_",
        "~~x~~",
        "<b>",
        "&amp;",
        "[a](b)",
    ],
)
def test_markup_is_ambiguous(text: str) -> None:
    """A renderer shows another text, so the format cannot be called lossless there."""
    assert ambiguity(text)


@pytest.mark.parametrize("text", ["snake_case_name", "5 * 3", "a < b", "R&D", "[x]", "~", "it's"])
def test_ordinary_text_is_not_ambiguous(text: str) -> None:
    """Characters of markup where they mark nothing."""
    assert ambiguity(text) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("markdown", "no table"),
        ("markdown", "| a |"),
        ("markdown-kv", "- a: 1"),
        ("markdown-kv", "## 1\nno item"),
    ],
)
def test_other_text_is_refused(name: str, text: str) -> None:
    """The readers of our layouts refuse text of another layout."""
    read = get(name).read
    assert read is not None
    with pytest.raises(CannotRead):
        read(text)


def test_a_list_keeps_missing_apart_from_null() -> None:
    """A record shows the keys that it has; colons and backslashes in keys are escaped."""
    data: Json = [{"a:b\\": "x: y"}, {}, {"c": None}]
    assert render("markdown-kv", data) == "## 1\n- a\\:b\\\\: x: y\n\n## 2\n\n## 3\n- c:"
    assert back("markdown-kv", data) == data


@pytest.mark.parametrize("key", BLOCK_STARTS)
def test_a_key_that_looks_like_a_block_is_shown_as_a_key(key: str) -> None:
    """A renderer sees one list of one item: no heading, quotation, fence or list in it."""
    data: Json = [{key: "x"}]
    text = render("markdown-kv", data)
    html = MarkdownIt("commonmark").render(text)
    shown = escape(key, quote=False).replace('"', "&quot;")
    assert html == f"<h2>1</h2>\n<ul>\n<li>{shown}: x</li>\n</ul>\n"
    assert back("markdown-kv", data) == data
