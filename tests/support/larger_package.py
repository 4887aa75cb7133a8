"""A copy of tokbench with one more module and one more line in a registry."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import tokbench
from support.environment import ROOT, offline

PACKAGE = Path(tokbench.__file__).parent


def make(folder: Path, module: str, source: str, registry: str, after: str, line: str) -> None:
    """Put the package into a folder; only the part that changes is copied, the rest are links.

    Args:
        folder: Where to put it.
        module: The new module, such as ``serializers/toy.py``.
        source: Its text.
        registry: The module that holds the registry, in the same part.
        after: The line of the registry to add to.
        line: The line to add.
    """
    part = Path(module).parts[0]
    copy = folder / "tokbench"
    copy.mkdir()
    for path in PACKAGE.iterdir():
        if path.name != part:
            (copy / path.name).symlink_to(path)
    shutil.copytree(PACKAGE / part, copy / part)
    (copy / module).write_text(source, encoding="utf-8")
    text = (copy / registry).read_text(encoding="utf-8")
    assert text.count(after) == 1
    (copy / registry).write_text(text.replace(after, f"{after}{line}"), encoding="utf-8")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module with the package that was put into a folder."""
    return subprocess.run(
        [sys.executable, "-P", "-m", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=offline(folder, PYTHONPATH=str(folder)),
        timeout=120,
        check=False,
    )
