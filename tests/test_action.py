"""The GitHub action: its steps run as GitHub runs them, with the environment files faked."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import yaml
from support.environment import COMMAND, ROOT, offline
from support.goldens import assert_golden
from support.throwaway import ORDERS, Repository, with_note

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
GOLDENS = Path(__file__).parent / "report" / "goldens"
INPUT = re.compile(r"\$\{\{ inputs\.([a-z-]+) \}\}")

PYTHON = f"""\
#!/bin/sh
echo "$@" >> "$RUNNER_TEMP/python.log"
if [ "$2" = venv ]; then
  mkdir -p "$3/bin"
  cp "$0" "$3/bin/python"
  ln -s "{COMMAND}" "$3/bin/tokbench"
fi
"""
"""Takes the place of the runner's Python: it logs its arguments, and makes an environment with this
tokbench in it."""


class Runner:
    """Runs the steps of the action as GitHub does."""

    def __init__(self, repository: Repository, inputs: dict[str, str]) -> None:
        self.repository = repository
        self.inputs = {name: each["default"] for name, each in ACTION["inputs"].items()} | inputs
        self.temp = repository.home / "temp"
        self.temp.mkdir()
        self.summary = self.temp / "summary.md"
        self.variables = self.temp / "variables"
        self.variables.touch()
        python = repository.home / "python3"
        python.write_text(PYTHON, encoding="utf-8")
        python.chmod(0o755)

    def run(self) -> tuple[int, str]:
        """Every step until one fails: the exit status, and what the last one printed."""
        for step in STEPS:
            done = self.step(step)
            if done.returncode:
                break
        return done.returncode, done.stdout

    def step(self, step: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        script = self.temp / "script.sh"
        script.write_text(step["run"], encoding="utf-8")
        given = {name: self.filled(value) for name, value in step["env"].items()}
        written = dict(line.split("=", 1) for line in self.variables.read_text().splitlines())
        home = self.repository.home
        environment = offline(
            home,
            GITHUB_ACTIONS="true",
            GITHUB_ACTION_PATH=str(ROOT),
            GITHUB_ENV=str(self.variables),
            GITHUB_STEP_SUMMARY=str(self.summary),
            RUNNER_TEMP=str(self.temp),
        )
        folder = self.filled(step.get("working-directory", "."))
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
            cwd=self.repository.folder / folder,
            env={**environment, **written, **given, "PATH": f"{home}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def filled(self, text: str) -> str:
        return INPUT.sub(lambda match: self.inputs[match[1]], text)


def test_inputs_reach_the_scripts_by_the_environment_alone() -> None:
    """An input that is pasted into a script would run as a part of it."""
    assert ACTION["runs"]["using"] == "composite"
    for step in STEPS:
        assert "${{" not in step["run"]
        assert all(INPUT.fullmatch(value) for value in step["env"].values())
    used = {name for step in STEPS for name in INPUT.findall(str(step))}
    assert used == set(ACTION["inputs"])


def test_a_change_that_grows_is_annotated_and_summarized(repository: Repository) -> None:
    repository.write("prompts/orders.json", with_note(ORDERS))
    runner = Runner(repository, {"base": "main"})
    status, out = runner.run()
    assert status == 1
    annotations = [line for line in out.splitlines() if line.startswith("::")]
    assert_golden(GOLDENS / "action-annotations.txt", "\n".join(annotations) + "\n")
    assert_golden(GOLDENS / "action-summary.md", runner.summary.read_text("utf-8"))
    assert (runner.temp / "python.log").read_text("utf-8").splitlines() == [
        f"-m venv {runner.temp}/tokbench",
        f"-m pip install --quiet --disable-pip-version-check {ROOT}",
    ]


def test_a_hostile_input_is_a_name_and_never_a_command(repository: Repository) -> None:
    """It is looked for in git, and not found."""
    hostile = '--help"; touch "$RUNNER_TEMP/pwned"; $(touch "$RUNNER_TEMP/pwned") `true`'
    runner = Runner(repository, {"base": hostile})
    status, out = runner.run()
    assert status == 2
    assert """::error title=tokbench::--base '--help"; touch""" in out
    assert not (runner.temp / "pwned").exists()
