"""From bytes to text."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.environment import Command

import tokbench
from tokbench.errors import CannotRead, InputError
from tokbench.readers import ReadOptions, read
from tokbench.readers.decoding import decode

ROWS = [{"a": "é", "b": 1}]


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "UTF-16", "utf-8-sig", "cp850", "utf8"])
@pytest.mark.parametrize("suffix", ["csv", "json", "yaml"])
def test_a_text_is_in_the_encoding_that_is_named(
    tmp_path: Path, encoding: str, suffix: str
) -> None:
    text = {"csv": "a,b\né,1\n", "json": '[{"a":"é","b":1}]', "yaml": "- {a: é, b: 1}\n"}[suffix]
    path = tmp_path / f"rows.{suffix}"
    path.write_bytes(text.encode(encoding))
    assert read(path, ReadOptions(encoding=encoding)).data == ROWS
    assert tokbench.render(path, "as-given", encoding=encoding) == text


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_a_mark_says_the_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes("a;b\né;1\n".encode(encoding))
    payload = read(path)
    assert payload.data == ROWS
    assert f"the byte-order mark of {encoding.upper()} is left out" in payload.notes


@pytest.mark.parametrize(
    ("content", "encoding", "place", "hint"),
    [
        (b"a,b\nx,\xae\n", None, "2:3: not UTF-8: byte 0xAE at offset 6", "'cp1252' decodes it"),
        ("a\n日本".encode("cp932"), None, "2:1: not UTF-8: byte 0x93", "'cp1252' decodes"),
        ("、".encode("cp932"), None, "1:1: not UTF-8: byte 0x81", "'cp932' decodes it"),
        (b"a\x81\n\x98\n", None, "1:2: not UTF-8", "='latin-1' decodes it"),
        (b"\x81a\xc3\xa9", "cp1252", "1:1: not cp1252: byte 0x81", "decodes it"),
        ("aé".encode(), "ascii", "1:2: not ascii: byte 0xC3", "'utf-8' decodes it"),
    ],
)
def test_the_error_names_an_encoding_that_decodes_the_file(
    tmp_path: Path, content: bytes, encoding: str | None, place: str, hint: str
) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read(path, ReadOptions(encoding=encoding))
    assert f"rows.csv:{place}" in str(caught.value)
    assert hint in str(caught.value)
    named = (caught.value.hint or "").split("'")[1]
    assert content.decode(named)


@pytest.mark.parametrize("name", ["no-such", "", "base64", "idna", "unicode_escape", "a\0b"])
def test_an_unknown_encoding_is_refused(name: str) -> None:
    with pytest.raises(CannotRead, match="is no encoding: give one that Python knows"):
        decode(b"a", name)


def test_a_command_without_the_option_does_not_name_it(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xe9")
    done = command("tokenize", "--file", "a.txt")
    assert done.returncode == 2
    assert "save the file as UTF-8" in done.stderr
    assert "--encoding" not in done.stderr
    done = command("compare", "a.txt")
    assert "--encoding cp1252 decodes it" in done.stderr


def test_a_check_reads_a_prompt_in_its_encoding(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_bytes("né".encode("cp1252"))
    check = '[[checks]]\nname = "a"\npaths = "a.txt"\nformat = "as-given"\n'
    (tmp_path / "tokbench.toml").write_text(check, encoding="utf-8")
    done = command("check", "--update")
    assert 'encoding = "cp1252" decodes it' in done.stdout + done.stderr
    (tmp_path / "tokbench.toml").write_text(f'{check}encoding = "cp1252"\n', encoding="utf-8")
    assert command("check", "--update").returncode == 0
