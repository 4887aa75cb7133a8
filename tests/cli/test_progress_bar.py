"""What a terminal shows while the command works."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len
from support.environment import COMMAND, offline
from support.terminal import Terminal
from support.throwaway import CONFIGURATION

from tokbench import serializers
from tokbench.cli.progress_bar import ProgressBar, line
from tokbench.payload import Payload

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from support.terminal import Position

    from tokbench.payload import Json


ROWS: list[Json] = [
    {"id": n, "name": f"name {n}", "tags": ["a", str(n)], "at": {"x": n}} for n in range(6_000)
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the records in several notations."""
    folder: Path = tmp_path_factory.mktemp("desk")
    for suffix, name in (("json", "json-pretty"), ("csv", "csv"), ("yaml", "yaml")):
        text = serializers.get(name).render(Payload("rows", ROWS))
        (folder / f"rows.{suffix}").write_text(text, encoding="utf-8")
    return folder


def distinct(positions: Iterable[Position]) -> dict[str, int]:
    """How many different positions were drawn of each thing that was worked on."""
    found = defaultdict(set)
    for position in positions:
        found[position.what].add(position.done)
    return {what: len(done) for what, done in found.items()}


@pytest.mark.parametrize("name", ["rows.csv", "rows.yaml"])
def test_reading_moves_by_bytes_and_so_does_each_format(desk: Path, name: str) -> None:
    screen = Terminal("compare", name, "--jobs", "1", folder=desk)
    assert screen.end() == 0
    reading = [each for each in screen.positions if each.what == f"reading {name}"]
    size = (desk / name).stat().st_size
    assert {(each.total, each.unit) for each in reading} == {(round(size / 1000), "kB")}
    found = distinct(screen.positions)
    assert found[f"reading {name}"] >= 5
    assert sum(f"{name} as " in what for what in found) == 9
    assert sum(count for what, count in found.items() if f"{name} as " in what) >= 50
    assert screen.left == ""


def test_positions_only_go_up(desk: Path) -> None:
    screen = Terminal("compare", "rows.json", folder=desk)
    assert screen.end() == 0
    for phase in ("reading rows.json", "rows.json as "):
        done = [each.done for each in screen.positions if each.what.startswith(phase)]
        assert len(done) >= 1
        assert done == sorted(done)
    assert all(each.done <= each.total for each in screen.positions)


def test_other_processes_are_followed(desk: Path) -> None:
    screen = Terminal("compare", "rows.yaml", "--jobs", "2", folder=desk)
    assert screen.end() == 0
    formats = [each for each in screen.positions if " as " in each.what]
    assert len({each.done for each in formats}) >= 5
    assert screen.left == ""


def test_explain_moves(desk: Path) -> None:
    screen = Terminal("explain", "rows.csv", "-f", "csv", folder=desk)
    assert screen.end() == 0
    found = distinct(screen.positions)
    assert list(found) == ["reading rows.csv", "the paths of rows.csv", "parts of rows.csv"]
    assert min(found.values()) >= 5


def test_check_moves_while_it_reads_and_counts(desk: Path) -> None:
    configuration = CONFIGURATION.replace("prompts/*.json", "rows.yaml")
    (desk / "tokbench.toml").write_text(configuration, encoding="utf-8")
    screen = Terminal("check", "--update", folder=desk)
    assert screen.end() == 0
    assert distinct(screen.positions)["rows.yaml (orders)"] >= 20
    assert screen.left.startswith("tokbench: tokbench.lock: written")


def test_several_payloads_and_one_that_cannot_be_read(desk: Path) -> None:
    screen = Terminal("compare", "rows.csv", "none.csv", "rows.json", folder=desk)
    assert screen.end() == 2
    assert distinct(screen.positions).keys() >= {"reading rows.csv", "reading rows.json"}
    assert screen.left.strip() == "tokbench: none.csv: no such file"


def test_an_error_in_the_middle_is_a_line_of_its_own(desk: Path) -> None:
    text = (desk / "rows.yaml").read_text(encoding="utf-8")
    (desk / "broken.yaml").write_text(f"{text}\n: : -\n", encoding="utf-8")
    screen = Terminal("compare", "broken.yaml", folder=desk)
    assert screen.end() == 2
    assert distinct(screen.positions)["reading broken.yaml"] >= 5
    assert screen.left.startswith("tokbench: broken.yaml:")


