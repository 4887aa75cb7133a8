"""A trained tokenizer: encode, decode, and the three tables that it consists of.

Encoding is training replayed: of all pairs in a chunk, the one that was learned first is merged,
the leftmost first, until no learned pair is left. The fewest tokens is not the rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Final

from tokbench.bpe import model_file
from tokbench.bpe.merging import NEVER, merge
from tokbench.bpe.pairs import Merge, Pair
from tokbench.bpe.pre_tokenizers import PreTokenizer
from tokbench.errors import UsageError

_REMEMBERED: Final = 50_000
"""Chunks that are remembered: at most some 10 MB."""

_LONG: Final = 64
"""A chunk of more characters than this is not remembered: it hardly ever comes again."""


class Model:
    """Text to tokens and back.

    >>> from tokbench.bpe import train
    >>> model = train("low lower lowest", merges=3)
    >>> model.tokens("a low owl")
    ['a', ' low', ' ', 'o', 'w', 'l']
    >>> model.decode(model.encode("a low owl"))
    'a low owl'

    Attributes:
        pre_tokenizer: How a text is cut before merging.
        alphabet: The symbols that merging starts from; they hold the first ids.
        merges: What training learned, in order: the place of a merge in this table is its rank.
        by_id: The reverse array of the vocabulary: the token of every id.
        vocabulary: The hash map from token to id: the alphabet, then one token a merge.
        ranks: The rank of every learned pair; the lowest is merged first.
    """

    def __init__(
        self, pre_tokenizer: PreTokenizer, alphabet: Iterable[bytes], merges: Iterable[Merge]
    ) -> None:
        self.pre_tokenizer = pre_tokenizer
        self.alphabet = tuple(alphabet)
        self.merges = tuple(merges)
        self.by_id = [*self.alphabet, *(merge.token for merge in self.merges)]
        self.vocabulary = {token: number for number, token in enumerate(self.by_id)}
        self.ranks: dict[Pair, int] = {m.pair: rank for rank, m in enumerate(self.merges)}
        self._memo: dict[str, Sequence[bytes]] = {}

    def encode(self, text: str) -> list[int]:
        """The ids of the text's tokens. Special tokens in text are ordinary text.

        Raises:
            UsageError: A character that a character model never met has no id.
        """
        try:
            return [self.vocabulary[token] for token in self.split(text)]
        except KeyError as error:
            raise UsageError(self._unknown(error.args[0])) from None

    def decode(self, ids: Iterable[int]) -> str:
        """The text of the ids; bytes that are no whole character become ``�``.

        A model that forgets whitespace gives its words with one space between them.

        Raises:
            UsageError: There is no such id.
        """
        return self.pre_tokenizer.text([self._token(number) for number in ids])

    def tokens(self, text: str) -> list[str]:
        """The text's tokens, as text to look at.

        Bytes that are no whole character are shown as ``�`` (:meth:`split` has the bytes), and a
        symbol that training never met as itself.
        """
        return [self.shown(token) for token in self.split(text)]

    def count(self, text: str) -> int:
        """The number of the text's tokens."""
        return sum(len(self._encoded(chunk)) for chunk in self.chunks(text))

    def chunks(self, text: str) -> list[str]:
        """The chunks of the text: no token crosses their borders."""
        return self.pre_tokenizer.chunks(text)

    def split(self, text: str) -> Iterator[bytes]:
        """The text's tokens as bytes."""
        for chunk in self.chunks(text):
            yield from self._encoded(chunk)

    def shown(self, token: bytes) -> str:
        """A token as text to look at; bytes that are no whole character become ``�``."""
        return self.pre_tokenizer.spelled(token).decode(errors="replace")

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model as a text file; it appears whole or not at all.

        Raises:
            ModelFileError: The file cannot be written.
        """
        model_file.write(path, self.pre_tokenizer, self.alphabet, self.merges)

    def _encoded(self, chunk: str) -> Sequence[bytes]:
        """The tokens of one chunk: texts repeat their chunks, so they are remembered."""
        known = self._memo.get(chunk)
        if known is None:
            known = merge(self.pre_tokenizer.symbols(chunk), self._rank)
            if len(chunk) <= _LONG and len(self._memo) < _REMEMBERED:
                self._memo[chunk] = known
        return known

    def _rank(self, left: bytes, right: bytes) -> int:
        return self.ranks.get((left, right), NEVER)

    def _token(self, number: int) -> bytes:
        if not 0 <= number < len(self.by_id):
            raise UsageError(f"no token has the id {number}: the last id is {len(self.by_id) - 1}")
        return self.by_id[number]

    def _unknown(self, symbol: bytes) -> str:
        shown = self.shown(symbol)
        return (
            f"no id for {shown!r} (U+{ord(shown):04X}), which training never met: tokens() and "
            "count() take it, and a model with the pre-tokenizer gpt2 has ids for every text"
        )


def load(path: str | PathLike[str]) -> Model:
    """Read a model that :meth:`Model.save` wrote.

    >>> from tempfile import TemporaryDirectory
    >>> from tokbench.bpe import train
    >>> with TemporaryDirectory() as folder:
    ...     train("low lower lowest", merges=3).save(f"{folder}/low.bpe")
    ...     load(f"{folder}/low.bpe").tokens("low lower")
    ['low', ' low', 'e', 'r']

    Raises:
        ModelFileError: The file cannot be read, is damaged, from a later version, or no model.
    """
    return Model(*model_file.read(path))
