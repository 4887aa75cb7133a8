"""Tokenizers that tokbench trained: ``bpe:FILE``, or ``bpe`` for a small one inside the package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tokbench.counters import Scheme, Token
from tokbench.result import CounterInfo

if TYPE_CHECKING:
    from tokbench.bpe.model import Model


@dataclass(frozen=True, slots=True)
class TrainedCounter:
    """A counter over a model file.

    Attributes:
        name: The counter's name.
        model: The tokenizer.
        vocabulary_sha256: The hash of the model file, which has the vocabulary and nothing else.
    """

    name: str
    model: Model
    vocabulary_sha256: str

    @property
    def info(self) -> CounterInfo:
        """The notes say that no provider bills by it, and what its pre-tokenizer loses."""
        notes = ["a vocabulary of its own, which no provider bills by"]
        cut = self.model.pre_tokenizer
        if not cut.keeps_whitespace:
            notes.append(f"pre-tokenizer {cut.name}: {cut.summary}")
        return CounterInfo(self.name, "exact", self.vocabulary_sha256, tuple(notes))

    def count(self, text: str) -> int:
        """The number of tokens of a text; what spells a special token is ordinary text."""
        return self.model.count(text)

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text; a symbol that is not in the vocabulary has no id."""
        spelled, ids = self.model.pre_tokenizer.spelled, self.model.vocabulary
        return [Token(ids.get(token), spelled(token)) for token in self.model.token_bytes(text)]

    def pre_tokens(self, text: str) -> list[str]:
        """The parts that the pre-tokenizer splits a text into."""
        return self.model.pre_tokens(text)


def _make(rest: str) -> TrainedCounter:
    """The counter over a model file, or over the small model where no file is named.

    Raises:
        ModelFileError: The file cannot be read, is damaged, or is no model.
    """
    from hashlib import sha256

    from tokbench.bpe.model import load
    from tokbench.bpe.small import PATH

    path = Path(rest) if rest else PATH
    model = load(path)
    name = f"bpe:{rest}" if rest else "bpe"
    return TrainedCounter(name, model, sha256(path.read_bytes()).hexdigest())


SCHEMES: Final = (
    Scheme(
        "bpe",
        "exact",
        "a model file that tokbench trained, or without FILE a small one in the package",
        _make,
        "FILE",
    ),
)
