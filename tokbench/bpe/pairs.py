"""What training, encoding and the model file share: a pair of symbols, and a merge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Pair: TypeAlias = tuple[bytes, bytes]
"""Two neighbouring symbols. A symbol is its bytes: part of a character, a character, a token."""


@dataclass(frozen=True, slots=True)
class Merge:
    """One step of training: two symbols that became one token.

    Attributes:
        left: The left symbol.
        right: The right symbol.
        count: How often the pair occurred in the training text when it was chosen.
    """

    left: bytes
    right: bytes
    count: int

    @property
    def pair(self) -> Pair:
        """The two symbols."""
        return self.left, self.right

    @property
    def token(self) -> bytes:
        """The token that they became."""
        return self.left + self.right
