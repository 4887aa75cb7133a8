r"""The pre-split: cutting a text into the chunks that no token crosses.

A production tokenizer cuts a text by a pattern first, and byte-pair encoding then works inside each
chunk. Here are the patterns of o200k_base, cl100k_base and GPT-2 (which r50k_base and p50k_base
share) for the standard library's ``re``, and GPT-2's without its rules for English contractions.

The published patterns name Unicode classes such as ``\p{Lu}``, which ``re`` lacks. So a pattern
runs over the text as :func:`~tokbench.vocabularies.classes.mapped` writes it, one representative
for all characters of a class, and chunks are cut from the original. The alternatives of o200k_base
are sorted by their first character, so that ``re`` can pass over most of them by one look.

A surrogate that is half of no pair is no character: it counts as U+FFFD, as in tiktoken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, pairwise

from tokbench.errors import UnknownNameError
from tokbench.text import well_formed
from tokbench.vocabularies.classes import mapped

Splitter = Callable[[str], list[str]]
"""Text in, chunks out; joined, the chunks are the text again."""

_SPACES = r" \t\n\x0b\x0c\r"
_LETTERS = "A-Za-zßª"

_SPACE = f"[{_SPACES}]"
_LETTER = f"[{_LETTERS}]"
_DIGIT = "[0-9]"
_SYMBOL = f"[^{_SPACES}{_LETTERS}0-9]"
_OPENER = rf"[^\r\n{_LETTERS}0-9]"  # one of these may open a word: a space, a quote, a dash
_UPPER = "[A-Zª¨]"  # letters without case and marks pass for upper case, and for lower case too
_LOWER = "[a-zßª¨]"
_SPACES_BUT_LAST = f"{_SPACE}+(?![^{_SPACES}])"  # the last one opens what follows, if anything does
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
        f"{_UPPER}*{_LOWER}++{_END}",  # a word that a letter without case or a mark begins
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
"""Where a chunk ends under every pattern here, whatever stands further away: behind a letter or
digit that neither a letter, digit, mark nor apostrophe follows; between a symbol and a blank or
tab; and behind a single line feed that neither white space nor a slash follows."""

_WINDOW = 4096

_BEFORE_SYMBOL = r"(?=[\x00-&(-/:-@\[-`{-\x7f])"
_SEGMENT = re.compile(
    rf"[^A-Za-z0-9]*+[A-Za-z0-9]++{_BEFORE_SYMBOL}|.*?[A-Za-z0-9]{_BEFORE_SYMBOL}|.+", re.S
)


@cache
def splitter(name: str) -> Splitter:
    """The function that cuts a text by a pattern, one of :data:`NAMES`.

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
    """Cut a text into parts of at least ``size`` characters (from 1), never inside a chunk.

    What is counted part by part is counted right, and only one part's tokens live at a time. A
    single chunk is never cut, so a part may be longer than asked for.
    """
    text = well_formed(text)
    start = 0
    while start < len(text):
        end = _border(text, start + size)
        yield text[start:end]
        start = end


def segments(text: str) -> list[str]:
    """Cut a text at the borders that plain ASCII shows: behind a letter or digit, before a symbol.

    A part holds about three chunks, such as ``": "Berlin``, and no chunk crosses its ends. The cuts
    are found without mapping and in a third of the time that the chunks take, and the parts recur
    nearly as often, so that counts are best remembered for them.
    """
    found: list[str] = _SEGMENT.findall(text)
    return found


def _border(text: str, start: int) -> int:
    """The first place from ``start`` on where a chunk ends for sure, or the text's end."""
    for place in range(start - 1, len(text), _WINDOW):
        before = max(place - 1, 0)  # a border depends on a character on either side
        window = mapped(text[before : place + _WINDOW + 1])
        found = _BORDER.search(window, place - before)
        if found:
            return before + found.end()
    return len(text)
