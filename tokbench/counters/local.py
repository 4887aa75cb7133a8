"""What every tokenizer of another library has in common: texts in, ids out, and what it hides."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from mmap import mmap
from pathlib import Path
from typing import Final

from tokbench.errors import CounterError, ModelFileError, UsageError
from tokbench.result import CounterInfo
from tokbench.text import well_formed

_SAME_BUT_FOR_WHITESPACE: Final = (["a\nb", "a b"], ["a  b", "a b"], ["a\n\n    b", "a\nb"])
"""Pairs of texts that a tokenizer tells apart unless it drops or merges whitespace."""

_RARE_CHARACTERS: Final = ["é", "漢", "𓀀", "🦜"]
"""Characters that many a vocabulary lacks."""


@dataclass
class LocalCounter:
    """A counter over a tokenizer that runs here.

    Attributes:
        name: The name that asked for it.
        vocabulary_sha256: The hash of the tokenizer's file.
        encode: Texts without surrogates in, the ids of each out; no special tokens are added.
        unknown_id: The id that stands for whatever the tokenizer does not know, or None.
    """

    name: str
    vocabulary_sha256: str
    encode: Callable[[list[str]], list[list[int]]]
    unknown_id: int | None = None
    _met_unknown: mmap = field(default_factory=lambda: mmap(-1, 1), init=False, repr=False)
    """A byte that processes forked from this one share: any of them may meet an unknown."""

    @property
    def info(self) -> CounterInfo:
        """Exact; the notes say whether formats look cheaper here than they are.

        They are complete once all texts are counted.
        """
        found = list(self._losses)
        if self._met_unknown[0]:
            found.append("it maps parts of these texts to its unknown token")
        notes = tuple(f"{what}: formats look cheaper than they are" for what in found)
        return CounterInfo(self.name, "exact", self.vocabulary_sha256, notes)

    def count(self, text: str) -> int:
        """The number of tokens of a text.

        Raises:
            CounterError: The tokenizer's engine gave up.
        """
        return self.count_many([text])[0]

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text.

        Raises:
            CounterError: The tokenizer's engine gave up.
        """
        ids = self._ids([well_formed(text) for text in texts])
        if self.unknown_id is not None and any(self.unknown_id in found for found in ids):
            self._met_unknown[0] = 1
        return [len(found) for found in ids]

    def _ids(self, texts: list[str]) -> list[list[int]]:
        try:
            return self.encode(texts)
        except BaseException as error:
            # A panic inside a Rust library is no Exception, and its class cannot be imported.
            if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
                raise
            why = " ".join(str(error).split())
            raise CounterError(f"{self.name}: the tokenizer gave up on a text: {why}") from None

    @cached_property
    def _losses(self) -> tuple[str, ...]:
        """What the tokenizer loses of any text, found by texts that show it."""
        found = []
        with suppress(CounterError):  # if it fails on these, it will say so of the user's own texts
            if any(one == other for one, other in map(self._ids, _SAME_BUT_FOR_WHITESPACE)):
                found.append("it drops or merges whitespace")
            if not all(self._ids(_RARE_CHARACTERS)):
                found.append("it drops characters that it does not know")
        return tuple(found)


def read_tokenizer(name: str, path: str, default_file: str = "") -> tuple[Path, bytes]:
    """The file of a tokenizer and its bytes.

    Args:
        name: The counter's name, for errors.
        path: The path as it was given; a folder stands for ``default_file`` inside it.
        default_file: The name that such a file has in a folder; empty where there is no custom.

    Raises:
        UsageError: No path was given.
        ModelFileError: The file cannot be read.
    """
    if not path:
        raise UsageError(f"{name} needs a path after the colon")
    file = Path(path)
    with suppress(RuntimeError):  # no such user: then it is a name like any other
        file = file.expanduser()  # after the colon of a counter's name no shell does it
    if default_file and file.is_dir():
        file = file / default_file
    try:
        return file, file.read_bytes()
    except OSError as error:
        raise ModelFileError(f"{file}: cannot be read: {error.strerror}") from None


def sha256(data: bytes) -> str:
    """The hash that names a tokenizer's file, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
