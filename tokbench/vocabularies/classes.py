"""The class of every character, as tiktoken's pattern engine sees it.

The split patterns ask of a character only whether it is an upper-case letter, a mark, white space
and so on. The answers change with every Unicode version, and the running Python's own may be years
older or newer than tiktoken's. So the answers were asked of tiktoken's engine once
(:mod:`tokbench.vocabularies.make`) and stand in ``classes.txt``.

:func:`mapped` writes one representative of its class for every character. Over a mapped text a
small pattern of the standard library's ``re`` finds what tiktoken finds in the text itself.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from tokbench.vocabularies.data_files import damaged, path_of

FILE = "classes.txt"
HEADER = "tokbench character classes 1"

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
"""ASCII characters stand for themselves, so an ASCII text is its own mapping. For the classes that
ASCII lacks a character stands in that can be told apart in a text of one byte a character."""

END = 0x110000


def mapped(text: str) -> str:
    """The text with every character replaced by the representative of its class."""
    return text if text.isascii() else text.translate(_table())


def parse(listing: str) -> str:
    """The representatives of all code points in order, from the listing in ``classes.txt``.

    Raises:
        ValueError: The listing is not whole.
    """
    header, *lines = listing.splitlines()
    if header != HEADER:
        raise ValueError("not a listing of character classes")
    runs = [(int(start, 16), name) for start, name in map(str.split, lines)]
    if runs[0][0] != 0 or runs[-1] != (END, "end"):
        raise ValueError("the listing is cut off")
    ascii_itself = "".join(map(chr, range(128)))
    everything = "".join(
        REPRESENTATIVES[name] * (end - start) for (start, name), (end, _) in pairwise(runs)
    )
    return ascii_itself + everything[128:]


@cache
def _table() -> str:
    """What ``str.translate`` looks code points up in: a string is quicker there than a dict."""
    path = path_of(FILE)
    try:
        return parse(path.read_text(encoding="ascii"))
    except (OSError, ValueError, LookupError) as fault:
        raise damaged(path, fault) from fault
