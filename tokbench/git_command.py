"""Running git."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tokbench.errors import TokbenchError

if TYPE_CHECKING:
    from pathlib import Path


class GitError(TokbenchError):
    """Git cannot be run, or fails; the reason is the last line of what it prints."""


def run_git(folder: Path, *arguments: str) -> bytes:
    """What git prints in a folder.

    Raises:
        GitError: It cannot be run, or fails.
    """
    import subprocess  # most runs need no git

    try:
        run = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=False)
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror}") from error
    if run.returncode:
        said = run.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(said[-1] if said else f"git {arguments[0]} failed")
    return run.stdout
