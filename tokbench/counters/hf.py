"""Open-weight models: any ``tokenizer.json``, by the ``tokenizers`` package."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from tokbench.counters import Scheme
from tokbench.counters.local import LocalCounter, read_tokenizer, sha256
from tokbench.errors import CounterError, ModelFileError
from tokbench.optional import extra

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def make(path: str) -> LocalCounter:
    """A counter over a ``tokenizer.json``, or over the one in a folder.

    Raises:
        CounterError: The package is not installed.
        ModelFileError: The file cannot be read, or is no tokenizer.
    """
    name = f"hf:{path}"
    file, data = read_tokenizer(name, path, "tokenizer.json")
    tokenizer = _load(name, str(file), data)
    _count_all_as_text(tokenizer)

    def encode(texts: list[str]) -> list[list[int]]:
        encodings = tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    return LocalCounter(name, sha256(data), encode, _unknown_id(tokenizer))


def _load(name: str, file: str, data: bytes) -> Tokenizer:
    with extra("hf", "tokenizers", needed_by=name, error=CounterError):
        from tokenizers import Tokenizer
    try:
        return Tokenizer.from_buffer(data)
    except Exception as error:  # the package raises Exception itself
        raise ModelFileError(f"no tokenizer.json: {error}", place=file) from None


def _count_all_as_text(tokenizer: Tokenizer) -> None:
    """Turn off what makes a file count only a part of a text, or other than as ordinary text.

    That is truncation (every long text would count as 128 tokens, say), padding, the dropout of a
    training, and special tokens that match where a text spells them.
    """
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True
    if getattr(tokenizer.model, "dropout", None) is not None:
        tokenizer.model.dropout = None


def _unknown_id(tokenizer: Tokenizer) -> int | None:
    """The id that the model gives to text that it does not know, or None."""
    from tokenizers.models import Unigram

    if isinstance(tokenizer.model, Unigram):
        unknown: int | None = json.loads(tokenizer.to_str())["model"]["unk_id"]
        return unknown
    token = getattr(tokenizer.model, "unk_token", None)
    return None if token is None else tokenizer.token_to_id(token)


SCHEMES: Final = (
    Scheme("hf", "exact", "a tokenizer.json of yours; extra [hf]", make, takes="PATH"),
)
