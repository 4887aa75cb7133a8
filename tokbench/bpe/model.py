"""A trained tokenizer: encode, decode, and the three tables that it consists of.

Encoding repeats training: of all pairs in a pre-token, the one that was learned first is merged,
the leftmost first, until no learned pair is left. That does not always give the fewest tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from os import PathLike

from tokbench.bpe import model_file
from tokbench.bpe.bounded_cache import TOKENS_SIZE, BoundedCache
from tokbench.bpe.merging import NEVER, merge
from tokbench.bpe.pairs import Merge, Pair
from tokbench.bpe.pre_tokenizers import PreTokenizer
from tokbench.errors import UsageError
from tokbench.progress import moving


class Model:
    """Text to tokens and back.

    >>> from tokbench.bpe import train
    >>> model = train("low lower lowest", 3)
    >>> model.encode("lower")
    [257, 101, 114]
    >>> model.decode([257, 101, 114])
    'lower'
    >>> model.tokens("lower")
    ['low', 'e', 'r']
    >>> model.count("lower")
    3

    Attributes:
        pre_tokenizer: How a text is split before merging.
        alphabet: The symbols that merging starts from; they have the first ids.
        merges: What training learned, in order: the index of a merge is its rank.
        by_id: The token of every id: the alphabet, then one token a merge.
        vocabulary: The id of every token.
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
        self._encoded = BoundedCache(self._encode_pre_token, TOKENS_SIZE).__getitem__

    def encode(self, text: str) -> list[int]:
        """The ids of the text's tokens. Special tokens in text are ordinary text.

        Raises:
            UsageError: A character outside the alphabet of a character model has no id.
        """
        try:
            return [self.vocabulary[token] for token in self.token_bytes(text)]
        except KeyError as error:
            shown = self.shown(error.args[0])
            raise UsageError(
                f"no id for {shown!r} (U+{ord(shown):04X}), which is not in the training text",
                hint="tokens() and count() accept it, and the pre-tokenizer gpt2 has ids for all",
            ) from None

    def decode(self, ids: Iterable[int]) -> str:
        """The text of the ids; bytes that form no character become ``�``.

        A pre-tokenizer that forgets whitespace gives the words with one space between them.

        Raises:
            UsageError: There is no such id.
        """
        return self.pre_tokenizer.text([self._token(number) for number in ids])

    def tokens(self, text: str) -> list[str]:
        """The text's tokens as they are shown.

        Bytes that form no character are shown as ``�`` (:meth:`token_bytes` has the bytes), and a
        symbol outside the alphabet as itself.
        """
        return [self.shown(token) for token in self.token_bytes(text)]

    def token_bytes(self, text: str) -> list[bytes]:
        """The text's tokens as bytes."""
        return list(chain.from_iterable(map(self._encoded, self.pre_tokens(text))))

    def count(self, text: str) -> int:
        """The number of the text's tokens."""
        return sum(map(len, map(self._encoded, moving(self.pre_tokens(text)))))

    def pre_tokens(self, text: str) -> list[str]:
        """The pre-tokens of the text: no token crosses their borders."""
        return self.pre_tokenizer.pre_tokens(text)

    def shown(self, token: bytes) -> str:
        """A token as it is shown: as text, where bytes that form no character become ``�``."""
        return self.pre_tokenizer.spelled(token).decode(errors="replace")

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model as a text file, completely or not at all.

        Raises:
            ModelFileError: The file cannot be written.
        """
        model_file.write(path, self.pre_tokenizer, self.alphabet, self.merges)

    def _encode_pre_token(self, pre_token: str) -> tuple[bytes, ...]:
        return tuple(merge(self.pre_tokenizer.symbols(pre_token), self._rank))

    def _rank(self, left: bytes, right: bytes) -> int:
        return self.ranks.get((left, right), NEVER)

    def _token(self, number: int) -> bytes:
        if not 0 <= number < len(self.by_id):
            raise UsageError(f"no token has the id {number}: the last id is {len(self.by_id) - 1}")
        return self.by_id[number]


def load(path: str | PathLike[str]) -> Model:
    """Read a model that :meth:`Model.save` wrote.

    >>> from tempfile import TemporaryDirectory
    >>> from tokbench.bpe import train
    >>> with TemporaryDirectory() as folder:
    ...     train("low lower lowest", merges=3).save(f"{folder}/low.bpe")
    ...     load(f"{folder}/low.bpe").tokens("low lower")
    ['low', ' low', 'e', 'r']

    Raises:
        ModelFileError: The file cannot be read, is damaged, from a later version, or not a model.
    """
    return Model(*model_file.read(path))
