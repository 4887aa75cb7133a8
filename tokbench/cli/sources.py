"""The payloads that ``compare`` was given: files, folders, globs and standard input."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tokbench import files, readers
from tokbench.errors import InputError, TokbenchError, UnknownNameError
from tokbench.measure import measure_each, measure_one
from tokbench.payload import Payload
from tokbench.progress import Progress
from tokbench.readers import ReadOptions
from tokbench.readers.notations import of_suffix
from tokbench.text import printable
from tokbench.watch import Piece


class Unread(NamedTuple):
    """What was named and cannot be read."""

    name: str
    error: TokbenchError


Source = str | Unread
"""A file to read, or ``-``; or what is wrong with a name that leads to none."""


def expand(names: Iterable[str]) -> list[Source]:
    """What names mean, in their order: a folder its files of a known suffix, a glob its matches.

    A file that exists is never a glob. What a folder or a glob has is left out where it is there
    already.
    """
    found: list[Source] = []
    seen: set[object] = set()
    for name in names:
        several = _is_several(name)
        for source in _files_of(name) if several else [name]:
            key = files.identity(source) if isinstance(source, str) else object()
            if not several or key not in seen:
                found.append(source)
            seen.add(key)
    return found


def read_each(
    sources: Sequence[Source], options: ReadOptions, progress: Progress, *, parsed: bool
) -> list[Payload | Unread]:
    """The payloads, and in place of one that cannot be read the reason.

    Args:
        sources: What to read.
        options: How to read it.
        progress: Shows how far the reading is.
        parsed: Whether the data are wanted, as for :func:`tokbench.readers.read`.

    Raises:
        UnknownNameError: There is no such notation.
    """

    def read_one(index: int) -> Payload | Unread:
        source = sources[index]
        return _read(source, options, parsed) if isinstance(source, str) else source

    return list(measure_each(read_one, list(map(_piece, sources)), progress=progress))


def read(source: str, options: ReadOptions, progress: Progress, *, parsed: bool = True) -> Payload:
    """Read one payload, as :func:`tokbench.readers.read` does, and show how far that is."""
    work = partial(readers.read, source, options, parsed=parsed)
    return measure_one(work, _piece(source), progress)


def _piece(source: Source) -> Piece:
    """The reading of a source; the size of a pipe is not known."""
    if isinstance(source, Unread):
        return Piece(source.name, 0)
    name = readers.STDIN if source == "-" else source
    size = 0
    with suppress(OSError, ValueError, AttributeError):  # reading it says why
        status = os.fstat(sys.stdin.fileno()) if source == "-" else Path(source).stat()
        size = status.st_size if stat.S_ISREG(status.st_mode) else 0
    return Piece(f"reading {name}", size)


def _is_several(name: str) -> bool:
    path = Path(name)
    try:
        return path.is_dir() or (not path.exists() and any(mark in name for mark in "*?["))
    except (OSError, ValueError):  # no name of a file: the reader says why
        return False


def _files_of(name: str) -> Iterator[Source]:
    """The files in a folder, or those that a glob matches."""
    from tokbench import text_files  # most payloads are named one by one

    try:
        found = text_files.find([name])
    except TokbenchError as error:
        yield Unread(name, error)
        return
    paths = [file.path for file in found.files]
    if Path(name).is_dir():
        paths = [path for path in paths if of_suffix(Path(path).suffix)]
    yield from paths
    for folder, reason in found.unreadable:
        yield Unread(folder, InputError(f"cannot be listed: {reason}", source=printable(folder)))
    if not paths and not found.unreadable:
        yield Unread(name, InputError("no file in it that can be read", source=printable(name)))


def _read(source: str, options: ReadOptions, parsed: bool) -> Payload | Unread:
    try:
        return readers.read(source, options, parsed=parsed)
    except UnknownNameError:
        raise  # an option is wrong, and no payload
    except InputError as error:
        if error.line is not None:  # it is text
            error.hint = error.hint or "-f as-given counts the text without reading it"
        return Unread(readers.STDIN if source == "-" else source, error)
    except TokbenchError as error:
        return Unread(readers.STDIN if source == "-" else source, error)