def test_a_pipe_is_shown_while_it_is_read_and_an_interrupt_leaves_one_line(tmp_path: Path) -> None:
    """Its size is not known before its end."""
    its, ours = os.pipe()
    screen = Terminal("compare", folder=tmp_path, stdin=its)
    os.close(its)
    os.write(ours, b"x" * 60_000)
    screen.read(until="60 kB  reading <stdin>")
    screen.process.send_signal(signal.SIGINT)
    assert screen.end() == 130
    os.close(ours)
    assert screen.left.strip() == "tokbench: interrupted"


@pytest.mark.parametrize("columns", [10, 20, 40, 59, 60, 200])
def test_a_line_is_never_wrapped(desk: Path, columns: int) -> None:
    screen = Terminal("compare", "rows.csv", "-f", "csv", folder=desk, columns=columns)
    assert screen.end() == 0
    drawn = screen.drawn.split("\r")
    assert 0 < max(map(cell_len, drawn)) < columns
    assert screen.left == ""


def test_nothing_but_a_carriage_return_moves_the_cursor(desk: Path) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        screen = Terminal("compare", "rows.csv", "-f", "csv", folder=desk, environment={name: "1"})
        assert screen.end() == 0
        assert "\x1b" not in screen.drawn
        assert screen.positions


def test_a_dumb_terminal_shows_nothing(desk: Path) -> None:
    screen = Terminal("compare", "rows.csv", folder=desk, environment={"TERM": "dumb"})
    assert screen.end() == 0
    assert screen.drawn == ""


def test_a_pipe_is_not_written_to(desk: Path) -> None:
    done = subprocess.run(
        [COMMAND, "compare", "rows.yaml", "-o", "json"],
        cwd=desk,
        env=offline(desk),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["payloads"][0]["name"] == "rows.yaml"


@pytest.mark.parametrize(
    ("arguments", "columns", "expected"),
    [
        ((0, 30_000_000, "a", "bytes"), 60, f"[{' ' * 20}]  0.0 of 30.0 MB  a"),
        ((15_000_000, 30_000_000, "a", "bytes"), 60, f"[{'#' * 10}{' ' * 10}]  15.0 of 30.0 MB  a"),
        ((1_234_500_000, 2_000_000_000, "a", "bytes"), 50, "1,234.5 of 2,000.0 MB  a"),
        ((1, 9_999_999, "a", "bytes"), 50, "0 of 10,000 kB  a"),
        ((65_536, 0, "<stdin>", "bytes"), 99, "66 kB  <stdin>"),
        ((0, 0, "a", "bytes"), 99, "0 kB  a"),
        ((3, 40, "learning", "merges"), 50, "3 of 40 merges  learning"),
        ((3, 40, "asking", "texts"), 10, "3 of 40 t…"),
        ((0, 30_000_000, "データ.json", "bytes"), 23, "0.0 of 30.0 MB  データ…"),
        ((0, 30_000_000, "\x1b\n.json", "bytes"), 50, r"0.0 of 30.0 MB  \x1b\n.json"),
        ((0, 30_000_000, "データ", "bytes"), 21, "0.0 of 30.0 MB  デー…"),
        ((0, 30_000_000, "a", "bytes"), 1, "…"),
    ],
)
def test_a_line_says_how_much_is_done(
    arguments: tuple[int, int, str, str], columns: int, expected: str
) -> None:
    assert line(*arguments, columns) == expected  # type: ignore[arg-type]


def test_short_work_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless there is much of it: then a first step alone may take long."""
    drawn: list[str] = []
    monkeypatch.setattr(ProgressBar, "_draw", lambda bar, text: drawn.append(text))
    monkeypatch.setattr(ProgressBar, "DELAY", 1e9)
    bar = ProgressBar()
    bar._show(1, 2, "merging", "merges")
    bar._show(10, ProgressBar.LARGE - 1, "small", "bytes")
    bar._show(10, ProgressBar.LARGE, "large", "bytes")
    assert len(drawn) == 1
    assert drawn[0].endswith("large")
