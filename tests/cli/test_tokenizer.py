"""``tokbench tokenize`` and ``tokbench train``."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tokbench import bpe, cli


@pytest.mark.parametrize(
    ("output", "number"), [("text", b"tokbench: 2 tokens by o200k_base\n"), ("json", b"")]
)
def test_a_counter_that_is_assumed_for_a_model_is_a_note(
    output: str, number: bytes, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The tokens stay alone on standard output; a model of tiktoken's table needs no note."""
    assert cli.run(("tokenize", "hello world", "--model", "gpt-6", "-o", output)) == 0
    assumed = capfdbinary.readouterr()
    basis = b"tiktoken does not know gpt-6* yet; assumed to use o200k_base"
    assert assumed.err == b"tokbench: model gpt-6: " + basis + b"\n" + number
    assert cli.run(("tokenize", "hello world", "--model", "gpt-5", "-o", output)) == 0
    assert capfdbinary.readouterr() == (assumed.out, number)


def test_a_text_that_is_the_name_of_a_file_is_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Every other command takes files; the text is counted all the same."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text("hello")
    assert cli.run(("tokenize", "note.txt")) == 0
    out, err = capfdbinary.readouterr()
    assert out == b"note|.txt\n"
    assert err == (
        b"tokbench: 'note.txt' is also the name of a file: for its content, use --file note.txt\n"
        b"tokbench: 2 tokens by o200k_base\n"
    )
    assert cli.run(("tokenize", "--file", "note.txt")) == 0
    assert capfdbinary.readouterr() == (b"hello\n", b"tokbench: 1 token by o200k_base\n")
    assert cli.run(("tokenize", "x" * 5000 + "\0")) == 0
    assert capfdbinary.readouterr().err.count(b"\n") == 1


def test_the_number_of_tokens_is_said_once(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Lines that begin with it need no other."""
    for options in (("--ids",), ("--pre-tokens",), ("-o", "json"), ("--compare",)):
        assert cli.run(("tokenize", "a bc", *options)) == 0
        assert capfdbinary.readouterr().err == b""


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), b"give either a text or --file"),
        (("a", "--file", "b"), b"give either a text or --file"),
        (("--file", "nope"), b"nope: no such file"),
        (("--file", "."), b".: is a folder: name the files in it"),
    ],
)
def test_a_text_is_needed(
    arguments: tuple[str, ...], line: bytes, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert cli.run(("tokenize", *arguments)) == 2
    assert capfdbinary.readouterr() == (b"", b"tokbench: " + line + b"\n")


def test_a_corpus_may_come_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"aba aba aba")))
    assert cli.run(("train", "-", "--merges", "2", "-o", str(tmp_path / "m.json"))) == 0
    assert capfdbinary.readouterr().out.startswith(b"learned 2 of 2 merges")


def test_pre_tokens_may_be_called_chunks(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """The option had that name first; the key of the JSON still has."""
    for option in ("--pre-tokens", "--chunks"):
        assert cli.run(("tokenize", "a bc", option)) == 0
        assert capfdbinary.readouterr().out == b"tokens      2  a| bc\npre-tokens  2  a| bc\n"
        assert cli.run(("tokenize", "a bc", option, "-o", "json")) == 0
        (counter,) = json.loads(capfdbinary.readouterr().out)["counters"]
        assert counter["chunks"] == ["a", " bc"]


@pytest.mark.parametrize("option", ["--output-file", "-o", "--output"])
def test_train_writes_the_file_that_is_named(option: str, tmp_path: Path) -> None:
    corpus, target = tmp_path / "corpus.txt", tmp_path / "model.json"
    corpus.write_text("aba aba")
    assert cli.run(("train", str(corpus), "--merges", "1", option, str(target))) == 0
    assert len(bpe.load(target).merges) == 1
