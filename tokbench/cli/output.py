"""Where results, notes and progress go."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TextIO, TypeVar

from tokbench import files
from tokbench.errors import UsageError
from tokbench.report import Page, Subject, text_of
from tokbench.text import utf8_bytes

T = TypeVar("T")

_SETTINGS = ("tokbench.toml", "pyproject.toml", "tokbench.lock")
"""The names of files that no output may replace."""


class Destination(NamedTuple):
    """Where the result of a command goes: by an output, to a file or to standard output."""

    output: str
    file: Path | None = None

    def write(
        self, subject: Subject[T], what: T, folder: str = "", *, details: bool = True
    ) -> None:
        """Write a result; ``folder`` and ``details`` are those of :class:`tokbench.report.Page`.

        Raises:
            UsageError: The file or standard output cannot be written.
        """
        shown = self.file is None and (on_terminal(sys.stdout) or bool(os.environ.get("COLUMNS")))
        page = Page(
            width=shutil.get_terminal_size().columns if shown else None,
            colour=self.file is None and colour_is_wanted(sys.stdout),
            unicode=self.file is not None or _shows_unicode(),
            folder=folder,
            details=details,
        )
        write(text_of(self.output, subject, what, page), self.file)


def colour_is_wanted(stream: TextIO | None) -> bool:
    """Whether to write colours: on a terminal, or with FORCE_COLOR; never with NO_COLOR.

    Source: https://no-color.org and https://force-color.org, where an empty value counts as none.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or on_terminal(stream)


def _shows_unicode() -> bool:
    if sys.stdout is None:
        return True
    try:
        "─█▏".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def check_writable(path: Path | None, option: str = "--output-file") -> None:
    """Refuse the file of an option that cannot be written, before any work is done for it.

    Raises:
        UsageError: The path is a folder, or its folder is missing or cannot be written to.
    """
    # Opening a pipe waits for its reader, so it is opened when there is a result.
    if path is None or files.is_special(path):
        return
    if path.is_dir():
        raise UsageError("is a folder", place=str(path), hint=f"name a file with {option}")
    folder = Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent
    if not folder.is_dir():
        reason = f"the folder {folder} does not exist"
        raise UsageError(reason, place=str(path), hint="make it first")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"the folder {folder} cannot be written to", place=str(path))


def check_apart(outputs: Mapping[str, Path | None], inputs: Iterable[str | Path] = ()) -> None:
    """Refuse outputs that would overwrite an input, a configuration, a lock or one another.

    Args:
        outputs: The files to write, by the options that name them.
        inputs: The files that are read; ``-`` is standard input.

    Raises:
        UsageError: One would. It is known by its place on the disk, so links do not hide it.
    """
    read = {files.identity(path) for path in inputs if str(path) != "-"}
    written: dict[object, str] = {}
    for option, path in outputs.items():
        if path is None or files.is_special(path):
            continue
        key, hint = files.identity(path), f"name another file with {option}"
        if key in read:
            raise UsageError("is also an input", place=str(path), hint=hint)
        if key in written:
            raise UsageError(f"is also the file of {written[key]}", place=str(path), hint=hint)
        if path.exists() and Path(os.path.realpath(path)).name in _SETTINGS:
            raise UsageError("is a configuration or a lock", place=str(path), hint=hint)
        written[key] = option


def write(text: str, path: Path | None = None) -> None:
    """Write a result to standard output or to a file, as UTF-8 with a final newline."""
    if path is None:
        write_exactly(f"{text}\n")
    else:
        write_file(f"{text}\n", path)


def write_exactly(text: str) -> None:
    """Write a text to standard output as it is: as UTF-8, or in the encoding of a terminal.

    A reader that closes its pipe early is no error: the rest is dropped.

    Raises:
        UsageError: Standard output is closed, or cannot take the text.
    """
    try:
        put(sys.stdout, _encoded(text, sys.stdout))
    except BrokenPipeError:
        return
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", place="standard output") from error


def note(text: str) -> None:
    """Write a line to standard error, or drop it where that is closed or full."""
    with suppress(OSError):
        put(sys.stderr, _encoded(f"tokbench: {text}\n", sys.stderr))


def _encoded(text: str, stream: TextIO | None) -> bytes:
    """A text for a stream: in the encoding of a terminal, elsewhere as UTF-8."""
    if stream is None or not on_terminal(stream):
        return utf8_bytes(text)
    return text.encode(stream.encoding or "utf-8", "backslashreplace")


def on_terminal(stream: TextIO | None) -> bool:
    """Whether a standard stream is a terminal; Python has None for one that is closed."""
    return stream is not None and stream.isatty()


def silence(stream: TextIO | None) -> None:
    """Drop what a standard stream has buffered: Python would fail to write it at its end."""
    if stream is None:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def put(stream: TextIO | None, content: bytes) -> None:
    """Write bytes to a standard stream at once; after a failure the rest is dropped.

    Raises:
        OSError: It is closed, or cannot take them.
    """
    if stream is None:
        raise OSError(errno.EBADF, "it is closed")
    try:
        stream.buffer.write(content)
        stream.flush()
    except OSError:
        silence(stream)
        raise


def write_file(text: str, path: Path) -> None:
    """Write a file as :func:`tokbench.files.write` does.

    Raises:
        UsageError: The file cannot be written.
    """
    try:
        files.write(path, text)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", place=str(path)) from error
