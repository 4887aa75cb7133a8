"""From bytes to text: UTF-8, or the encoding that a byte-order mark or zero bytes show."""

from __future__ import annotations

import codecs
import json
from typing import NamedTuple

from tokbench.errors import CannotRead

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),  # starts like the mark of UTF-16
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_KINDS_OF_BINARY = (
    (b"\x1f\x8b", "compressed by gzip"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd"),
    (b"BZh", "compressed by bzip2"),
    (b"\xfd7zXZ", "compressed by xz"),
    (b"PK\x03\x04", "a zip archive"),
)

BINARY_WITHIN = 8_000
"""How far from the start a zero byte makes binary data, by git's rule."""


class Decoded(NamedTuple):
    """Text, and notes on what was removed or guessed to get it."""

    text: str
    notes: tuple[str, ...] = ()


def decode(data: bytes) -> Decoded:
    """The text of a payload's bytes, without a byte-order mark; line ends stay as they are.

    Raises:
        CannotRead: The bytes are not text; the error names the first wrong byte.
    """
    for mark, encoding, label in _MARKS:
        if data.startswith(mark):
            text = _decoded(data[len(mark) :], encoding, label, len(mark))
            return Decoded(text, (f"the byte-order mark of {label} is left out",))
    if b"\0" in data[:4] and len(data) > 1:
        encoding = json.detect_encoding(data)
        label = encoding.upper()
        return Decoded(_decoded(data, encoding, label, 0), (f"read as {label}",))
    return Decoded(_decoded(data, "utf-8", "UTF-8", 0))


def is_binary(data: bytes) -> bool:
    """Whether bytes are no text by git's rule: a zero byte near the start, and no mark."""
    marked = any(data.startswith(mark) for mark, _, _ in _MARKS)
    return not marked and b"\0" in data[:BINARY_WITHIN]


def _decoded(data: bytes, encoding: str, label: str, skipped: int) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        at = error.start
        reason = f"not {label}: byte 0x{data[at]:02X} at offset {at + skipped}"
        raise _not_text(data, at, encoding, reason) from None


def _not_text(data: bytes, at: int, encoding: str, reason: str) -> CannotRead:
    for start, kind in _KINDS_OF_BINARY:
        if data.startswith(start):
            return CannotRead(kind, hint="unpack it first")
    if encoding != "utf-8":
        return CannotRead(reason)
    if b"\0" in data[:1024]:
        return CannotRead("binary data, not text in any notation")
    start_of_line = data.rfind(b"\n", 0, at) + 1
    return CannotRead(
        reason,
        line=data.count(b"\n", 0, at) + 1,
        column=len(data[start_of_line:at].decode("utf-8")) + 1,
        hint="save the file as UTF-8",
    )
