r"""Pre-tokenization: splitting a text into pre-tokens, which no token crosses.

A production tokenizer first splits a text by a pattern, and then merges inside each pre-token. This
module has the patterns of o200k_base, cl100k_base and GPT-2 (which r50k_base and p50k_base share),
and GPT-2's without its rules for English contractions, all written for the standard library's
``re``.

The published patterns name Unicode classes such as ``\p{Lu}``, which ``re`` lacks. So a pattern
runs over the text as :func:`~tokbench.vocabularies.classes.mapped` writes it, with one
representative for all characters of a class, and pre-tokens are taken from the original text. The
alternatives of o200k_base are arranged by their first character, so that ``re`` can rule out most
of them after one look at it.

A surrogate that is not part of a pair counts as U+FFFD, as in tiktoken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, pairwise

from tokbench.errors import UnknownNameError
from tokbench.progress import along
from tokbench.text import well_formed
from tokbench.vocabularies.classes import mapped

Splitter = Callable[[str], list[str]]
"""A function from a text to its pre-tokens; joined, they are the text again."""

_SPACES = r" \t\n\x0b\x0c\r"
_LETTERS = "A-Za-zßª"

_SPACE = f"[{_SPACES}]"
_LETTER = f"[{_LETTERS}]"
_DIGIT = "[0-9]"
_SYMBOL = f"[^{_SPACES}{_LETTERS}0-9]"
_OPENER = rf"[^\r\n{_LETTERS}0-9]"  # one of these may begin a word: a space, a quote, a dash
_UPPER = "[A-Zª¨]"  # letters without case and marks count as upper case, and as lower case too
_LOWER = "[a-zßª¨]"
_SPACES_BUT_LAST = f"{_SPACE}+(?![^{_SPACES}])"  # the last one belongs to what follows it, if any
_CONTRACTION = "'(?:[sSßdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])"
_END = f"(?:{_CONTRACTION})?"  # of a word

_GPT2_BASIC = [f" ?{_LETTER}++", f" ?{_DIGIT}++", f" ?{_SYMBOL}++", _SPACES_BUT_LAST, _SPACE]

_PATTERNS = {
    "o200k_base": [
        f"[a-zß]{_LOWER}*+{_END}",  # word
        f"[A-Z]{_UPPER}*{_LOWER}++{_END}",  # Word, and HTMLword
        f"[A-Z]++{_END}",  # WORD
        f"{_DIGIT}{{1,3}}+",
        f"{_OPENER}{_UPPER}*{_LOWER}++{_END}",  # -word, -Word
        f"{_UPPER}*{_LOWER}++{_END}",  # a word that begins with a letter without case or a mark
        f"{_OPENER}[A-Z]++{_END}",  # -WORD
        rf" ?{_SYMBOL}++[\r\n/]*+",
        rf"{_SPACE}*[\r\n]++",
        _SPACES_BUT_LAST,
        f"{_SPACE}+",
    ],
    "cl100k_base": [
        _CONTRACTION,
        f"{_OPENER}?{_LETTER}++",
        f"{_DIGIT}{{1,3}}+",
        rf" ?{_SYMBOL}++[\r\n]*+",
        rf"{_SPACE}++\Z",
        rf"{_SPACE}*[\r\n]",
        _SPACES_BUT_LAST,
        _SPACE,
    ],
    "gpt2": ["'(?:[sdmt]|ll|ve|re)", *_GPT2_BASIC],
    "gpt2-basic": _GPT2_BASIC,
}

NAMES = tuple(_PATTERNS)

_BORDER = re.compile(
    rf"[{_LETTERS}0-9](?=[^{_LETTERS}0-9¨'])"
    rf"|[^{_SPACES}{_LETTERS}0-9¨](?=[ \t])"
    rf"|(?<=[^{_SPACES}])\n(?=[^{_SPACES}/])"
)
"""Where a pre-token ends under every pattern here, whatever comes further left or right: after a
letter or digit that no letter, digit, mark or apostrophe follows; between a symbol and a space or
tab; and after a single line feed that neither whitespace nor a slash follows."""

_WINDOW = 4096
"""The characters among which the next border is looked for at once."""

_BEFORE_SYMBOL = r"(?=[\x00-&(-/:-@\[-`{-\x7f])"
_SEGMENT = re.compile(
    rf"[^A-Za-z0-9]*+[A-Za-z0-9]++{_BEFORE_SYMBOL}|.*?[A-Za-z0-9]{_BEFORE_SYMBOL}|.+", re.S
)


@cache
def splitter(name: str) -> Splitter:
    """The function that splits a text by a pattern, one of :data:`NAMES`.

    >>> splitter("o200k_base")("It's 12345 km.")
    ["It's", ' ', '123', '45', ' km', '.']

    Raises:
        UnknownNameError: There is no pattern of this name.
    """
    if name not in _PATTERNS:
        raise UnknownNameError("split pattern", name, NAMES)
    find_all = re.compile("|".join(_PATTERNS[name])).findall

    def split(text: str) -> list[str]:
        found: list[str]
        if text.isascii():
            found = find_all(text)
            return found
        text = well_formed(text)
        found = find_all(mapped(text))
        ends = accumulate(map(len, found), initial=0)
        return [text[start:end] for start, end in pairwise(ends)]

    return split


def blocks(text: str, size: int) -> Iterator[str]:
    """Split a text into blocks of at least ``size`` characters (from 1), never inside a pre-token.

    Counting block by block gives the right count, and only one block's tokens are in memory at a
    time. No pre-token is split, so a block may be longer than ``size``.

    >>> list(blocks("one two three", 5))
    ['one two', ' three']
    """
    text = well_formed(text)
    return iter(along(_blocks(text, size), len, len(text)))


def _blocks(text: str, size: int) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = _border(text, start + size)
        yield text[start:end]
        start = end


def segments(text: str) -> list[str]:
    """Split a text after each ASCII letter or digit that an ASCII symbol or space follows.

    A segment holds about three pre-tokens, and no pre-token crosses its ends. Segments are found in
    a third of the time that pre-tokens take, and recur nearly as often: so they, and not the
    pre-tokens, are what counts are cached for.

    >>> segments('{"city": "Berlin", "n": 1}')
    ['{"city', '": "Berlin', '", "n', '": 1', '}']
    """
    found: list[str] = _SEGMENT.findall(text)
    return found


def _border(text: str, start: int) -> int:
    """The first place from ``start`` on that is certainly a pre-token's end, or the text's end."""
    for place in range(start - 1, len(text), _WINDOW):
        before = max(place - 1, 0)  # a border depends on a character on either side
        window = mapped(text[before : place + _WINDOW + 1])
        found = _BORDER.search(window, place - before)
        if found:
            return before + found.end()
    return len(text)
