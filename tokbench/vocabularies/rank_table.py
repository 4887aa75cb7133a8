"""A published vocabulary as a file that is mapped into memory and used without parsing.

The file has four parts, all numbers unsigned, 32 bits, little-endian::

    header   16 bytes of magic, the number of slots (a power of two), the number of tokens
    slots    an open-addressing hash table; a slot holds a token's rank + 1, or 0 where it is free
    offsets  where each token starts in the file, in order of rank, and where the last one ends
    tokens   the bytes of all tokens, in order of rank, which runs from 0 without a gap

A token is in the slot of its CRC-32 modulo the number of slots or, where that is taken, in the next
free one. At most half of the slots are taken, so most lookups read one or two of them.
"""

from __future__ import annotations

import mmap
import sys
from array import array
from binascii import b2a_base64
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from struct import Struct
from zlib import crc32

from tokbench.vocabularies.data_files import damaged, path_of
from tokbench.vocabularies.definitions import definition

MAGIC = b"tokbench ranks 1"
HEADER = Struct("<16sII")
NUMBER = 4  # bytes


class RankTable:
    """The tokens of a vocabulary with their ranks, which are also their ids."""

    def __init__(self, path: Path) -> None:
        """Map a table file into memory.

        Raises:
            CounterError: The file is missing, cut off, or not a table of this version.
        """
        try:
            with path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            slots, self._size = _checked_header(self._data)
        except (OSError, ValueError) as fault:
            raise damaged(path, fault) from fault
        self._mask = slots - 1
        first_offset = HEADER.size + slots * NUMBER
        self._slots = _numbers(self._data, HEADER.size, slots)
        self._offsets = _numbers(self._data, first_offset, self._size + 1)

    def __len__(self) -> int:
        return self._size

    def rank(self, token: bytes) -> int | None:
        """The rank of a token, or None where the vocabulary does not have it.

        >>> load("o200k_base").rank(b"token")
        10346
        """
        slot = crc32(token) & self._mask
        while taken := self._slots[slot]:
            if self._data[self._offsets[taken - 1] : self._offsets[taken]] == token:
                return taken - 1
            slot = (slot + 1) & self._mask
        return None

    def token(self, rank: int) -> bytes:
        """The token of a rank.

        Raises:
            IndexError: The vocabulary has no such rank.
        """
        if not 0 <= rank < self._size:
            raise IndexError(f"rank {rank} is not in 0..{self._size - 1}")
        return self._data[self._offsets[rank] : self._offsets[rank + 1]]

    def tokens(self) -> list[bytes]:
        """All tokens, in order of rank."""
        offsets = self._offsets.tolist()
        return list(map(self._data.__getitem__, map(slice, offsets, offsets[1:])))

    def mergeable_ranks(self) -> dict[bytes, int]:
        """The vocabulary as ``tiktoken.Encoding`` takes it."""
        return dict(zip(self.tokens(), range(self._size), strict=True))

    def rank_file(self) -> bytes:
        """The published rank file, byte for byte: each line has a token in base64 and its rank."""
        return b"".join(
            b"%b %d\n" % (b2a_base64(token, newline=False), rank)
            for rank, token in enumerate(self.tokens())
        )


@cache
def load(name: str) -> RankTable:
    """The table of an embedded encoding; a second call returns the same one.

    >>> len(load("o200k_base"))
    199998

    Raises:
        UnknownNameError: No encoding of this name is embedded.
        CounterError: The table's file is damaged.
    """
    return RankTable(path_of(table_file(definition(name).name)))


def table_file(name: str) -> str:
    """The name of an encoding's table file."""
    return f"{name}.ranks"


def table_bytes(tokens: Sequence[bytes]) -> bytes:
    """The contents of the table file for these tokens, given in order of rank."""
    count = 1 << (2 * len(tokens)).bit_length()
    slots = array("I", bytes(count * NUMBER))
    for rank, token in enumerate(tokens):
        slot = crc32(token) & (count - 1)
        while slots[slot]:
            slot = (slot + 1) & (count - 1)
        slots[slot] = rank + 1
    first = HEADER.size + (count + len(tokens) + 1) * NUMBER
    offsets = array("I", accumulate(map(len, tokens), initial=first))
    parts = [_little_endian(slots).tobytes(), _little_endian(offsets).tobytes(), *tokens]
    return HEADER.pack(MAGIC, count, len(tokens)) + b"".join(parts)


def _checked_header(data: mmap.mmap) -> tuple[int, int]:
    """The numbers of slots and tokens, after checking them against the file's size."""
    if len(data) < HEADER.size:
        raise ValueError(f"only {len(data)} bytes")
    magic, slots, tokens = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise ValueError("not a rank table of this version")
    end_of_offsets = HEADER.size + (slots + tokens + 1) * NUMBER
    if len(data) < end_of_offsets:
        raise ValueError(f"cut off after {len(data)} bytes")
    (end,) = Struct("<I").unpack_from(data, end_of_offsets - NUMBER)
    if len(data) != end:
        raise ValueError(f"{len(data)} bytes instead of {end}")
    return slots, tokens


def _numbers(data: mmap.mmap, start: int, count: int) -> memoryview | array[int]:
    """A part of the file as numbers; only a big-endian machine copies it."""
    part = memoryview(data)[start : start + count * NUMBER]
    if sys.byteorder == "little":
        return part.cast("I")
    return _little_endian(array("I", part.tobytes()))


def _little_endian(numbers: array[int]) -> array[int]:
    """The same numbers in the file's byte order; on a little-endian machine nothing changes."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
