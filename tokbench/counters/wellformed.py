"""Text that no UTF-8 can hold, made countable."""

from __future__ import annotations


def well_formed(text: str) -> str:
    """The text as a program would send it: no surrogate code points.

    Two halves of a pair become the character that they spell, and a lone half becomes U+FFFD, as
    tiktoken has it; so every text has a count. A text without surrogates comes back as it is.
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
