"""Payloads from files, standard input and Python data.

``read`` takes the notation from the file's suffix, or recognizes it in the content where the
suffix is unknown. Plain text is a payload too, and holds no data. Nothing is repaired: what is
measured should be what is really sent. An error is an :class:`~tokbench.errors.InputError` and
prints as ``file:line:column: reason``. What reading had to decide is a note of the payload.

Limits: a payload has at most :data:`~tokbench.readers.common.MAX_SIZE` bytes and
:data:`~tokbench.payload.MAX_DEPTH` levels of nesting, a cell of CSV or TSV
:data:`~tokbench.readers.common.MAX_CELL` characters, and an integer as many digits as Python
converts (4,300). YAML aliases, repeated Python objects and short rows add at most
:data:`~tokbench.readers.common.MAX_REPEATED` values. Python objects are larger than text: reading
takes about 7 to 20 times a payload's size in memory, and 60 times for empty lists and objects.
"""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from tokbench import progress
from tokbench.errors import CannotRead, InputError, option
from tokbench.payload import Payload
from tokbench.readers.common import MAX_SIZE, Reading
from tokbench.readers.decoding import Decoded, decode
from tokbench.readers.notations import (
    INPUT_FORMATS,
    TEXT,
    Notation,
    named,
    of_magic,
    of_suffix,
    read_as,
)
from tokbench.readers.options import DEFAULTS, ReadOptions
from tokbench.readers.selection import select
from tokbench.text import shown, utf8_size

if TYPE_CHECKING:
    from io import BufferedReader

__all__ = ["DEFAULTS", "INPUT_FORMATS", "ReadOptions", "from_python", "pick", "read", "read_text"]

STDIN = "<stdin>"

_CHUNK = 1 << 16
"""The most bytes that are read from standard input at once."""


def read(
    source: str | os.PathLike[str], options: ReadOptions = DEFAULTS, *, parsed: bool = True
) -> Payload:
    """Read a file, or standard input where the source is ``-``.

    Args:
        source: The path, which becomes the name of the payload.
        options: How to read it.
        parsed: Whether its data are wanted. Without them any text is plain text, unless a part of
            the data is asked for.

    Raises:
        InputError: The file cannot be read; the error says where and why.
        UnknownNameError: There is no such notation.
    """
    path = os.fspath(source)
    reader = _Reader.of(path, options, parsed=parsed)
    if path == "-":
        return reader.payload(read_stdin(MAX_SIZE + 1), STDIN)
    return reader.payload(_bytes_of(path), path)


def read_stdin(size: int = -1) -> bytes:
    """The bytes of standard input; ``size`` of them at most, where it is not negative.

    Raises:
        InputError: Standard input is closed, or cannot be read.
    """
    if sys.stdin is None:
        raise InputError("is closed", source=STDIN, hint="pipe a text into it, or name a file")
    source, content = cast("BufferedReader", sys.stdin.buffer), bytearray()
    try:
        while size < 0 or len(content) < size:
            # One call of the system each: an interrupt is noticed between them.
            chunk = source.read1(_CHUNK if size < 0 else min(_CHUNK, size - len(content)))
            if not chunk:
                break
            content += chunk
            progress.arrived(len(content))
        return bytes(content)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=STDIN) from error


def plain_text(
    path: str | os.PathLike[str], encoding: str | None = None, *, choosable: bool = False
) -> str:
    """The text of a file, or of standard input for ``-``, in any notation or none.

    Args:
        path: The path.
        encoding: How it is encoded; None for UTF-8, or what a byte-order mark says.
        choosable: Whether the caller has an option ``encoding``, which errors may name.

    Raises:
        InputError: It cannot be read, is too large, or is not text.
    """
    source = os.fspath(path)
    content = content_of(source)
    try:
        return decode(content, encoding, choosable=choosable).text
    except CannotRead as error:
        raise error.of_source(STDIN if source == "-" else _on_one_line(source)) from None


