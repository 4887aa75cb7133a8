"""Earlier states of files, from git."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tokbench.errors import UsageError, option
from tokbench.git_command import GitError, run_git


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit in the repository, with the name that it was asked for by, such as ``origin/main``.

    Paths are relative to ``folder``, a folder of the work tree.
    """

    folder: Path
    name: str
    commit: str

    def read(self, path: str) -> bytes | None:
        """A file's content in this commit, or None where it did not exist."""
        try:
            return run_git(self.folder, "show", f"{self.commit}:./{path}")
        except GitError:
            return None


def find(folder: Path, name: str) -> Revision:
    """The revision of a name.

    Raises:
        UsageError: The repository does not have it; the hint says how to fetch it.
    """
    try:
        # Without --end-of-options, a name that starts with a dash would be an option.
        commit = run_git(folder, "rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}")
    except GitError as reason:
        remote, _, branch = name.rpartition("/")
        raise UsageError(
            f"git has no such revision here ({reason})",
            place=option("base", name),
            hint=f"fetch it with git fetch {remote or 'origin'} {branch} "
            "(in GitHub Actions: actions/checkout with fetch-depth: 0)",
        ) from reason
    return Revision(folder, name, commit.decode().strip())


def last_change(folder: Path, path: str) -> Revision | None:
    """The last commit that changed a file, or None where there is none."""
    try:
        commit = run_git(folder, "log", "-1", "--format=%H", "--", path).decode().strip()
    except GitError:
        return None
    return Revision(folder, commit[:12], commit) if commit else None
