from __future__ import annotations

import json
import re

from hypothesis import given, settings
from support.strategies import texts

from tokbench.bpe import train
from tokbench.counters import Token
from tokbench.counters.tokenized import Tokenized
from tokbench.report.tokens import Style, as_json, bars, plain, side_by_side, visible

MODEL = train("low lower lowest", 4)


def view(text: str, counter: str = "bpe") -> Tokenized:
    tokens = [Token(MODEL.vocabulary[token], token) for token in MODEL.token_bytes(text)]
    return Tokenized(counter, tokens, MODEL.pre_tokens(text))


def test_tokens_have_bars_between_them() -> None:
    assert plain(view("low lowest|x\n")) == r"low| lowe|s|t|\||x|\n"


def test_ids_and_pre_tokens_are_shown_below_where_they_are_asked_for() -> None:
    """There are at least as many tokens as pre-tokens."""
    assert plain(view("low lowest"), Style(ids=True, pre_tokens=True)).splitlines() == [
        "tokens      4  low| lowe|s|t",
        "ids         4  257 259 115 116",
        "pre-tokens  2  low| lowest",
    ]


def test_a_token_without_an_id_has_a_dash() -> None:
    unknown = Tokenized("bpe", [Token(None, "ß".encode())], ["ß"])
    assert plain(unknown, Style(ids=True)).splitlines()[1] == "ids     1  -"


def test_what_does_not_print_is_shown_as_its_escape() -> None:
    shown = {
        "\t\r\n": r"\t\r\n",
        "\x00\x1b\x7f": r"\x00\x1b\x7f",
        "\u200b\u202e\ufeff": r"\u200b\u202e\ufeff",
        "\u00a0\u0085": r"\u00a0\u0085",
        "\U000e0001": r"\U000e0001",
        r"\n": r"\\n",
        "日 é": "日 é",
    }
    assert {text: visible(text.encode()) for text in shown} == shown


def test_bytes_that_are_no_whole_character_are_marked() -> None:
    """They are shown as escapes; the same four letters in a text have their backslash doubled."""
    assert bars([b"\xe2\x80", b"\x94", b"\\xe2"]) == r"\xe2\x80|\x94|\\xe2"


@given(texts())
@settings(deadline=None)
def test_shown_tokens_have_one_line_and_no_control_characters(text: str) -> None:
    assert all(character.isprintable() for character in plain(view(text)))


def test_colours_change_from_token_to_token_and_fragments_are_underlined() -> None:
    shown = plain(
        Tokenized("x", [Token(1, b"a"), Token(2, b"b"), Token(3, b"\xc3")], []), Style(colour=True)
    )
    assert re.findall(r"\x1b\[([\d;]+)m([^\x1b]+)\x1b\[0m", shown) == [
        ("38;5;16;48;5;153", "a"),
        ("38;5;16;48;5;194", "b"),
        ("38;5;16;48;5;223;4", r"\xc3"),
    ]


def test_each_counter_has_a_line() -> None:
    views = [view("low low", "bpe:mine.json"), Tokenized("none", [], [])]
    assert side_by_side(views).splitlines() == ["bpe:mine.json  2  low| low", "none           0  "]


def test_ids_and_pre_tokens_are_shown_below_each_counter() -> None:
    views = [view("low lowest", "one"), view("low", "two")]
    assert side_by_side(views, Style(ids=True, pre_tokens=True)).splitlines() == [
        "one           4  low| lowe|s|t",
        "  ids         4  257 259 115 116",
        "  pre-tokens  2  low| lowest",
        "two           1  low",
        "  ids         1  257",
        "  pre-tokens  1  low",
    ]


def test_in_colours_a_line_of_the_text_is_a_line_of_the_output() -> None:
    shown = re.sub(r"\x1b\[[\d;]*m", "", plain(view("low\nlow\n"), Style(colour=True)))
    assert shown == "low\\n\nlow\\n"


def test_json_has_text_bytes_and_ids() -> None:
    """A part of a character has no text; pre-tokens are there where they are asked for."""
    rendered = json.loads(as_json("lowé", [view("lowé")], pre_tokens=True))
    assert rendered["schema"] == "tokbench.tokens/1"
    assert rendered["text"] == "lowé"
    (counter,) = rendered["counters"]
    assert counter["count"] == 3
    assert counter["chunks"] == ["lowé"]
    assert counter["tokens"] == [
        {"id": 257, "text": "low", "bytes": "6c6f77"},
        {"id": 0xC3, "text": None, "bytes": "c3"},
        {"id": 0xA9, "text": None, "bytes": "a9"},
    ]


@given(texts(halves=True))
@settings(deadline=None)
def test_json_can_be_written_for_every_text(text: str) -> None:
    """Half a surrogate pair in the text does not stop the output from being UTF-8."""
    rendered = as_json(text, [view(text)], pre_tokens=True).encode()
    assert json.loads(rendered)["counters"][0]["count"] == MODEL.count(text)
