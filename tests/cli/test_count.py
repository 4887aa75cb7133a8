"""``tokbench count``."""

from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.environment import Command
from support.strategies import examples, texts
from support.tiktoken_oracle import encoding

from tokbench import cli, file_counts
from tokbench.counters.choice import choose
from tokbench.file_counts import count_files
from tokbench.text_files import TextFile, find

PROSE = "You are, as ever, helpful.\nAnswer, please.\n"
"""A text of 12 tokens by o200k_base."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "folder"
    (made / "sub").mkdir(parents=True)
    (made / "p.txt").write_text(PROSE)
    (made / "sub" / "wide.txt").write_bytes("a\r\nb".encode("utf-16"))
    (made / "empty.txt").touch()
    (made / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\r")
    return made


def counted(*arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert cli.run(("count", *arguments, "-o", "json")) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def test_a_folder_by_the_installed_command(command: Command, folder: Path) -> None:
    done = command("count", "folder", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.rstrip(" █▏▎▍▌▋▊▉") for line in done.stdout.splitlines()]
    assert lines == [
        "folder",
        "path          files  o200k_base tokens    share",
        lines[2],
        "p.txt                               12   80.0 %",
        "sub/wide.txt                         3   20.0 %",
        "empty.txt                            0    0.0 %",
        "total             3                 15  100.0 %",
        "",
        "Left out: folder/logo.png: binary data, no text",
    ]


def test_a_repository_by_the_installed_command(command: Command, folder: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    (folder / ".gitignore").write_text("sub\n.gitignore\n")
    done = command("count", "folder", "-o", "csv")
    assert done.stdout.splitlines() == [
        "path,o200k_base tokens,over,skipped",
        "folder/p.txt,12,,",
        "folder/empty.txt,0,,",
        'folder/logo.png,,,"binary data, no text"',
    ]


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_standard_input_is_counted(command: Command, arguments: tuple[str, ...]) -> None:
    done = command("count", *arguments, "-o", "json", stdin=PROSE)
    assert json.loads(done.stdout)["files"] == [{"path": "<stdin>", "tokens": {"o200k_base": 12}}]


def test_json_holds_everything(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(("count", "folder", "-c", "o200k_base,chars", "-o", "json", "--top", "1")) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["schema"] == "tokbench.counts/1"
    assert [counter["kind"] for counter in report["counters"]] == ["exact", "estimate"]
    assert report["files"] == [
        {"path": "folder/p.txt", "tokens": {"o200k_base": 12, "chars": 43}},
        {"path": "folder/sub/wide.txt", "tokens": {"o200k_base": 3, "chars": 4}},
        {"path": "folder/empty.txt", "tokens": {"o200k_base": 0, "chars": 0}},
    ]
    assert report["total"] == {"o200k_base": 15, "chars": 47}
    assert (report["max_tokens"], report["over"]) == (None, [])
    assert report["skipped"] == [{"path": "folder/logo.png", "reason": "binary data, no text"}]


def test_a_file_over_the_limit_fails_the_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(("count", "folder", "--max-tokens", "11", "-c", "o200k_base,chars/4")) == 1
    out, err = capsys.readouterr()
    assert "\np.txt (over)  " in out
    assert "\nOver --max-tokens 11: folder/p.txt\n" in out
    assert err == "tokbench: folder/p.txt: 12 tokens by o200k_base: over --max-tokens 11\n"
    assert cli.run(("count", "folder", "--max-tokens", "12", "-o", "csv")) == 0
    (first, *_) = csv.DictReader(capsys.readouterr().out.splitlines())
    assert first["over"] == "false"


def test_a_file_over_the_limit_is_shown_wherever_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(("count", "folder", "--max-tokens", "2", "--top", "1", "--depth", "1")) == 1
    assert "\nsub/wide.txt (over)  " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["folder/logo.png"], "folder/logo.png: binary data, no text"),
        (["nope.txt"], "nope.txt: no such file"),
        (["bare"], "bare: no text files in it"),
        (["images"], "images: no text files in it (1 left out)"),
        (["*.md"], "*.md: no file matches"),
        (["folder", "--max-tokens", "many"], "Invalid value for '--max-tokens': 'many' is not a"),
        (["folder", "--max-tokens", "-1"], "Invalid value for '--max-tokens': -1 is not in the"),
        (["folder", "-c", ","], "--counter was given no name: name one, or leave it out"),
        (["folder/p.txt", "--output-file", "no/x"], "no/x: the folder no does not exist"),
    ],
)
def test_bad_input_is_one_line(
    folder: Path, arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder.parent / "bare").mkdir()
    (folder.parent / "images").mkdir()
    (folder.parent / "images" / "x.gif").write_bytes(b"GIF89a\0\xff")
    assert cli.run(("count", *arguments)) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"tokbench: {line}")


def test_named_files_that_cannot_be_counted_do_not_hide_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(("count", "nope", "folder/logo.png", "folder/p.txt", "folder/p.txt")) == 2
    out, err = capsys.readouterr()
    assert out.splitlines()[2].split()[:3] == ["folder/p.txt", "12", "100.0"]
    assert err == (
        "tokbench: nope: no such file\ntokbench: folder/logo.png: binary data, no text\n"
    )
    assert cli.run(("count", "nope", "nor.md")) == 2
    assert capsys.readouterr().err == (
        "tokbench: nope: no such file\ntokbench: nor.md: no such file\n"
    )


def test_a_counter_that_fails_leaves_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(("count", "folder", "-c", "o200k_base,anthropic:m", "-o", "json")) == 3
    report = json.loads(capsys.readouterr().out)
    assert report["total"] == {"o200k_base": 15, "anthropic:m": None}
    (first, *_) = report["files"]
    assert first["tokens"] == {"o200k_base": 12, "anthropic:m": None}
    assert "ANTHROPIC_API_KEY" in first["skipped_counters"]["anthropic:m"]


def test_an_output_file_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(("count", "folder", "-o", "markdown", "--output-file", "counts.md")) == 0
    assert capsys.readouterr().out == ""
    assert "| folder/sub/wide.txt |" in (folder.parent / "counts.md").read_text(encoding="utf-8")


def test_a_repository_that_git_refuses_is_a_note(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".git").write_text("gitdir: nowhere\n")
    assert cli.run(("count", "folder")) == 0
    assert capsys.readouterr().err.startswith("tokbench: folder: fatal: ")


def test_a_text_counts_as_the_file_that_holds_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mark is no part of the text; line ends are."""
    (folder / "marked.txt").write_bytes(b"\xef\xbb\xbf" + PROSE.replace("\n", "\r\n").encode())
    report = counted("folder/marked.txt", capsys=capsys)
    expected = len(encoding("o200k_base").encode_ordinary(PROSE.replace("\n", "\r\n")))
    assert report["total"] == {"o200k_base": expected}


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), texts(), min_size=1, max_size=6))
@examples(few=25, thorough=300)
def test_every_count_is_that_of_tiktoken(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, str]
) -> None:
    """In whatever batches; the total is the sum."""
    folder = tmp_path_factory.mktemp("texts")
    for name, text in contents.items():
        (folder / name).write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(file_counts, "BATCH_FILES", 2)
        counts = count_files(find([str(folder)]), choose())
    expected = {
        str(folder / name): len(encoding("o200k_base").encode_ordinary(text))
        for name, raw in contents.items()
        if "\0" not in (text := raw.removeprefix("\ufeff"))
    }
    assert {file.path: file.tokens["o200k_base"] for file in counts.files} == expected
    assert counts.total("o200k_base") == sum(expected.values())
    assert len(counts.files) + len(counts.skipped) == len(contents)


def test_batches_are_bounded(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """A file larger than a batch is one; the order of the results does not depend on them."""
    seen: list[list[str]] = []
    monkeypatch.setattr(file_counts, "BATCH_BYTES", 20)

    def count_texts(given: list[str], *_: object) -> list[dict[str, int]]:
        seen.append(list(given))
        return [{"o200k_base": len(text)} for text in given]

    monkeypatch.setattr(file_counts, "count_texts", count_texts)
    counts = count_files(find(["folder/empty.txt", "folder/p.txt", "folder/sub"]), choose(), jobs=1)
    assert seen == [[""], [PROSE], ["a\r\nb"]]
    assert [file.path for file in counts.files] == [
        "folder/p.txt",
        "folder/sub/wide.txt",
        "folder/empty.txt",
    ]


def test_a_file_that_vanishes_is_named(folder: Path) -> None:
    found = find(["folder"])
    found.files.append(TextFile("folder/gone.txt", 1, is_named=False))
    counts = count_files(found, choose())
    assert [(file.path, file.reason, file.is_fault) for file in counts.skipped] == [
        ("folder/logo.png", "binary data, no text", False),
        ("folder/gone.txt", "no such file", True),
    ]
