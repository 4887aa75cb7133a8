"""Cutting a text into chunks, and a chunk into the symbols that merging starts from.

No merge crosses the border of a chunk, so the pre-tokenizer sets a floor under the number of
tokens. Two families are here. Byte models (``gpt2``, ``gpt2-basic``) start from the 256 bytes and
can therefore encode any text. Character models start from the characters that training met.

Two of the character models tag every word with a mark. The mark is the byte ``FF``, which stands in
no UTF-8 text: so a text that spells ``</w>`` itself stays a text, and no token has two meanings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from tokbench.bpe.splitting import splitter
from tokbench.errors import UnknownNameError
from tokbench.text import well_formed

MARK: Final = b"\xff"
_BYTES: Final = tuple(bytes([number]) for number in range(256))
_SPACE_AND_WORD: Final = re.compile(" ?[^ ]+| +")


@dataclass(frozen=True, slots=True)
class PreTokenizer:
    """How a text is cut before merging, and put together again after.

    Attributes:
        name: Its name in ``train`` and in the model file.
        summary: One line on what it does and what it forgets.
        chunks: The rule that cuts a text; put end to end the chunks hold the text, or its words
            where whitespace is forgotten.
        symbols: The rule that cuts a chunk into the first symbols.
        alphabet: The symbols that every model has, before training adds those that it meets.
        prefix: How the mark in front of a word is shown, or empty.
        suffix: How the mark behind a word is shown, or empty.
    """

    name: str
    summary: str
    chunks: Callable[[str], list[str]]
    symbols: Callable[[str], list[bytes]]
    alphabet: tuple[bytes, ...] = ()
    prefix: str = ""
    suffix: str = ""

    @property
    def keeps_whitespace(self) -> bool:
        """Whether decoding gives back the very text; else its words with one space between."""
        return not (self.prefix or self.suffix)

    def spelled(self, token: bytes) -> bytes:
        """The bytes of a token, with the mark spelled out as people know it."""
        if self.keeps_whitespace:
            return token
        return token.replace(MARK, (self.prefix or self.suffix).encode())

    def text(self, tokens: Iterable[bytes]) -> str:
        """The text that the tokens hold; bytes that are no whole character become ``�``."""
        whole = b"".join(tokens)
        if not self.keeps_whitespace:
            whole = whole.replace(MARK, b" ")
            whole = whole.removeprefix(b" ") if self.prefix else whole.removesuffix(b" ")
        return whole.decode(errors="replace")


def get(name: str) -> PreTokenizer:
    """The pre-tokenizer of that name.

    Raises:
        UnknownNameError: There is none; the message lists what exists.
    """
    if name not in PRE_TOKENIZERS:
        raise UnknownNameError("pre-tokenizer", name, PRE_TOKENIZERS)
    return PRE_TOKENIZERS[name]


def _gpt2(text: str) -> list[str]:
    return splitter("gpt2")(text)


def _gpt2_basic(text: str) -> list[str]:
    return splitter("gpt2-basic")(text)


def _spaces_and_words(text: str) -> list[str]:
    chunks: list[str] = _SPACE_AND_WORD.findall(well_formed(text))
    return chunks


def _words(text: str) -> list[str]:
    return well_formed(text).split()


def _bytes(chunk: str) -> list[bytes]:
    return [_BYTES[number] for number in chunk.encode()]


def _characters(chunk: str) -> list[bytes]:
    return [character.encode() for character in chunk]


def _marked_behind(chunk: str) -> list[bytes]:
    return [*_characters(chunk), MARK]


def _marked_in_front(chunk: str) -> list[bytes]:
    return [MARK, *_characters(chunk)]


_FORGETS: Final = "forgets which whitespace stood between words"

PRE_TOKENIZERS: Final = {
    pre_tokenizer.name: pre_tokenizer
    for pre_tokenizer in (
        PreTokenizer(
            "gpt2",
            "bytes; GPT-2's split into words, numbers, punctuation and whitespace",
            _gpt2,
            _bytes,
            alphabet=_BYTES,
        ),
        PreTokenizer(
            "gpt2-basic",
            "bytes; GPT-2's split without its rules for English contractions",
            _gpt2_basic,
            _bytes,
            alphabet=_BYTES,
        ),
        PreTokenizer(
            "leading-space",
            "characters; a word with the space in front of it, or a run of spaces",
            _spaces_and_words,
            _characters,
        ),
        PreTokenizer(
            "end-of-word",
            f"characters; words that end in </w>; {_FORGETS}",
            _words,
            _marked_behind,
            alphabet=(MARK,),
            suffix="</w>",
        ),
        PreTokenizer(
            "metaspace",
            f"characters; words that begin with ▁; {_FORGETS}",
            _words,
            _marked_in_front,
            alphabet=(MARK,),
            prefix="▁",
        ),
    )
}
"""The five pre-tokenizers by name."""
