from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokbench.errors import InputError, UsageError
from tokbench.framing import PLAIN, Framing, Template, read_template


@given(st.text())
def test_a_plain_framing_changes_nothing(text: str) -> None:
    assert PLAIN.apply(text) == text
    assert (PLAIN.constant_tokens, PLAIN.labels) == (0, ())


@given(st.text())
def test_a_json_string_reads_back_as_the_rendering(text: str) -> None:
    embedded = Framing(embed="json-string").apply(text)
    assert json.loads(embedded) == text
    assert embedded.startswith('"')
    assert embedded.endswith('"')


@pytest.mark.parametrize(
    ("text", "embedded"),
    [
        ("", '""'),
        ('{"a":1}', '"{\\"a\\":1}"'),
        ("a\n\tb\\", '"a\\n\\tb\\\\"'),
        ("café 🦜", '"café 🦜"'),
        ("\ud83d", '"\\ud83d"'),
    ],
)
def test_only_what_json_must_escape_is_escaped(text: str, embedded: str) -> None:
    assert Framing(embed="json-string").apply(text) == embedded


@given(st.text())
def test_a_template_holds_the_rendering_in_its_place(text: str) -> None:
    framing = Framing(template=Template("p", "Data: {x} ", "\nEnd"))
    assert framing.apply(text) == "Data: {x} " + text + "\nEnd"


def test_embedding_comes_before_the_template() -> None:
    framing = Framing("json-string", Template("p", '{"data":', "}"), "openai-chat")
    assert framing.apply('a"b') == '{"data":"a\\"b"}'
    assert framing.constant_tokens == 7
    assert framing.labels == (
        "every rendering is counted as a JSON string, with its quotes and escapes",
        "every rendering is counted inside the prompt p",
        "every count holds 7 tokens for one OpenAI chat message "
        "(the cookbook's constants, measured for models up to gpt-4o)",
    )


def test_a_template_is_read_as_it_will_be_sent(tmp_path: Path) -> None:
    """Line ends stay, a byte-order mark is removed, and other braces are only braces."""
    path = tmp_path / "prompt.txt"
    path.write_bytes("\ufeff{a} {{payload}} %s\r\nñ\n".encode())
    assert read_template(str(path)) == Template(str(path), "{a} {", "} %s\r\nñ\n")


@pytest.mark.parametrize(("text", "many"), [("", "not there"), ("{payload}{payload}", "2 times")])
def test_a_template_needs_its_placeholder_once(text: str, many: str, tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError) as caught:
        read_template(str(path))
    assert str(caught.value) == (f"{path}: {{payload}} must be in the template once, it is {many}")


def test_a_template_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    with pytest.raises(InputError, match=r"prompt\.txt: the template cannot be read: No such file"):
        read_template(str(path))
    path.write_bytes(b"\xff{payload}")
    with pytest.raises(InputError, match=r"prompt\.txt: the template is not UTF-8$"):
        read_template(str(path))
