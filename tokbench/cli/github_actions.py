"""GitHub Actions as a command sees it: the environment variables of a step."""

from __future__ import annotations

import os
from pathlib import Path

from tokbench.errors import UsageError
from tokbench.gate.verdict import Report
from tokbench.text import utf8_bytes


def is_running() -> bool:
    """Whether this is a step of a workflow."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def folder_in_workspace(folder: Path) -> str:
    """A folder, relative to the root of what was checked out; empty for that root."""
    root = Path(os.environ.get("GITHUB_WORKSPACE") or ".").resolve()
    inside = folder.resolve()
    if inside == root or not inside.is_relative_to(root):
        return ""
    return inside.relative_to(root).as_posix()


def add_summary(report: Report) -> None:
    """Add the report to the step's summary, in the space that earlier commands have left.

    Raises:
        UsageError: The file of the summary cannot be written.
    """
    from tokbench.report import github

    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        with Path(path).open("ab") as summary:
            text = github.summary(report, github.MAX_SUMMARY - summary.tell() - 2)
            summary.write(utf8_bytes(f"{text}\n"))
    except OSError as error:
        place = f"GITHUB_STEP_SUMMARY {path}"
        raise UsageError(f"cannot be written: {error.strerror}", place=place) from error
