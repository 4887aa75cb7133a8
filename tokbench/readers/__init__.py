"""Payloads from files, standard input and Python data.

``read`` finds out the notation from the suffix, and from the content where there is none or it
misleads. Nothing is repaired: what is measured should be what is really sent. A fault is an
:class:`~tokbench.errors.InputError` that prints as ``file:line:column: reason``; what reading had
to decide is a note of the payload.

Limits: :data:`~tokbench.readers.common.MAX_SIZE` bytes in all,
:data:`~tokbench.payload.MAX_DEPTH` levels of nesting, :data:`~tokbench.readers.common.MAX_CELL`
characters in a cell of CSV or TSV, :data:`~tokbench.readers.common.MAX_REPEATED` values that were
not written out (YAML aliases, repeated Python objects, short rows), and as many digits of an
integer as Python converts (4,300). Python objects are larger than text: reading takes about 7 to 20
times a payload's size in memory, and 60 times for nothing but empty lists and objects.
"""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from tokbench.errors import CannotRead, InputError, option
from tokbench.payload import Payload
from tokbench.readers.common import MAX_SIZE, Reading
from tokbench.readers.decoding import Decoded, decode
from tokbench.readers.notations import (
    INPUT_FORMATS,
    Notation,
    named,
    of_content,
    of_magic,
    of_suffix,
    read_as,
)
from tokbench.readers.selection import select
from tokbench.text import shown, utf8_size

__all__ = ["INPUT_FORMATS", "from_python", "read", "read_text"]

STDIN = "<stdin>"


def read(
    source: str | os.PathLike[str],
    *,
    input_format: str | None = None,
    records: str | None = None,
    strings: bool = False,
) -> Payload:
    """Read a file, or standard input where the source is ``-``.

    Args:
        source: The path; the payload bears it as its name.
        input_format: The notation, one of :data:`INPUT_FORMATS`, whatever the name says.
        records: The path of the part to take, such as ``data.items``.
        strings: Whether the cells of CSV, TSV and Excel all stay text.

    Raises:
        InputError: The file cannot be read; the error says where and why.
        UnknownNameError: There is no such notation.
    """
    path = os.fspath(source)
    notation = named(input_format) if input_format else None
    how = _How(notation, of_suffix(Path(path).suffix), records, strings)
    if path == "-":
        return _payload(read_stdin(MAX_SIZE + 1), STDIN, how)
    return _payload(_bytes_of(path), path, how)


def read_stdin(size: int = -1) -> bytes:
    """The bytes on standard input, at most so many.

    Raises:
        InputError: Standard input is closed, or cannot be read.
    """
    if sys.stdin is None:
        raise InputError("is closed: give it a text, or name a file", source=STDIN)
    try:
        return sys.stdin.buffer.read(size)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=STDIN) from error


def plain_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, or of standard input for ``-``, whatever notation it is of.

    Raises:
        InputError: It cannot be read, or is no text.
    """
    source = str(path)
    if source == "-":
        content, source = read_stdin(), STDIN
    else:
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", source=source) from error
    try:
        return decode(content).text
    except CannotRead as error:
        raise error.of_source(source) from None


def read_text(
    text: str | bytes,
    name: str = STDIN,
    *,
    input_format: str | None = None,
    records: str | None = None,
    strings: bool = False,
) -> Payload:
    """Read a text, or the bytes of one, as :func:`read` reads a file of that name.

    Raises:
        InputError: The text cannot be read.
        UnknownNameError: There is no such notation.
    """
    notation = named(input_format) if input_format else None
    return _payload(text, name, _How(notation, of_suffix(Path(name).suffix), records, strings))


def from_python(data: object, name: str = "<data>") -> Payload:
    """Python data or a pandas DataFrame as a payload; the data are copied, never changed.

    Raises:
        InputError: The data hold what JSON cannot: the message has the path and the type.

    >>> from_python([{"id": 1, "tags": ("a", "b")}]).data
    [{'id': 1, 'tags': ['a', 'b']}]
    """
    from tokbench.readers import python_

    return python_.from_python(data, name)


@dataclass(frozen=True, slots=True)
class _How:
    """How to read.

    Attributes:
        named: The notation that the user named.
        likely: The notation that the suffix means.
        records: The path of the part to take.
        strings: Whether cells all stay text.
    """

    named: Notation | None
    likely: Notation | None
    records: str | None
    strings: bool

    def binary(self, content: str | bytes) -> Notation | None:
        """The notation, where the content is of one that is no text."""
        notation = self.named or self.likely
        if notation is None and isinstance(content, bytes):
            notation = of_magic(content)
        return notation if notation and notation.magic and isinstance(content, bytes) else None

    def read(self, text: str) -> Reading:
        """Read a text by the notation that was named, is likely, or shows."""
        if self.named:
            return self.named.read(text, self.strings)
        if self.likely:
            return read_as(self.likely, text, self.strings)
        shows = of_content(text)
        reading = read_as(shows, text, self.strings)
        if shows.name == "json":
            return reading
        otherwise = f"{option('input_format')} decides otherwise"
        note = f"read as {shows.label}, which it looks like; {otherwise}"
        return Reading(reading.data, (note, *reading.notes))


def _payload(content: str | bytes, name: str, how: _How) -> Payload:
    if len(content) > MAX_SIZE:
        reason = f"more than {MAX_SIZE:,} bytes: measure a part of it"
        raise InputError(reason, source=_on_one_line(name))
    size = len(content) if isinstance(content, bytes) else utf8_size(content, "replace")
    try:
        text, reading = _reading(content, how)
        data, notes = reading
        if how.records is not None:
            data, text = select(data, how.records), None
    except CannotRead as error:
        raise error.of_source(_on_one_line(name)) from None
    return Payload(name, data, text, size, notes)


def _reading(content: str | bytes, how: _How) -> tuple[str | None, Reading]:
    """The text, where there is one, and the data."""
    if binary := how.binary(content):
        return None, binary.read(content, how.strings)
    text, notes = Decoded(content) if isinstance(content, str) else decode(content)
    text = text.removeprefix("\ufeff")
    if not text or text.isspace():
        raise CannotRead("empty: there is nothing to measure")
    reading = how.read(text)
    return text, Reading(reading.data, (*notes, *reading.notes))


def _bytes_of(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size <= MAX_SIZE:
                return file.read()  # a bound would make room for as much as it allows
            return file.read(MAX_SIZE + 1)
    except FileNotFoundError:
        reason = "no such file"
    except IsADirectoryError:
        reason = "a folder: name the files in it"
    except PermissionError:
        reason = "no permission to read it"
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
    raise InputError(reason, source=_on_one_line(path))


def _on_one_line(name: str) -> str:
    return name if name.isprintable() else shown(name)
