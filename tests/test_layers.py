"""Imports run one way, and payloads are rendered and counted in one module.

Every import counts: at the start of a module, inside a function, for types, and by the name of a
module in a registry.
"""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

import pytest
from support.imports import MODULES, calls, imported, registered

if TYPE_CHECKING:
    from collections.abc import Callable

LAYERS = (
    ("errors", "version", "workers", "optional", "text", "fields", "progress", "watch"),
    ("files", "git_command"),
    ("payload", "result", "result_json", "counts"),
    ("readers", "vocabularies", "text_files"),
    ("serializers", "bpe"),
    ("fidelity", "counters"),
    ("framing", "pricing", "text_batches"),
    ("measure", "winners"),
    ("ranking", "advice", "file_counts"),
    ("gate",),
    ("report",),
    ("comparison", "explained"),
    ("arguments",),
    ("public",),
    ("cli", "pytest_plugin"),
    ("__init__", "__main__"),
)
"""A module may import from its own layer and from those before it in this list."""

LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def part_of(module: str) -> str:
    """The part of the package that a module belongs to: the name after ``tokbench.``."""
    return module.split(".")[1] if "." in module else "__init__"


def test_every_part_has_its_place() -> None:
    """A new part must be added to the layers."""
    assert {part_of(module) for module in MODULES} == set(LEVEL)


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_one_way(module: str) -> None:
    level = LEVEL[part_of(module)]
    others = imported(module) | registered(module)
    assert {other for other in others if LEVEL[part_of(other)] > level} == set()


def test_no_imports_form_a_circle() -> None:
    """A registry knows its modules by name only, and imports one when it is asked for."""
    try:
        TopologicalSorter({module: imported(module) for module in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))


def test_registries_are_read() -> None:
    """A registry that the tests cannot read would hide its imports from them."""
    assert "tokbench.serializers.toon" in registered("tokbench.serializers")
    assert "tokbench.counters.remote" in registered("tokbench.counters")
    assert "tokbench.bpe.training" in registered("tokbench.bpe")
    assert "tokbench.report.junit" in registered("tokbench.report")
    assert "tokbench.cli.compare" in registered("tokbench.cli.app")
    assert "tokbench.public" in registered("tokbench")


def test_a_submodule_never_replaces_a_public_name(python: Callable[[str], str]) -> None:
    """Importing ``tokbench.x`` sets the attribute ``x`` of the package, whatever it was."""
    program = """
import importlib, pkgutil, tokbench
for module in pkgutil.walk_packages(tokbench.__path__, "tokbench."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
data = [{"id": 1}]
comparison = tokbench.compare(data, "json-min", "chars")
assert isinstance(comparison, tokbench.Comparison)
assert tokbench.render(data, "json-min") == '[{"id":1}]'
assert tokbench.count("text") == 1
assert isinstance(tokbench.explain(data, "json-min"), tokbench.Explained)
assert isinstance(tokbench.tokenize("text"), tokbench.Tokenized)
assert tokbench.bpe.train("aa aa", 1).count("aa") == 1
kinds = {name: type(getattr(tokbench, name)).__name__ for name in tokbench.__all__}
print(sorted(name for name, kind in kinds.items() if kind == "module"))
"""
    assert python(program) == "['bpe']"


def renders(call: ast.Call) -> bool:
    """Whether it calls a format's ``render`` or ``rendering``."""
    return isinstance(call.func, ast.Attribute) and call.func.attr in ("render", "rendering")


def counts(call: ast.Call) -> bool:
    """Whether it counts a text: ``str.count`` is given a constant here, or a start and an end."""
    name = ast.unparse(call.func).rpartition(".")[2]
    if name == "count":
        return len(call.args) == 1 and not isinstance(call.args[0], ast.Constant)
    return name in ("count_many", "count_texts", "outcomes")


def test_cells_are_rendered_and_counted_in_one_module() -> None:
    """Elsewhere a module renders or counts: what a user asked for, or to compare two texts.

    ``public`` has ``render`` and ``count``, which do one thing each.
    """
    modules = [
        module
        for module in MODULES
        if not module.startswith(("tokbench.counters", "tokbench.bpe", "tokbench.serializers"))
    ]
    both = {
        module
        for module in modules
        if any(map(renders, calls(module))) and any(map(counts, calls(module)))
    }
    assert both == {"tokbench.measure", "tokbench.public"}
    for function in ("compare", "render", "count"):
        made = list(calls("tokbench.public", function))
        assert not (any(map(renders, made)) and any(map(counts, made)))
