"""The registry of outputs: what each can write, and what adding one takes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from support.environment import ROOT
from support.throwaway import green_repository

from tokbench import report
from tokbench.report import CHECK, COMPARISON, OUTPUTS, SHEETS

TOOLS = ROOT / "fixtures" / "tools.json"

TOY = """
def write_comparison(comparison, page):
    return f"a comparison with {comparison.baseline}"

def write_sheets(sheets, page):
    return f"{len(sheets)} sheet"

def write_check(check, page):
    return f"a check with status {check.status}"
"""
REGISTERED = """
import os, sys
from tokbench import cli, report
from tokbench.report import CHECK, COMPARISON, SHEETS, Output
report.__path__.append({folder!r})
report.OUTPUTS["toy"] = Output("toy", {subjects})
os.environ["COLUMNS"] = "200"
os.chdir({folder!r})
for arguments in {runs!r}:
    print(cli.run(arguments), flush=True)
"""


@pytest.fixture
def with_toy(tmp_path: Path, python: Callable[[str], str]) -> Callable[..., list[str]]:
    """Add an output by one module and one line, and run commands in a fresh interpreter."""
    (tmp_path / "toy.py").write_text(TOY)

    def run(subjects: str, *runs: tuple[str, ...]) -> list[str]:
        program = REGISTERED.format(folder=str(tmp_path), subjects=subjects, runs=runs)
        return python(program).splitlines()

    return run


def test_an_output_is_one_module_and_one_line(with_toy: Callable[..., list[str]]) -> None:
    """Each command whose result it can write offers it and writes with it."""
    compare = ("compare", str(TOOLS), "-f", "json-min", "-o", "toy")
    assert with_toy("(COMPARISON, SHEETS)", compare, ("formats", "-o", "toy")) == [
        "a comparison with json-pretty",
        "0",
        "1 sheet",
        "0",
    ]


def test_an_output_of_a_check_is_one_module_and_one_line(
    tmp_path: Path, with_toy: Callable[..., list[str]]
) -> None:
    configuration = str(green_repository(tmp_path).folder / "tokbench.toml")
    check = ("check", "--config", configuration, "-o", "toy")
    assert with_toy("(CHECK,)", check) == ["a check with status 0", "0"]


def test_a_command_offers_the_outputs_that_can_write_what_it_has(
    with_toy: Callable[..., list[str]],
) -> None:
    helps = [(name, "--help") for name in ("compare", "explain", "formats", "counters", "check")]
    printed = "\n".join(with_toy("(CHECK,)", *helps))
    assert printed.count("table, markdown, json, csv.") == 4
    assert printed.count("table, markdown, json, junit, github, toy.") == 1


def test_every_module_can_write_what_the_registry_says() -> None:
    for output in OUTPUTS.values():
        module = import_module(f"tokbench.report.{output.module}")
        functions = {name for name in vars(module) if name.startswith("write_")}
        assert functions == {f"write_{subject.name}" for subject in output.subjects}


def test_names_are_those_that_can_write_a_subject() -> None:
    assert report.names(COMPARISON) == ("table", "markdown", "json", "csv")
    assert report.names(SHEETS) == ("table", "markdown", "json", "csv")
    assert report.names(CHECK) == ("table", "markdown", "json", "junit", "github")


def test_a_module_is_imported_when_it_is_used(python: Callable[[str], str]) -> None:
    """The choices of an option need the registry alone."""
    program = """if True:
        import sys
        from tokbench import report
        report.names(report.COMPARISON)
        print([name for name in sys.modules if name.startswith("tokbench.report.")])
    """
    assert python(program) == "[]"
