"""The production tokenizers with the standard library alone: an embedded vocabulary, our own loop.

An :class:`Encoder` gives tiktoken's ids for every text. Splitting, ranks and merging come from the
three modules that do one of them each; what is added here is that a chunk which is a token as it
stands is left whole, and that what was seen before is remembered. It needs nothing loaded, so it
has counted a small text long before tiktoken is ready for its first, and structured text repeats
itself so much that it keeps up with tiktoken on long ones.

Text is ordinary text: what spells a special token is split like any other. Half a surrogate pair
counts as U+FFFD.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from typing import TypeVar

from tokbench.bpe.merging import NEVER, merge
from tokbench.bpe.splitting import Splitter, blocks, segments, splitter
from tokbench.errors import UsageError
from tokbench.vocabularies import RankTable, load

Part = TypeVar("Part", str, bytes)
Result = TypeVar("Result")

BLOCK = 1 << 16
"""Characters whose chunks live at once while a text is counted."""

REMEMBERED = 100_000
"""Parts of texts that are remembered before all are forgotten: some 20 MB for structured text, and
many times that only where every part is long and of rare characters."""

LONG = 100
"""A part of more characters than this is not remembered: it hardly ever comes again."""

MERGED_BYTE = 15
"""The work of merging one byte, if splitting one character is 1."""

_BYTES = tuple(bytes([byte]) for byte in range(256))


class Encoder:
    """Text to the ids of a vocabulary and back.

    Attributes:
        name: The encoding's name.
        work: What it had to work out so far, and did not remember: characters split, and bytes
            merged times :data:`MERGED_BYTE`.
    """

    def __init__(self, name: str, table: RankTable, split: Splitter) -> None:
        self.name, self.work = name, 0
        self._table, self._split = table, split
        self._rank = _Memo(self._look_up).__getitem__
        self._ids = _Memo(self._encode_chunk).__getitem__
        self._counts = _Memo(self._count_segment).__getitem__

    def encode(self, text: str) -> list[int]:
        """The ids of a text's tokens."""
        return list(chain.from_iterable(map(self._ids, self._split(text))))

    def tokens(self, text: str) -> list[bytes]:
        """The tokens of a text; one may hold a fragment of a character."""
        return [self._table.token(id_) for id_ in self.encode(text)]

    def count(self, text: str) -> int:
        """The number of a text's tokens, without ever holding all of them."""
        return sum(sum(map(self._counts, segments(block))) for block in blocks(text, BLOCK))

    def chunks(self, text: str) -> list[str]:
        """The chunks of the pre-split: no token crosses their borders."""
        return self._split(text)

    def decode(self, ids: Iterable[int]) -> str:
        """The text of these ids; bytes that form no character become U+FFFD.

        Raises:
            UsageError: An id is none of the vocabulary's.
        """
        return self.decode_bytes(ids).decode(errors="replace")

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of these ids, which may start or end inside a character.

        Raises:
            UsageError: An id is none of the vocabulary's.
        """
        try:
            return b"".join(map(self._table.token, ids))
        except IndexError as fault:
            raise UsageError(f"{self.name} cannot decode this: {fault}") from None

    def _count_segment(self, segment: str) -> int:
        """The number of tokens of a part of a text, which no chunk crosses the ends of."""
        self.work += len(segment)
        return sum(map(len, map(self._ids, self._split(segment))))

    def _encode_chunk(self, chunk: str) -> tuple[int, ...]:
        """The ids of a chunk: its own where it is a token, else those of its merged bytes."""
        content = chunk.encode()
        whole = self._table.rank(content)
        if whole is not None:
            return (whole,)
        self.work += len(content) * MERGED_BYTE
        symbols = [_BYTES[byte] for byte in content]
        return tuple(map(self._rank, merge(symbols, self._rank_of_pair)))

    def _rank_of_pair(self, left: bytes, right: bytes) -> int:
        """Two symbols join where the vocabulary has both as one token: its rank is the order."""
        return self._rank(left + right)

    def _look_up(self, token: bytes) -> int:
        rank = self._table.rank(token)
        return NEVER if rank is None else rank


@cache
def from_vocabulary(name: str) -> Encoder:
    """The encoder of an embedded encoding; the second call returns the first one's.

    >>> encoder = from_vocabulary("o200k_base")
    >>> encoder.encode("one token each")
    [690, 6602, 2454]

    Raises:
        UnknownNameError: No encoding of this name is embedded.
        CounterError: The vocabulary's file is damaged.
    """
    table = load(name)
    return Encoder(name, table, splitter(name))


class _Memo(dict[Part, Result]):
    """What a function gives for parts of texts, worked out when first asked for."""

    def __init__(self, compute: Callable[[Part], Result]) -> None:
        super().__init__()
        self._compute: Callable[[Part], Result] = compute

    def __missing__(self, part: Part) -> Result:
        result = self._compute(part)
        if len(part) <= LONG:
            if len(self) >= REMEMBERED:
                self.clear()
            self[part] = result
        return result
