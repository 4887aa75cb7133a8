"""Every command and program in the README runs; CI compares its generated parts."""

from __future__ import annotations

import re

import pytest
from support.environment import ROOT, Command

from tokbench import serializers

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
]
SETUPS = [line for line in SHELL if not line.startswith("tokbench ")]
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("line", [line for line in SHELL if line.startswith("tokbench ")])
def test_command_runs(command: Command, line: str) -> None:
    """From the root of the repository, as a reader would."""
    arguments = [
        str(ROOT / word) if word.startswith("fixtures/") else word for word in line.split()[1:]
    ]
    done = command(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_programs_run(capsys: pytest.CaptureFixture[str]) -> None:
    """The Python examples print what they should."""
    (program,) = PROGRAMS
    exec(compile(program, "README.md", "exec"), {})  # noqa: S102  the README is ours
    out = capsys.readouterr().out
    assert out.startswith("tsv\n")
    assert "| json-pretty |" in out


def test_every_format_has_a_row() -> None:
    """The table of formats is made from the registry."""
    missing = [name for name in serializers.ALL if f"\n| {name} | " not in README]
    assert not missing, f"README.md has no row for {missing}: python reports/build.py readme"


def test_both_setups_run_in_ci() -> None:
    """The first command of the README is what .ci/smoke runs, the second what .ci/run calls."""
    first, second = SETUPS
    assert first.startswith("python3 -m venv")
    assert "grep '^python3 -m venv' README.md" in (ROOT / ".ci" / "smoke").read_text()
    assert second == ".ci/test"
    assert f"\n{second} " in (ROOT / ".ci" / "run").read_text()
