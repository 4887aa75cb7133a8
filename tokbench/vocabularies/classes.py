"""The class of every character for tiktoken's pattern engine.

The split patterns test only whether a character is an upper-case letter, a mark, whitespace and so
on. That depends on the version of Unicode, and Python may have another version than tiktoken. So
``classes.txt`` has the classes as tiktoken's engine knows them; it is written by
:mod:`tokbench.vocabularies.make`.

:func:`mapped` replaces every character by a representative of its class. In the result, a small
pattern of the standard library's ``re`` matches where tiktoken's pattern matches in the text.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from tokbench.vocabularies.data_files import damaged, path_of

FILE = "classes.txt"
FIRST_LINE = "tokbench character classes 1"

REPRESENTATIVES = {
    "upper": "A",  # Lu, Lt
    "lower": "a",  # Ll
    "caseless": "ª",  # Lm, Lo
    "mark": "¨",  # M
    "number": "0",  # N
    "space": "\t",  # White_Space
    "long-s": "ß",  # U+017F, a lower-case letter that is an "s" where case is ignored
    "other": ".",
}
"""The character that represents each class. ASCII characters are not replaced, so an ASCII text is
not changed. The classes without an ASCII character are represented by one of Latin-1, so that a
mapped text takes one byte a character."""

END = 0x110000
"""The number of code points."""


def mapped(text: str) -> str:
    """The text with every character beyond ASCII replaced by the representative of its class.

    >>> mapped("Ünïcode: 中文 ½")
    'Anacode: ªª 0'
    """
    return text if text.isascii() else text.translate(_mapping())


def parse(listing: str) -> str:
    """The representatives of all code points in order, from the listing in ``classes.txt``.

    Raises:
        ValueError: The listing is not complete.
        LookupError: It has a class that does not exist, or no line.
    """
    first_line, *lines = listing.splitlines()
    if first_line != FIRST_LINE:
        raise ValueError("not a listing of character classes")
    runs = [(int(start, 16), name) for start, name in map(str.split, lines)]
    if runs[0][0] != 0 or runs[-1] != (END, "end"):
        raise ValueError("the listing is cut off")
    mapping = "".join(
        REPRESENTATIVES[name] * (end - start) for (start, name), (end, _) in pairwise(runs)
    )
    return "".join(map(chr, range(128))) + mapping[128:]


@cache
def _mapping() -> str:
    """The mapping for ``str.translate``, which is faster with a string than with a dict."""
    path = path_of(FILE)
    try:
        return parse(path.read_text(encoding="ascii"))
    except (OSError, ValueError, LookupError) as fault:
        raise damaged(path, fault) from fault
