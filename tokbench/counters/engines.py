"""The engines that count an encoding of OpenAI. Which one counted never shows in a number.

tiktoken defines the right count, and needs half a second to load. Our own encoder counts a small
payload long before that. Where it is installed, toktok-rs counts large texts ten times as fast as
tiktoken, and it is only asked about texts for which it is proven to agree.

Long texts are counted block by block, so that no list of all tokens ever lives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from tokbench.bpe.production import from_vocabulary
from tokbench.bpe.splitting import blocks, splitter
from tokbench.errors import CounterError
from tokbench.optional import version_of
from tokbench.text import well_formed
from tokbench.vocabularies import definition, load

if TYPE_CHECKING:
    from tiktoken import Encoding

BLOCK = 1 << 15
"""Characters that are counted at once."""

LONG_CHUNK = 1 << 13
"""A block is longer than :data:`BLOCK` by this only where no chunk of it is sure to end, and then
may well be one chunk: our own encoder would need seconds for a million letters."""

LONG_SPACE = 100_000
"""Characters of white space in a row that tiktoken's pattern engine can still stand. At a million
it panics."""

ENOUGH_WORK = 3_000_000
"""The work of our own encoder, as it measures it, from which on loading tiktoken pays. Over text
that repeats itself it has hardly any work, and is the faster one of the two at any length."""

ENOUGH_TEXT = 3_000_000
"""The characters from which on loading toktok-rs pays, whatever they are."""

LARGE = 1 << 20
"""Characters of a text that is given to toktok-rs in blocks: it copies what it is given, twice."""

BatchCount = Callable[[Sequence[str], str], list[int]]
"""Texts and the name of an encoding in, the number of tokens of each text out."""


class Engine(Protocol):
    """What the counter of an encoding stands on."""

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text."""

    def encode(self, text: str) -> list[int]:
        """The ids of a text's tokens."""

    def token(self, number: int) -> bytes:
        """The token of an id."""

    def chunks(self, text: str) -> list[str]:
        """The chunks of the pre-split."""


class Embedded:
    """An embedded encoding, counted by the engine that is done first.

    The rule: toktok-rs counts from :data:`ENOUGH_TEXT` characters on, where it is installed and
    proven for the text. Else our own encoder counts, until it has done :data:`ENOUGH_WORK`, and
    then tiktoken. Both add up over all calls, those asked for now included, so at worst the time
    that a better engine takes to load is lost.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._own = from_vocabulary(name)
        self._tiktoken = Tiktoken(
            name, definition(name).pattern, load(name).mergeable_ranks, splitter(name)
        )
        self._asked = 0

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text."""
        self._asked += sum(map(len, texts))
        fast = toktok() if self._asked >= ENOUGH_TEXT else None
        if fast is None:
            return [self._count(text) for text in texts]
        short = [well_formed(text) for text in texts if len(text) <= LARGE]
        batch = iter(self._by_toktok(fast, short))
        return [
            next(batch)
            if len(text) <= LARGE
            else sum(self._by_toktok(fast, [block])[0] for block in blocks(text, LARGE))
            for text in texts
        ]

    def encode(self, text: str) -> list[int]:
        """The ids of a text's tokens."""
        return list(chain.from_iterable(map(self._encode_block, blocks(text, BLOCK))))

    def token(self, number: int) -> bytes:
        """The token of an id."""
        return self._own.decode_bytes([number])

    def chunks(self, text: str) -> list[str]:
        """The chunks of the pre-split."""
        return self._own.chunks(text)

    def _by_toktok(self, fast: BatchCount, texts: Sequence[str]) -> list[int]:
        """One call for all the texts that it is proven for; the others are counted without it.

        The texts are well formed: toktok-rs takes no surrogates.
        """
        proven = [is_proven(text) for text in texts]
        asked = [text for text, is_sure in zip(texts, proven, strict=True) if is_sure]
        counts = iter(fast(asked, self._name))
        return [
            next(counts) if is_sure else self._count(text)
            for text, is_sure in zip(texts, proven, strict=True)
        ]

    def _count(self, text: str) -> int:
        return sum(map(self._count_block, blocks(text, BLOCK)))

    def _count_block(self, block: str) -> int:
        if self._is_for_tiktoken(block):
            return len(self._tiktoken.encode_block(block))
        return self._own.count(block)

    def _encode_block(self, block: str) -> list[int]:
        if self._is_for_tiktoken(block):
            return self._tiktoken.encode_block(block)
        return self._own.encode(block)

    def _is_for_tiktoken(self, block: str) -> bool:
        may_be_one_chunk = len(block) > BLOCK + LONG_CHUNK
        return may_be_one_chunk or self._own.work >= ENOUGH_WORK


