"""The counter over a tokenizer of another library, and what a tokenizer may lose of a text."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from tokbench.errors import CounterError, ModelFileError, UsageError
from tokbench.result import CounterInfo
from tokbench.text import well_formed

_SAME_BUT_FOR_WHITESPACE: Final = (["a\nb", "a b"], ["a  b", "a b"], ["a\n\n    b", "a\nb"])
"""Pairs of texts that have the same ids only where whitespace is dropped or merged."""

_RARE_CHARACTERS: Final = ["é", "漢", "𓀀", "🦜"]
"""Characters that many vocabularies lack."""


@dataclass
class LocalCounter:
    """A counter over a tokenizer that runs in this process.

    Attributes:
        name: The counter's name.
        vocabulary_sha256: The hash of the tokenizer's file.
        encode: Texts without surrogates in, the ids of each out; it adds no special tokens.
        unknown_id: The id for text that the tokenizer does not know, or None.
        met_unknown: Whether a text that was counted has this id.
    """

    name: str
    vocabulary_sha256: str
    encode: Callable[[list[str]], list[list[int]]]
    unknown_id: int | None = None
    met_unknown: bool = field(default=False, init=False)

    @property
    def info(self) -> CounterInfo:
        """The notes say what makes counts too low here: whitespace or characters that are lost."""
        found = list(self._losses)
        if self.met_unknown:
            found.append("it maps parts of these texts to its unknown token")
        notes = tuple(f"{what}: formats look cheaper than they are" for what in found)
        return CounterInfo(self.name, "exact", self.vocabulary_sha256, notes)

    def count(self, text: str) -> int:
        """The number of tokens of a text.

        Raises:
            CounterError: The tokenizer failed on it.
        """
        return self.count_many([text])[0]

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text.

        Raises:
            CounterError: The tokenizer failed on one of them.
        """
        ids = self._ids([well_formed(text) for text in texts])
        if self.unknown_id is not None and any(self.unknown_id in found for found in ids):
            self.met_unknown = True
        return [len(found) for found in ids]

    def _ids(self, texts: list[str]) -> list[list[int]]:
        try:
            return self.encode(texts)
        except BaseException as error:
            # A panic inside a Rust library is no Exception, and its class cannot be imported.
            if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
                raise
            why = " ".join(str(error).split())
            raise CounterError(f"the tokenizer failed on a text: {why}", place=self.name) from None

    @cached_property
    def _losses(self) -> tuple[str, ...]:
        """What the tokenizer loses of any text, found with texts that show it."""
        found = []
        with suppress(CounterError):  # a tokenizer that fails on these will fail on other texts too
            if any(one == other for one, other in map(self._ids, _SAME_BUT_FOR_WHITESPACE)):
                found.append("it drops or merges whitespace")
            if not all(self._ids(_RARE_CHARACTERS)):
                found.append("it drops characters that it does not know")
        return tuple(found)


def read_tokenizer(name: str, path: str, default_file: str = "") -> tuple[Path, bytes]:
    """The file of a tokenizer and its bytes.

    Args:
        name: The counter's name, for errors.
        path: The path as it was given; a folder means ``default_file`` inside it.
        default_file: The file to look for in a folder, or empty.

    Raises:
        UsageError: No path was given.
        ModelFileError: The file cannot be read.
    """
    if not path:
        raise UsageError(f"{name} needs a path after the colon")
    file = Path(path)
    with suppress(RuntimeError):  # there is no such user: the path is meant as it is written
        file = file.expanduser()  # no shell expands a ~ that follows the colon
    if default_file and file.is_dir():
        file = file / default_file
    try:
        return file, file.read_bytes()
    except OSError as error:
        raise ModelFileError(f"cannot be read: {error.strerror}", place=str(file)) from None


def sha256(data: bytes) -> str:
    """The SHA-256 of a tokenizer's file, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
