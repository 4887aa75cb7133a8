"""What a command does where an argument or an option is not given."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest
from support.environment import COMMAND, Command, offline
from support.throwaway import Repository

from tokbench import cli

ROWS = '[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]'
READING = [
    ("compare", "-o", "json"),
    ("explain", "-o", "json"),
    ("render", "-f", "csv"),
    ("count", "-o", "json"),
]


@pytest.mark.parametrize("arguments", READING, ids=[name for name, *_ in READING])
def test_without_a_file_standard_input_is_read(command: Command, arguments: tuple[str]) -> None:
    named, piped = (command(*each, stdin=ROWS) for each in ((*arguments, "-"), arguments))
    assert named.returncode == 0
    assert named.stdout
    assert (piped.returncode, piped.stdout, piped.stderr) == (0, named.stdout, named.stderr)


@pytest.mark.parametrize("arguments", READING, ids=[name for name, *_ in READING])
def test_a_terminal_is_not_read(tmp_path: Path, arguments: tuple[str]) -> None:
    ours, its = pty.openpty()
    done = subprocess.run(
        [COMMAND, *arguments],
        stdin=its,
        env=offline(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    os.close(ours)
    os.close(its)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tokbench: nothing to read: name ")


@pytest.mark.parametrize(
    ("name", "options", "start"),
    [
        ("x.md", (), "**own.json** (table"),
        ("X.MD", (), "**own.json** (table"),
        ("x.csv", (), "payload,format,"),
        ("x.json", (), '{\n  "schema": '),
        ("x.json", ("-o", "markdown"), "**own.json** (table"),
        ("x.txt", (), "own.json (table"),
        ("x.xml", (), "own.json (table"),
    ],
)
def test_the_suffix_of_the_output_file_says_the_output(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    options: tuple[str, ...],
    start: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.json").write_text(ROWS, "utf-8")
    assert cli.run(["compare", "own.json", "--output-file", name, *options]) == 0
    written = Path(name).read_text("utf-8")
    assert written.startswith(start)


def test_the_suffix_says_the_output_of_counts_and_checks_too(repository: Repository) -> None:
    assert repository.check("--output-file", "report.xml").status == 0
    assert (repository.folder / "report.xml").read_text("utf-8").startswith("<?xml")
    assert repository.tokbench("count", "prompts", "--output-file", "counts.json").status == 0
    counts = json.loads((repository.folder / "counts.json").read_text("utf-8"))
    assert counts["schema"] == "tokbench.counts/1"


def test_explain_takes_the_cheapest_lossless_format(command: Command) -> None:
    best = json.loads(command("compare", "-o", "json", stdin=ROWS).stdout)["payloads"][0]["best"]
    named = command("explain", "-f", best["o200k_base"]["format"], stdin=ROWS)
    assert named.returncode == 0
    assert command("explain", stdin=ROWS).stdout == named.stdout


def test_explain_needs_a_format_for_an_estimate(command: Command) -> None:
    done = command("explain", "-c", "chars/4", stdin=ROWS)
    expected = "tokbench: <stdin>: no format is the best one by chars/4: name one with --format\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)
