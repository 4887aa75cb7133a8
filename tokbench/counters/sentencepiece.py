"""SentencePiece model files, by the ``sentencepiece`` package."""

from __future__ import annotations

from typing import Final

from tokbench.counters import Scheme
from tokbench.counters.local import LocalCounter, read_tokenizer, sha256
from tokbench.errors import CounterError, ModelFileError
from tokbench.optional import extra


def make(path: str) -> LocalCounter:
    """A counter over a SentencePiece model file.

    Raises:
        CounterError: The package is not installed.
        ModelFileError: The file cannot be read, or is no model.
    """
    name = f"sentencepiece:{path}"
    file, data = read_tokenizer(name, path, "tokenizer.model")
    return from_bytes(name, str(file), data)


def from_bytes(name: str, file: str, data: bytes) -> LocalCounter:
    """A counter over the bytes of a model file.

    Args:
        name: The counter's name.
        file: The file's path, for errors.
        data: The bytes.

    Raises:
        CounterError: The package is not installed.
        ModelFileError: The bytes are no model.
    """
    with extra("sentencepiece", "sentencepiece", needed_by=name, error=CounterError):
        from sentencepiece import SentencePieceProcessor
    processor = SentencePieceProcessor()
    try:
        processor.LoadFromSerializedProto(data)
    except RuntimeError:
        raise ModelFileError("no SentencePiece model", place=file) from None

    def encode(texts: list[str]) -> list[list[int]]:
        return [processor.EncodeAsIds(text) for text in texts]

    return LocalCounter(name, sha256(data), encode, processor.unk_id())


SCHEMES: Final = (
    Scheme(
        "sentencepiece",
        "exact",
        "a SentencePiece model file of yours; extra [sentencepiece]",
        make,
        takes="PATH",
    ),
)
