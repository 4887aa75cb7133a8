"""What each module of tokbench imports and calls, read from its syntax tree."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import tokbench

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(tokbench.__file__).parent


def _name_of(path: Path) -> str:
    """The name of the module in a file, such as ``tokbench.readers.yaml_``."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {_name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imported(module: str) -> set[str]:
    """The modules of tokbench that a module imports by a statement, inside functions too."""
    found: set[str] = set()
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            found |= {_origin(node.module or "", alias.name) for alias in node.names}
    return (found & MODULES.keys()) - {module}


def _origin(module: str, name: str) -> str:
    """What ``from module import name`` imports: a module of that name, or the module it is in."""
    return f"{module}.{name}" if f"{module}.{name}" in MODULES else module


def registered(module: str) -> set[str]:
    """The modules of tokbench that a module imports by name, with ``import_module``.

    In ``import_module(f"{__name__}.{name}")`` the name is taken to be any string of the file.
    """
    found: set[str] = set()
    for call in calls(module):
        if ast.unparse(call.func).rpartition(".")[2] == "import_module":
            found |= set(_by_name(module, call.args[0]))
    return found & MODULES.keys()


def _by_name(module: str, argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.Constant):
        yield str(argument.value)
    elif isinstance(argument, ast.JoinedStr):
        package = ast.unparse(argument)[2:-1].replace("{__name__}", module).partition(".{")[0]
        for node in ast.walk(_tree(module)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield f"{package}.{node.value}"


def calls(module: str, function: str | None = None) -> Iterator[ast.Call]:
    """The calls that a module makes, or one of its functions."""
    tree: ast.AST = _tree(module)
    if function is not None:
        *_overloads, tree = (n for n in _tree(module).body if getattr(n, "name", None) == function)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node
