"""From bytes to text: the encoding named, or UTF-8, or what a mark or zero bytes show."""

from __future__ import annotations

import codecs
import json
from contextlib import suppress
from typing import NamedTuple

from tokbench.errors import CannotRead, option

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

_LIKELY = ("cp1252", "cp932", "gb18030", "cp1251", "latin-1")
"""Encodings of text that is not UTF-8, the likeliest first; the last one decodes any bytes."""

_NO_TEXT = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"})
"""Codecs of Python that are no encodings of files."""

BINARY_WITHIN = 8_000
"""How far from the start a zero byte makes binary data, by git's rule."""


class Decoded(NamedTuple):
    """Text, and notes on what was removed or guessed to get it."""

    text: str
    notes: tuple[str, ...] = ()


def decode(data: bytes, encoding: str | None = None, *, choosable: bool = False) -> Decoded:
    """The text of a payload's bytes, without a byte-order mark; line ends stay as they are.

    Args:
        data: The bytes.
        encoding: How they are encoded; None to find it out.
        choosable: Whether the caller has an option ``encoding``, which errors may name.

    Raises:
        CannotRead: The bytes are not text, or there is no such encoding; the error names the first
            wrong byte.
    """
    if encoding is not None:
        return Decoded(_decoded(data, _known(encoding), encoding, 0, choosable))
    for mark, found, label in _MARKS:
        if data.startswith(mark):
            text = _decoded(data[len(mark) :], found, label, len(mark), choosable)
            return Decoded(text, (f"the byte-order mark of {label} is left out",))
    if b"\0" in data[:4] and len(data) > 1:
        found = json.detect_encoding(data)
        label = found.upper()
        return Decoded(_decoded(data, found, label, 0, choosable), (f"read as {label}",))
    return Decoded(_decoded(data, "utf-8", "UTF-8", 0, choosable))


def _known(encoding: str) -> str:
    try:
        found = codecs.lookup(encoding).name
        with suppress(UnicodeError):
            b"a".decode(found)
    except (LookupError, ValueError):  # no codec, or one that makes no text
        found = "undefined"
    if found in _NO_TEXT:
        hint = "give one that Python knows, such as cp1252, cp932 or utf-16"
        raise CannotRead(f"{option('encoding', encoding)} is no encoding", hint=hint)
    return found


def is_binary(data: bytes) -> bool:
    """Whether bytes are no text by git's rule: a zero byte near the start, and no mark."""
    marked = any(data.startswith(mark) for mark, _, _ in _MARKS)
    return not marked and b"\0" in data[:BINARY_WITHIN]


def _decoded(data: bytes, encoding: str, label: str, skipped: int, choosable: bool) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        at = error.start
        reason = f"not {label}: byte 0x{data[at]:02X} at offset {at + skipped}"
        raise _not_text(data, at, encoding, reason, choosable) from None


def _not_text(data: bytes, at: int, encoding: str, reason: str, choosable: bool) -> CannotRead:
    for start, kind in _KINDS_OF_BINARY:
        if data.startswith(start):
            return CannotRead(kind, hint="unpack it first")
    if encoding.startswith(("utf-16", "utf-32")):
        return CannotRead(reason)
    if b"\0" in data[:1024]:
        return CannotRead("binary data, not text in any notation")
    start_of_line = data.rfind(b"\n", 0, at) + 1
    return CannotRead(
        reason,
        line=data.count(b"\n", 0, at) + 1,
        column=len(data[start_of_line:at].decode(encoding, "replace")) + 1,
        hint=_advice(data, encoding) if choosable else "save the file as UTF-8",
    )


def _advice(data: bytes, encoding: str) -> str:
    other = next(name for name in ("utf-8", *_LIKELY) if name != encoding and _decodes(data, name))
    return f"{option('encoding', other)} decodes it; look at the result, or save the file as UTF-8"


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
