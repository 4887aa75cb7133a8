"""The help of each command: its options in groups, and examples that run."""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from typing import Any

import pytest
from support.environment import COMMAND, offline
from support.throwaway import Repository, green_repository
from typer.core import TyperGroup, TyperOption
from typer.main import get_group

from tokbench.cli import app, options
from tokbench.cli.examples import EXAMPLES

GROUPS = {None, options.INPUT, options.FIDELITY, options.FRAMING, options.PRICES, options.OUTPUT}


def group_of_each_option() -> dict[tuple[str, str], str | None]:
    """By the command and the option."""
    commands: TyperGroup = get_group(app.build())
    return {
        (name, option.opts[0]): option.rich_help_panel
        for name, command in commands.commands.items()
        for option in command.params
        if isinstance(option, TyperOption)
    }


def test_an_option_is_in_the_same_group_in_each_command() -> None:
    groups = defaultdict(set)
    for (_, option), group in group_of_each_option().items():
        groups[option].add(group)
    assert set.union(*groups.values()) == GROUPS
    assert groups["--price"] == {options.PRICES}
    assert [option for option, found in groups.items() if len(found) > 1] == []


@pytest.mark.parametrize("name", app.COMMANDS)
def test_the_help_has_every_option_and_two_examples(
    name: str, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    status, out, err = call(name, "--help")
    assert (status, err) == (0, "")
    found = group_of_each_option()
    assert [each for command, each in found if command == name and f" {each}" not in out] == []
    panels = {group for (command, _), group in found.items() if command == name and group}
    assert [group for group in panels if f"─ {group} ─" not in out] == []
    assert len(EXAMPLES[name]) == 2
    assert [line for line in EXAMPLES[name] if f" {line} " not in out] == []


def test_defaults_are_shown(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shown = [line.split("[default: ") for line in call("explain", "-h")[1].splitlines()]
    assert [after[1].rstrip(" │") for after in shown if len(after) > 1] == [
        "(standard input, where it is no terminal)]",
        "(the cheapest lossless one of the default set)]",
        "o200k_base]",
        "(what their names or contents say)]",
        "(all of it)]",
        "(what most rows agree on)]",
        "(UTF-8, or what the byte-order mark says)]",
        "table]",
    ]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A repository with the files that the examples name."""
    made = green_repository(tmp_path_factory.mktemp("desk"))
    (made.folder / "data").mkdir()
    for path in ("orders.json", "data/more.json"):
        made.write(path, [{"id": each, "name": "a"} for each in range(3)])
    for path in ("prompts/one.md", "prompt.txt", "corpus.txt", "other.txt"):
        made.write(path, "the cat sat on the mat; the cat sat")
    (made.folder / "orders.csv").write_text("id,name\n1,a\n2,b\n", encoding="utf-8")
    return made


@pytest.mark.parametrize("example", [each for examples in EXAMPLES.values() for each in examples])
def test_an_example_runs(example: str, desk: Repository) -> None:
    path = f"{COMMAND.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", example],
        cwd=desk.folder,
        env=offline(desk.home, PATH=path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "cannot" not in done.stderr