def content_of(path: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``.

    Raises:
        InputError: It cannot be read, or has more than :data:`MAX_SIZE` bytes.
    """
    content = read_stdin(MAX_SIZE + 1) if path == "-" else _bytes_of(path)
    _check_size(content, STDIN if path == "-" else _on_one_line(path))
    return content


def read_text(text: str | bytes, name: str = STDIN, options: ReadOptions = DEFAULTS) -> Payload:
    """Read a text, or the bytes of one, as :func:`read` reads a file of that name.

    Raises:
        InputError: The text cannot be read.
        UnknownNameError: There is no such notation.
    """
    return _Reader.of(name, options).payload(text, name)


def pick(payload: Payload, path: str) -> Payload:
    """The payload with only the part of its data at a path, such as ``data.items``.

    Raises:
        InputError: There is no such path, or the payload is plain text.
    """
    if payload.is_text:
        raise InputError(
            f"is plain text: {option('records', path)} leads nowhere",
            source=_on_one_line(payload.name),
            hint=f"{option('input_format')} says what data it holds",
        )
    try:
        return replace(payload, data=select(payload.data, path), text=None)
    except CannotRead as error:
        raise error.of_source(_on_one_line(payload.name)) from None


def from_python(data: object, name: str = "<data>") -> Payload:
    """Python data or a pandas DataFrame as a payload; the data are copied, never changed.

    Raises:
        InputError: The data have a value that JSON does not; the message has its path and type.

    >>> from_python([{"id": 1, "tags": ("a", "b")}]).data
    [{'id': 1, 'tags': ['a', 'b']}]
    """
    from tokbench.readers import python_

    return python_.from_python(data, name)


class _Reader(NamedTuple):
    """Reads one payload.

    Attributes:
        options: How to read.
        named: The notation that the user named.
        likely: The notation of the file's suffix.
    """

    options: ReadOptions
    named: Notation | None
    likely: Notation | None

    @classmethod
    def of(cls, name: str, options: ReadOptions, *, parsed: bool = True) -> _Reader:
        notation = named(options.input_format) if options.input_format else None
        likely = of_suffix(Path(name).suffix)
        if not parsed and options.records is None and not (notation or likely or TEXT).magic:
            notation = TEXT
        return cls(options, notation, likely)

    def payload(self, content: str | bytes, name: str) -> Payload:
        source = _on_one_line(name)
        _check_size(content, source)
        size = len(content) if isinstance(content, bytes) else utf8_size(content, "replace")
        try:
            text, reading = self._reading(content)
        except CannotRead as error:
            raise error.of_source(source) from None
        payload = Payload(
            name, reading.data, text, size, reading.notes, reading.is_text, reading.comments
        )
        return payload if self.options.records is None else pick(payload, self.options.records)

    def _reading(self, content: str | bytes) -> tuple[str | None, Reading]:
        """The text, where there is one, and the data."""
        if binary := self._binary(content):
            return None, binary.read(content, self.options)
        text, notes = Decoded(content) if isinstance(content, str) else self._decoded(content)
        text = text.removeprefix("\ufeff")
        if not text or (text.isspace() and (self.named or self.likely) is not TEXT):
            raise CannotRead("empty: there is nothing to measure")
        return text, self._read(text).with_notes(*notes)

    def _decoded(self, content: bytes) -> Decoded:
        return decode(content, self.options.encoding, choosable=True)

    def _binary(self, content: str | bytes) -> Notation | None:
        """The notation, where it is one of bytes and not of text."""
        notation = self.named or self.likely
        if notation is None and isinstance(content, bytes):
            notation = of_magic(content)
        return notation if notation and notation.magic and isinstance(content, bytes) else None

    def _read(self, text: str) -> Reading:
        """Read a text as the notation that was named, is likely, or is recognized."""
        if self.named:
            return self.named.read(text, self.options)
        if self.likely:
            return read_as(self.likely, text, self.options)
        from tokbench.readers.recognition import recognize  # most payloads have a known suffix

        return recognize(text, self.options)


def _bytes_of(path: str) -> bytes:
    hint = None
    try:
        with Path(path).open("rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size <= MAX_SIZE:
                return file.read()  # reading at most n bytes would allocate n at once
            return file.read(MAX_SIZE + 1)
    except FileNotFoundError:
        reason = "no such file"
    except IsADirectoryError:
        reason, hint = "is a folder", "name the files in it"
    except PermissionError:
        reason = "no permission to read it"
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
    raise InputError(reason, source=_on_one_line(path), hint=hint)


def _check_size(content: str | bytes, source: str) -> None:
    if len(content) > MAX_SIZE:
        raise InputError(
            f"more than {MAX_SIZE:,} bytes", source=source, hint="measure a part of it"
        )


def _on_one_line(name: str) -> str:
    return name if name.isprintable() else shown(name)
