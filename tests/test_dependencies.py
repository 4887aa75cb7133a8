"""What the package imports is what it declares."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from support.environment import ROOT

import tokbench


def imported() -> set[str]:
    """The packages that any module of tokbench imports, at its start or later."""
    found: set[str] = set()
    for path in Path(tokbench.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add((node.module or "").partition(".")[0])
    return found - sys.stdlib_module_names - {"tokbench"}


def declared() -> set[str]:
    """The distributions that tokbench and its extras need, without those of its developers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = (names for extra, names in project["optional-dependencies"].items() if extra != "dev")
    lines = [*project["dependencies"], *(line for names in extras for line in names)]
    return {normalized(re.split(r"[<>=;\[ ]", line)[0]) for line in lines}


def normalized(name: str) -> str:
    """A distribution's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_imported_package_is_declared() -> None:
    """A package that only comes with another is missing once that one no longer needs it."""
    distributions = packages_distributions()
    missing = {
        module
        for module in imported() - {"pytest"}  # who runs the pytest plugin has it
        if not declared() & set(map(normalized, distributions[module]))
    }
    assert missing == set()
    assert "requests" in imported()