class Tiktoken:
    """tiktoken over ranks that it is given, so that it neither reads its cache nor downloads."""

    def __init__(
        self,
        name: str,
        pattern: str,
        ranks: Callable[[], dict[bytes, int]],
        split: Callable[[str], list[str]],
    ) -> None:
        self._name, self._pattern, self._ranks, self._split = name, pattern, ranks, split

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text."""
        return [sum(len(self.encode_block(b)) for b in blocks(text, BLOCK)) for text in texts]

    def encode(self, text: str) -> list[int]:
        """The ids of a text's tokens."""
        return list(chain.from_iterable(map(self.encode_block, blocks(text, BLOCK))))

    def token(self, number: int) -> bytes:
        """The token of an id."""
        return self._by_pattern.decode_single_token_bytes(number)

    def chunks(self, text: str) -> list[str]:
        """The chunks of the pre-split."""
        return self._split(text)

    def encode_block(self, block: str) -> list[int]:
        """The ids of a block; very long white space never meets tiktoken's pattern engine."""
        if _longest_space(block) > LONG_SPACE:
            return self._encode_chunks(block)
        try:
            return self._by_pattern.encode_ordinary(block)
        except BaseException as panic:  # a Rust panic is no Exception, and its class has no name
            if type(panic).__name__ != "PanicException":
                raise
            return self._encode_chunks(block)

    def _encode_chunks(self, block: str) -> list[int]:
        """Cut by our own splitter, and merged by tiktoken."""
        encode = self._by_chunk.encode_ordinary
        return list(chain.from_iterable(map(encode, self._split(block))))

    @cached_property
    def _by_pattern(self) -> Encoding:
        return self._encoding(self._pattern)

    @cached_property
    def _by_chunk(self) -> Encoding:
        """An encoder that takes any text for one chunk."""
        return self._encoding("(?s).+")

    def _encoding(self, pattern: str) -> Encoding:
        try:
            from tiktoken import Encoding
        except Exception as broken:
            raise CounterError(
                f"tiktoken cannot be imported ({broken}): install it again"
            ) from broken
        return Encoding(
            self._name, pat_str=pattern, mergeable_ranks=self._ranks(), special_tokens={}
        )


def _longest_space(block: str) -> int:
    """The length of the longest run of white space, or 0 where no run can be a long one."""
    if len(block) <= LONG_SPACE:
        return 0
    return max(map(len, re.findall(r"\s+", block)), default=0)


@cache
def toktok() -> BatchCount | None:
    """The count of toktok-rs for a batch of texts, or None without the version that is proven.

    A call costs as much as 10 KB of counting. More threads gain nothing; processes do. One that is
    broken is as good as none: what it would have counted another engine counts.
    """
    if not version_of("toktok-rs").startswith(PROVEN_TOKTOK):
        return None
    try:
        batch_count = import_module("toktok").batch_count
    except Exception:
        return None
    return lambda texts, name: batch_count(texts, name, threads=1) if texts else []


PROVEN_TOKTOK = "0.3."
"""The versions of toktok-rs whose counts were compared with tiktoken's."""

_UNPROVEN_RANGES = (
    "17F 88F C5C CDC 1ACF-1ADD 1AE0-1AEB A7CE-A7CF A7D2 A7D4 A7F1 10940-10959 10EC5-10EC7 "
    "10EFA-10EFB 11B60-11B67 11DB0-11DDB 11DE0-11DE9 16EA0-16EB8 16EBB-16ED3 16FF2-16FF6 "
    "187F8-187FF 18D09-18D1E 18D80-18DF2 1E6C0-1E6DE 1E6E0-1E6F5 1E6FE-1E6FF 2B73A-2B73F "
    "2CEA2-2CEAD 323B0-33479"
)
"""Where toktok-rs 0.3 and tiktoken 0.14 differ: characters that are new in Unicode 17, and the long
s, which ends a contraction for one of them only. Found by comparing every code point in every
place of both patterns (``tests/counters/test_engines.py``)."""


def is_proven(text: str) -> bool:
    """Whether toktok-rs is proven to count this text as tiktoken does."""
    return text.isascii() or unproven_characters().isdisjoint(text)


@cache
def unproven_characters() -> frozenset[str]:
    """The characters that toktok-rs is not asked about."""
    characters: set[str] = set()
    for part in _UNPROVEN_RANGES.split():
        first, _, last = part.partition("-")
        characters.update(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return frozenset(characters)
