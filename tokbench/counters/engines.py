"""The engines that count an encoding of OpenAI; each of them gives the same count.

tiktoken defines the right count, and takes half a second to load. Our own encoder has counted a
small payload by then. toktok-rs, where it is installed, counts large texts ten times as fast as
tiktoken; it is used only for texts for which it is proven to agree.

Long texts are counted in blocks, so that the tokens of a whole text are never in memory at once.
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
from tokbench.progress import moving
from tokbench.text import well_formed
from tokbench.vocabularies import definition, load

if TYPE_CHECKING:
    from tiktoken import Encoding

BLOCK_SIZE = 1 << 15
"""Characters that are counted at once."""

BLOCK_OVERRUN = 1 << 13
"""A block that is longer by this has no place where a pre-token surely ends, so it may be a single
one, and our own encoder takes seconds for a pre-token of a million letters."""

MAX_SPACE_RUN = 100_000
"""The longest run of whitespace for tiktoken's pattern engine, which panics at a million."""

ENOUGH_WORK = 3_000_000
"""The work of our own encoder, as it measures it, from which loading tiktoken saves time. Text that
repeats itself is hardly any work: for such text our own encoder is faster at any length."""

ENOUGH_TEXT = 3_000_000
"""The characters, of any kind, from which loading toktok-rs saves time."""

TOKTOK_BLOCK = 1 << 20
"""The most characters of one text for toktok-rs, which makes two copies of it."""

BatchCount = Callable[[Sequence[str], str], list[int]]
"""Texts and the name of an encoding in, the number of tokens of each text out."""


class Engine(Protocol):
    """What counts for an :class:`~tokbench.counters.openai.EncodingCounter`."""

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text."""

    def encode(self, text: str) -> list[int]:
        """The ids of a text's tokens."""

    def token(self, number: int) -> bytes:
        """The token of an id."""

    def pre_tokens(self, text: str) -> list[str]:
        """The pre-tokens of a text."""


class Embedded:
    """An embedded encoding, counted by the engine that is expected to finish first.

    From :data:`ENOUGH_TEXT` characters toktok-rs counts, where it is installed and proven for the
    text. Otherwise our own encoder counts, and from :data:`ENOUGH_WORK` tiktoken. Characters and
    work are added up over all calls, so a wrong guess costs at most the time to load an engine.
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
            return [self._count(text) for text in moving(texts)]
        short = [well_formed(text) for text in texts if len(text) <= TOKTOK_BLOCK]
        batch = iter(self._by_toktok(fast, short))
        return [
            next(batch)
            if len(text) <= TOKTOK_BLOCK
            else sum(self._by_toktok(fast, [block])[0] for block in blocks(text, TOKTOK_BLOCK))
            for text in moving(texts)
        ]

    def encode(self, text: str) -> list[int]:
        """The ids of a text's tokens."""
        return list(chain.from_iterable(map(self._encode_block, blocks(text, BLOCK_SIZE))))

    def token(self, number: int) -> bytes:
        """The token of an id."""
        return self._own.decode_bytes([number])

    def pre_tokens(self, text: str) -> list[str]:
        """The pre-tokens of a text."""
        return self._own.pre_tokens(text)

    def _by_toktok(self, fast: BatchCount, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text: by one call for those that toktok-rs is proven for.

        The texts have no surrogates, which toktok-rs does not take.
        """
        proven = [is_proven(text) for text in texts]
        asked = [text for text, is_sure in zip(texts, proven, strict=True) if is_sure]
        counts = iter(fast(asked, self._name))
        return [
            next(counts) if is_sure else self._count(text)
            for text, is_sure in zip(texts, proven, strict=True)
        ]

    def _count(self, text: str) -> int:
        return sum(map(self._count_block, blocks(text, BLOCK_SIZE)))

    def _count_block(self, block: str) -> int:
        if self._is_for_tiktoken(block):
            return len(self._tiktoken.encode_block(block))
        return self._own.count(block)

    def _encode_block(self, block: str) -> list[int]:
        if self._is_for_tiktoken(block):
            return self._tiktoken.encode_block(block)
        return self._own.encode(block)

    def _is_for_tiktoken(self, block: str) -> bool:
        may_be_one_pre_token = len(block) > BLOCK_SIZE + BLOCK_OVERRUN
        return may_be_one_pre_token or self._own.work >= ENOUGH_WORK


class Tiktoken:
    """tiktoken with ranks that we pass to it, so that it reads no cache and downloads nothing."""

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
        return [
            sum(len(self.encode_block(block)) for block in blocks(text, BLOCK_SIZE))
            for text in moving(texts)
        ]

    def encode(self, text: str) -> list[int]:
        """The ids of a text's tokens."""
        return list(chain.from_iterable(map(self.encode_block, blocks(text, BLOCK_SIZE))))

    def token(self, number: int) -> bytes:
        """The token of an id."""
        return self._by_pattern.decode_single_token_bytes(number)

    def pre_tokens(self, text: str) -> list[str]:
        """The pre-tokens of a text."""
        return self._split(text)

    def encode_block(self, block: str) -> list[int]:
        """The ids of a block; very long whitespace is kept from tiktoken's pattern engine."""
        if _longest_space(block) > MAX_SPACE_RUN:
            return self._encode_pre_tokens(block)
        try:
            return self._by_pattern.encode_ordinary(block)
        except BaseException as panic:  # a Rust panic is no Exception; its class has no module
            if type(panic).__name__ != "PanicException":
                raise
            return self._encode_pre_tokens(block)

    def _encode_pre_tokens(self, block: str) -> list[int]:
        """The ids of a block: our own splitter splits it, and tiktoken merges."""
        encode = self._by_pre_token.encode_ordinary
        return list(chain.from_iterable(map(encode, self._split(block))))

    @cached_property
    def _by_pattern(self) -> Encoding:
        return self._encoding(self._pattern)

    @cached_property
    def _by_pre_token(self) -> Encoding:
        """An encoder that takes any text as one pre-token."""
        return self._encoding("(?s).+")

    def _encoding(self, pattern: str) -> Encoding:
        try:
            from tiktoken import Encoding
        except Exception as broken:
            raise CounterError(
                f"tiktoken cannot be imported ({broken})", hint="install it again"
            ) from broken
        return Encoding(
            self._name, pat_str=pattern, mergeable_ranks=self._ranks(), special_tokens={}
        )


def _longest_space(block: str) -> int:
    """The length of the longest run of whitespace, or 0 where none can be too long."""
    if len(block) <= MAX_SPACE_RUN:
        return 0
    return max(map(len, re.findall(r"\s+", block)), default=0)


@cache
def toktok() -> BatchCount | None:
    """The function of toktok-rs that counts a batch of texts.

    None if it cannot be imported, or is not of the version that was proven. A call takes as long as
    counting 10 KB. More threads do not make it faster; more processes do.
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
s, which only one of them takes as the end of a contraction. Found by comparing every code point in
every place of both patterns (``tests/counters/test_engines.py``)."""


def is_proven(text: str) -> bool:
    """Whether toktok-rs is proven to count a text as tiktoken does."""
    return text.isascii() or unproven_characters().isdisjoint(text)


@cache
def unproven_characters() -> frozenset[str]:
    """The characters that are kept from toktok-rs."""
    characters: set[str] = set()
    for part in _UNPROVEN_RANGES.split():
        first, _, last = part.partition("-")
        characters.update(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return frozenset(characters)
