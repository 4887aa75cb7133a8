"""The production tokenizers by the standard library alone: an embedded vocabulary, our merge loop.

An :class:`Encoder` gives tiktoken's ids for every text. It loads nothing, so it has counted a small
text long before tiktoken is ready for its first. Structured text repeats itself so much that, with
a cache, it is as fast as tiktoken on long texts too.

All text is ordinary text: what spells a special token is split like anything else. A surrogate that
is not part of a pair counts as U+FFFD.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain

from tokbench.bpe.bounded_cache import TOKENS_SIZE, BoundedCache
from tokbench.bpe.merging import BYTES, NEVER, merge
from tokbench.bpe.splitting import Splitter, blocks, segments, splitter
from tokbench.errors import UsageError
from tokbench.vocabularies import RankTable, load

COUNTED_AT_ONCE = 1 << 16
"""Characters whose pre-tokens are in memory at once while a text is counted."""

COUNTS_SIZE = 2_000_000
"""The size of the cache of counts: some 100,000 of them in 15 MB. It is larger than that of tokens,
because structured text has few different pre-tokens, but many different segments."""

MERGED_BYTE = 15
"""The work of merging one byte, if that of splitting one character is 1."""


class Encoder:
    """Text to the ids of a vocabulary and back.

    >>> encoder = from_vocabulary("o200k_base")
    >>> encoder.encode("low lower")
    [14739, 6931]
    >>> encoder.token_bytes("low lower")
    [b'low', b' lower']
    >>> encoder.decode([14739, 6931])
    'low lower'
    >>> encoder.count("low lower")
    2

    Attributes:
        name: The encoding's name.
        work: The work done so far that no cache saved: characters split, and bytes merged times
            :data:`MERGED_BYTE`.
    """

    def __init__(self, name: str, table: RankTable, split: Splitter) -> None:
        self.name, self.work = name, 0
        self._table, self._split = table, split
        self._rank = BoundedCache(self._look_up, TOKENS_SIZE).__getitem__
        self._ids = BoundedCache(self._encode_pre_token, TOKENS_SIZE).__getitem__
        self._counts = BoundedCache(self._count_segment, COUNTS_SIZE).__getitem__

    def encode(self, text: str) -> list[int]:
        """The ids of a text's tokens."""
        return list(chain.from_iterable(map(self._ids, self._split(text))))

    def token_bytes(self, text: str) -> list[bytes]:
        """The tokens of a text, which may start or end inside a character."""
        return [self._table.token(id_) for id_ in self.encode(text)]

    def count(self, text: str) -> int:
        """The number of a text's tokens, which are never in memory all at once."""
        return sum(
            sum(map(self._counts, segments(block))) for block in blocks(text, COUNTED_AT_ONCE)
        )

    def pre_tokens(self, text: str) -> list[str]:
        """The pre-tokens of a text: no token crosses their borders."""
        return self._split(text)

    def decode(self, ids: Iterable[int]) -> str:
        """The text of these ids; bytes that form no character become ``�``.

        Raises:
            UsageError: The vocabulary has no such id.
        """
        return self.decode_bytes(ids).decode(errors="replace")

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of these ids, which may start or end inside a character.

        Raises:
            UsageError: The vocabulary has no such id.
        """
        try:
            return b"".join(map(self._table.token, ids))
        except IndexError as fault:
            raise UsageError(f"{self.name} cannot decode these ids: {fault}") from None

    def _count_segment(self, segment: str) -> int:
        """The number of tokens of a segment, whose ends no pre-token crosses."""
        self.work += len(segment)
        return sum(map(len, map(self._ids, self._split(segment))))

    def _encode_pre_token(self, pre_token: str) -> tuple[int, ...]:
        """The ids of a pre-token: its own where it is a token, else those of its merged bytes."""
        content = pre_token.encode()
        whole = self._table.rank(content)
        if whole is not None:
            return (whole,)
        self.work += len(content) * MERGED_BYTE
        symbols = [BYTES[byte] for byte in content]
        return tuple(map(self._rank, merge(symbols, self._rank_of_pair)))

    def _rank_of_pair(self, left: bytes, right: bytes) -> int:
        """The rank of a pair is that of the token it becomes, where the vocabulary has it."""
        return self._rank(left + right)

    def _look_up(self, token: bytes) -> int:
        rank = self._table.rank(token)
        return NEVER if rank is None else rank


@cache
def from_vocabulary(name: str) -> Encoder:
    """The encoder of an embedded encoding; a second call returns the same one.

    >>> encoder = from_vocabulary("o200k_base")
    >>> encoder.encode("one token each")
    [690, 6602, 2454]

    Raises:
        UnknownNameError: No encoding of this name is embedded.
        CounterError: The vocabulary's file is damaged.
    """
    return Encoder(name, load(name), splitter(name))
