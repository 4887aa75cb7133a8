"""A run imports no heavy library that it does not use."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from support.environment import ROOT

TOOLS = ROOT / "fixtures" / "tools.json"
HEAVY = (
    "asyncio",
    "genai_prices",
    "http.client",
    "importlib.metadata",
    "numpy",
    "pandas",
    "pydantic",
    "regex",
    "requests",
    "rich.console",
    "tiktoken",
    "tokenizers",
    "toon_format",
    "toktok",
    "typer",
    "xml.etree.ElementTree",
    "yaml",
)

RUN = """
import json, sys
from tokbench import cli
status = cli.run({arguments!r})
sys.stdout.flush()
print()
print(json.dumps([status, [name for name in {heavy!r} if name in sys.modules]]))
"""


def heavy_modules(python: Callable[[str], str], *arguments: str) -> list[str]:
    printed = python(RUN.format(arguments=list(arguments), heavy=HEAVY))
    status, modules = json.loads(printed.splitlines()[-1])
    assert status == 0
    return [str(name) for name in modules]


@pytest.mark.parametrize(
    ("arguments", "used"),
    [
        (["-f", "json-min", "-o", "json"], ["typer"]),
        (["-f", "yaml,csv,tsv,markdown,json-short", "-o", "json"], ["typer"]),
        (["-f", "json-min"], ["rich.console", "typer"]),
        (["-f", "json-min", "-o", "markdown", "-c", "cl100k_base,chars"], ["typer"]),
        (["-f", "toon", "-o", "json"], ["typer"]),
    ],
)
def test_compare_imports_what_it_uses(
    python: Callable[[str], str], arguments: list[str], used: list[str]
) -> None:
    """A small payload does not load tiktoken, and only a format that needs a library loads it."""
    found = heavy_modules(python, "compare", str(TOOLS), "--fidelity", "off", *arguments)
    assert found == used


UNUSED = (
    "concurrent.futures",
    "difflib",
    "email",
    "hashlib",
    "logging",
    "multiprocessing",
    "platform",
    "socket",
    "subprocess",
    "tempfile",
    "tomllib",
    "tokbench.advice",
    "tokbench.gate",
    "tokbench.pricing.money",
    "tokbench.readers.yaml_",
    "unittest",
    "urllib.request",
    "xml",
    "yaml",
)


def test_a_comparison_imports_nothing_that_it_does_not_use(python: Callable[[str], str]) -> None:
    """Beside what typer imports by itself, which takes half of the start."""
    program = f"""
import sys, typer
before = set(sys.modules)
from tokbench import cli
status = cli.run(["compare", {str(TOOLS)!r}, "-o", "json", "--fidelity", "off"])
print()
print(status, [name for name in {UNUSED!r} if name in set(sys.modules) - before])
"""
    assert python(program).splitlines()[-1] == "0 []"


def test_the_package_itself_is_light(python: Callable[[str], str]) -> None:
    """``import tokbench`` imports none of them, not even the command line's library."""
    program = f"import sys, tokbench; print([name for name in {HEAVY!r} if name in sys.modules])"
    assert python(program) == "[]"


def test_no_socket_is_touched(python: Callable[[str], str]) -> None:
    """With every socket failing, every format and both embedded encodings still count."""
    program = f"""
import socket
def fail(*arguments, **options):
    raise AssertionError("a socket was opened")
socket.socket.__init__ = fail
socket.create_connection = socket.getaddrinfo = fail
import tokbench
comparison = tokbench.compare({str(TOOLS)!r}, "all", ["o200k_base", "cl100k_base"])
print(comparison.best().format, comparison.payloads[0].row("json-pretty").tokens)
"""
    assert python(program) == "tsv {'o200k_base': 794, 'cl100k_base': 794}"
