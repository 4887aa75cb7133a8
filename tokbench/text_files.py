"""Finding the text files that a user named: files, folders, globs and standard input.

In a folder of a git repository these are the files that git tracks and those that it does not
ignore; in any other folder all files whose path below it has no part that starts with a dot.
Symbolic links in a folder are not followed; links that are named are.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tokbench.errors import UsageError
from tokbench.git_command import GitError, run_git

STDIN = "-"


class TextFile(NamedTuple):
    """A file to read; its content has not been looked at.

    Attributes:
        path: Its path, or ``-`` for standard input.
        size: Its bytes, as far as they are known.
        is_named: Whether it was named, not found in a folder or by a glob.
    """

    path: str
    size: int
    is_named: bool


class Found(NamedTuple):
    """What there is to read.

    Attributes:
        files: Each file once, in the order in which they were found.
        unreadable: Folders that cannot be listed, with the reason.
        notes: What a user should know about the search, one line each.
    """

    files: list[TextFile]
    unreadable: list[tuple[str, str]]
    notes: list[str]


def find(sources: Iterable[str]) -> Found:
    """The files that some names mean; a file that several of them mean is there once.

    A name that does not exist is a glob, where it has the characters of one; otherwise reading it
    will say that it does not exist.

    Raises:
        UsageError: A glob matches no file.
    """
    search = _Search()
    for source in sources:
        search.add(source)
    return Found([*search.files.values()], search.unreadable, search.notes)


class _Search:
    def __init__(self) -> None:
        self.files: dict[object, TextFile] = {}
        self.unreadable: list[tuple[str, str]] = []
        self.notes: list[str] = []

    def add(self, source: str) -> None:
        """Add what a name means."""
        if source == STDIN:
            self.files[STDIN] = TextFile(STDIN, 0, is_named=True)
            return
        status = _status(source)
        if status is None and not any(mark in source for mark in "*?["):
            self.files[source] = TextFile(source, 0, is_named=True)
        elif status is None:
            self._add_matches(source)
        elif stat.S_ISDIR(status.st_mode):
            for path in self._in_folder(Path(source)):
                self._add_file(path, os.lstat(path), is_named=False)
        else:
            self._add_file(source, status, is_named=True)

    def _add_file(self, path: str, status: os.stat_result, *, is_named: bool) -> None:
        key = (status.st_dev, status.st_ino)
        if key not in self.files or (is_named and not self.files[key].is_named):
            self.files[key] = TextFile(path, status.st_size, is_named)

    def _add_matches(self, pattern: str) -> None:
        matched = False
        for path in _matches(pattern):
            status = _status(path)
            if status is not None and stat.S_ISREG(status.st_mode):
                matched = True
                self._add_file(path, status, is_named=False)
        if not matched:
            raise UsageError("no file matches", place=pattern)

    def _in_folder(self, folder: Path) -> Iterator[str]:
        """The regular files in a folder, at any depth, in the order of their paths."""
        if not _is_in_repository(folder):
            yield from self._walk(folder)
            return
        try:
            listed = run_git(folder, "ls-files", "-co", "--exclude-standard", "-z")
        except GitError as error:
            self.notes.append(f"{folder}: {error}: hidden files are left out, ignored ones are not")
            yield from self._walk(folder)
            return
        for name in sorted(filter(None, listed.split(b"\0"))):
            path = folder / os.fsdecode(name)
            with suppress(OSError):  # git lists files that have been deleted, too
                mode = os.lstat(path).st_mode
                if stat.S_ISREG(mode):
                    yield str(path)
                elif stat.S_ISDIR(mode) and (path / ".git").exists():  # a repository of its own
                    yield from self._in_folder(path)

    def _walk(self, folder: Path) -> Iterator[str]:
        for parent, folders, names in os.walk(folder, onerror=self._cannot_list):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = str(Path(parent, name))
                with suppress(OSError):
                    if not name.startswith(".") and stat.S_ISREG(os.lstat(path).st_mode):
                        yield path

    def _cannot_list(self, error: OSError) -> None:
        self.unreadable.append((str(Path(error.filename)), (error.strerror or "").lower()))


def _status(path: str) -> os.stat_result | None:
    try:
        return Path(path).stat()
    except (OSError, ValueError):  # a name may hold a NUL
        return None


def _is_in_repository(folder: Path) -> bool:
    whole = folder.resolve()
    return any((above / ".git").exists() for above in (whole, *whole.parents))


def _matches(pattern: str) -> list[str]:
    """The paths that a glob matches, without hidden ones unless it names some.

    Raises:
        UsageError: It is no glob.
    """
    path = Path(pattern)
    base = Path(path.anchor)
    names_hidden = any(map(_is_hidden, path.parts))
    try:
        found = sorted(
            base.glob(str(path.relative_to(base))), key=lambda each: (each.is_symlink(), each)
        )
    except (ValueError, NotImplementedError) as error:
        raise UsageError(f"is no glob: {error}", place=pattern) from None
    return [str(each) for each in found if names_hidden or not any(map(_is_hidden, each.parts))]


def _is_hidden(part: str) -> bool:
    return part.startswith(".") and part not in (".", "..")
