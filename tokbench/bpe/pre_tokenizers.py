"""Splitting a text into pre-tokens, and a pre-token into the symbols that merging starts from.

No merge crosses the border of a pre-token, so a text has at least as many tokens as pre-tokens.
There are two families. Byte-level pre-tokenizers (``gpt2``, ``gpt2-basic``) start from the 256
bytes and can therefore encode any text. The others start from the characters of the training text.

Two of those mark the beginning or the end of every word. The mark is the byte ``FF``, which occurs
in no UTF-8 text: so a text that spells ``</w>`` itself comes back, and no token has two meanings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from tokbench.bpe.merging import BYTES
from tokbench.bpe.splitting import splitter
from tokbench.errors import UnknownNameError
from tokbench.text import well_formed

MARK: Final = b"\xff"
_SPACE_AND_WORD: Final = re.compile(" ?[^ ]+| +")


@dataclass(frozen=True, slots=True)
class PreTokenizer:
    """How a text is split before merging, and joined again after decoding.

    Attributes:
        name: Its name in ``train`` and in the model file.
        summary: One line on what it does and which whitespace it forgets.
        pre_tokens: A function from a text to its pre-tokens; joined, they are the text, or its
            words where whitespace is forgotten.
        symbols: A function from a pre-token to the symbols that merging starts from.
        alphabet: The symbols that every model has, besides those of its training text.
        prefix: How the mark before a word is shown, or empty.
        suffix: How the mark after a word is shown, or empty.
    """

    name: str
    summary: str
    pre_tokens: Callable[[str], list[str]]
    symbols: Callable[[str], list[bytes]]
    alphabet: tuple[bytes, ...] = ()
    prefix: str = ""
    suffix: str = ""

    @property
    def keeps_whitespace(self) -> bool:
        """Whether decoding gives back the same text; else its words with one space between."""
        return not (self.prefix or self.suffix)

    def spelled(self, token: bytes) -> bytes:
        """The bytes of a token, with the mark as it is shown."""
        if self.keeps_whitespace:
            return token
        return token.replace(MARK, (self.prefix or self.suffix).encode())

    def text(self, tokens: Iterable[bytes]) -> str:
        """The text of the tokens; bytes that form no character become ``�``."""
        whole = b"".join(tokens)
        if not self.keeps_whitespace:
            whole = whole.replace(MARK, b" ")
            whole = whole.removeprefix(b" ") if self.prefix else whole.removesuffix(b" ")
        return whole.decode(errors="replace")


def get(name: str) -> PreTokenizer:
    """The pre-tokenizer of a name.

    >>> get("metaspace").pre_tokens("low  lower")
    ['low', 'lower']

    Raises:
        UnknownNameError: There is none of this name; the message lists those that exist.
    """
    if name not in PRE_TOKENIZERS:
        raise UnknownNameError("pre-tokenizer", name, PRE_TOKENIZERS)
    return PRE_TOKENIZERS[name]


def _gpt2(text: str) -> list[str]:
    return splitter("gpt2")(text)


def _gpt2_basic(text: str) -> list[str]:
    return splitter("gpt2-basic")(text)


def _spaces_and_words(text: str) -> list[str]:
    pre_tokens: list[str] = _SPACE_AND_WORD.findall(well_formed(text))
    return pre_tokens


def _words(text: str) -> list[str]:
    return well_formed(text).split()


def _bytes(pre_token: str) -> list[bytes]:
    return [BYTES[byte] for byte in pre_token.encode()]


def _characters(pre_token: str) -> list[bytes]:
    return [character.encode() for character in pre_token]


def _marked_after(pre_token: str) -> list[bytes]:
    return [*_characters(pre_token), MARK]


def _marked_before(pre_token: str) -> list[bytes]:
    return [MARK, *_characters(pre_token)]


_FORGETS: Final = "forgets which whitespace was between words"

PRE_TOKENIZERS: Final = {
    pre_tokenizer.name: pre_tokenizer
    for pre_tokenizer in (
        PreTokenizer(
            "gpt2",
            "bytes; GPT-2's split into words, numbers, punctuation and whitespace",
            _gpt2,
            _bytes,
            alphabet=BYTES,
        ),
        PreTokenizer(
            "gpt2-basic",
            "bytes; GPT-2's split without its rules for English contractions",
            _gpt2_basic,
            _bytes,
            alphabet=BYTES,
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
            _marked_after,
            alphabet=(MARK,),
            suffix="</w>",
        ),
        PreTokenizer(
            "metaspace",
            f"characters; words that begin with ▁; {_FORGETS}",
            _words,
            _marked_before,
            alphabet=(MARK,),
            prefix="▁",
        ),
    )
}
"""The five pre-tokenizers by name."""
