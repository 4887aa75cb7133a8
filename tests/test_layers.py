"""Imports run one way."""

from __future__ import annotations

import ast
from pathlib import Path

import tokbench

ROOT = Path(tokbench.__file__).parent

LAYERS = (
    ("errors", "version", "workers", "optional", "text", "fields"),
    ("files",),
    ("payload", "result", "result_json"),
    ("readers", "vocabularies"),
    ("serializers", "bpe"),
    ("fidelity", "counters"),
    ("framing", "pricing"),
    ("measure",),
    ("ranking", "advice"),
    ("gate",),
    ("report",),
    ("comparison",),
    ("public",),
    ("cli", "pytest_plugin"),
    ("__init__", "__main__"),
)
"""Each module may import from its own layer and those above it in this list."""

LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def part_of(module: str) -> str:
    """The part of the package that a module belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports_at_start(path: Path) -> set[str]:
    """The parts of tokbench that a file imports when it is itself imported."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tokbench"):
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names]
            found |= {part_of(name) if module == "tokbench" else part_of(module) for name in names}
        elif isinstance(node, ast.Import):
            found |= {part_of(a.name) for a in node.names if a.name.startswith("tokbench")}
    return found


def test_every_part_has_its_place() -> None:
    """A new top-level module must be put into the order."""
    parts = {path.stem for path in ROOT.glob("*.py")}
    parts |= {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert parts == set(LEVEL)


def test_imports_run_one_way() -> None:
    """No module imports from a later layer when it is imported."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {other}"
        for path in sorted(ROOT.rglob("*.py"))
        for other in imports_at_start(path)
        if LEVEL[other] > LEVEL[path.relative_to(ROOT).parts[0].removesuffix(".py")]
    ]
    assert wrong == []
