"""The examples in docstrings run."""

from __future__ import annotations

import doctest
import inspect
from importlib import import_module
from pkgutil import walk_packages

import pytest
from support.environment import ROOT

import tokbench
from tokbench import bpe

MODULES = [
    "tokbench",
    "pytest_tokbench",
    *(
        module.name
        for module in walk_packages(tokbench.__path__, "tokbench.")
        if not module.name.endswith("__main__")
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def needs_example(value: object) -> bool:
    """Whether it is a function, or a class that does more than hold data."""
    if not inspect.isclass(value):
        return callable(value)
    if issubclass(value, Exception) or value is tokbench.Counter:  # a protocol: see the plugins
        return False
    return any(
        inspect.isfunction(member) and not name.startswith("_")
        for name, member in vars(value).items()
    )


PUBLIC = {
    f"{module.__name__}.{name}": value
    for module in (tokbench, bpe)
    for name in module.__all__
    if needs_example(value := getattr(module, name))
}


@pytest.mark.parametrize("name", PUBLIC)
def test_what_is_public_has_an_example(name: str) -> None:
    found = doctest.DocTestFinder().find(PUBLIC[name], name)
    assert any(test.examples for test in found)


def test_the_page_for_python_holds() -> None:
    page = ROOT / "docs" / "python.md"
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (results.failed, results.attempted > 10) == (0, True)
