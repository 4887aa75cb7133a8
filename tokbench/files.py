"""How every file is written: whole or not at all, over regular files only."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from tokbench.text import utf8_bytes

_STREAMS: Final = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/")
"""Names of open streams: even where one is a regular file, others go on to write to it."""


def write(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Write a file under a temporary name beside it, then rename it.

    A link stays a link to the file that is written, and a file keeps its mode. A pipe, a device
    and a name of an open stream (``/dev/stdout``) are opened and appended to.

    Raises:
        OSError: The file cannot be written; no temporary file stays.
    """
    content = utf8_bytes(data) if isinstance(data, str) else data
    if is_special(path):
        with Path(path).open("ab", buffering=0) as stream:
            _write_all(stream.fileno(), content)
    else:
        _replace(Path(os.path.realpath(path)), content)


def is_special(path: str | os.PathLike[str]) -> bool:
    """Whether a path names what must never be renamed over: no regular file, or a stream."""
    try:
        mode = Path(path).stat().st_mode
    except OSError:
        return False
    is_stream = str(Path(path).absolute()).startswith(_STREAMS)
    return is_stream or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def identity(path: str | os.PathLike[str]) -> object:
    """What two paths have in common exactly where they lead to one file, whatever links do.

    A file that does not exist yet is known by its real path.
    """
    try:
        status = Path(path).stat()
    except OSError:
        return os.path.realpath(path)
    except ValueError:  # a name that holds a NUL is that of no file
        return str(path)
    return status.st_dev, status.st_ino


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _replace(target: Path, content: bytes) -> None:
    unfinished = target.with_name(f".tokbench-{os.urandom(8).hex()}")
    try:
        with unfinished.open("xb") as file:
            with suppress(FileNotFoundError):
                unfinished.chmod(stat.S_IMODE(target.stat().st_mode))
            file.write(content)
        unfinished.replace(target)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
