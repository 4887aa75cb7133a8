r"""The file of a trained model: JSON with one merge a line, so that two of them can be compared.

::

    {
    "format": "tokbench.bpe/1",
    "pre_tokenizer": "leading-space",
    "alphabet": ["l", "o", "w", " ", "e", "r", "s", "t"],
    "merges": [
    ["l", "o", 3],
    ["lo", "w", 3]
    ]
    }

A merge is left, right and count; its place is its rank. The alphabet is what training met beyond
the symbols that the pre-tokenizer always has. A byte that belongs to no whole character is written
as Python's ``surrogateescape`` has it (``FF`` as ``\udcff``). All else about a model follows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from tokbench import files
from tokbench.bpe import pre_tokenizers
from tokbench.bpe.pairs import Merge
from tokbench.bpe.pre_tokenizers import PreTokenizer
from tokbench.errors import ModelFileError, UnknownNameError

_NAME: Final = "tokbench.bpe"
_VERSION: Final = 1


def write(
    path: str | os.PathLike[str],
    pre_tokenizer: PreTokenizer,
    alphabet: tuple[bytes, ...],
    merges: Iterable[Merge],
) -> None:
    """Write a model, whole or not at all.

    Raises:
        ModelFileError: The file cannot be written.
    """
    try:
        files.write(path, dumps(pre_tokenizer, alphabet, merges))
    except OSError as error:
        raise ModelFileError(f"{path}: cannot write the model: {error.strerror}") from None


def dumps(pre_tokenizer: PreTokenizer, alphabet: tuple[bytes, ...], merges: Iterable[Merge]) -> str:
    """The text of a model file."""
    met = [_text(symbol) for symbol in alphabet[len(pre_tokenizer.alphabet) :]]
    rows = [_json([_text(merge.left), _text(merge.right), merge.count]) for merge in merges]
    lines = (
        "{",
        f'"format": {_json(f"{_NAME}/{_VERSION}")},',
        f'"pre_tokenizer": {_json(pre_tokenizer.name)},',
        f'"alphabet": {_json(met)},',
        '"merges": [',
        *(f"{row}," for row in rows[:-1]),
        *rows[-1:],
        "]",
        "}",
    )
    return "\n".join(lines) + "\n"


def read(path: str | os.PathLike[str]) -> tuple[PreTokenizer, tuple[bytes, ...], list[Merge]]:
    """Read pre-tokenizer, alphabet and merges.

    Raises:
        ModelFileError: The file cannot be read, is damaged, from a later version, or no model.
    """
    source = Path(path)
    try:
        return loads(source.read_bytes())
    except OSError as error:
        raise ModelFileError(f"{source}: cannot read the model: {error.strerror}") from None
    except ModelFileError as error:
        raise ModelFileError(f"{source}: {error}") from None


def loads(content: bytes) -> tuple[PreTokenizer, tuple[bytes, ...], list[Merge]]:
    """Take the content of a model file apart.

    Raises:
        ModelFileError: It is damaged, from a later version, or no model.
    """
    saved = _object(content)
    _check_version(saved.get("format"))
    try:
        pre_tokenizer = pre_tokenizers.get(_field(saved, "pre_tokenizer", str))
        met = [_bytes(symbol) for symbol in _field(saved, "alphabet", list)]
    except UnknownNameError as error:
        raise ModelFileError(f"damaged model: {error}") from None
    except (AttributeError, ValueError):
        raise ModelFileError("damaged model: the alphabet holds more than symbols") from None
    alphabet = (*pre_tokenizer.alphabet, *met)
    if len(set(alphabet)) < len(alphabet) or b"" in met:
        raise ModelFileError("damaged model: a symbol stands twice in the alphabet, or is empty")
    return pre_tokenizer, alphabet, list(_merges(_field(saved, "merges", list), set(alphabet)))


def _object(content: bytes) -> dict[str, Any]:
    try:
        saved = json.loads(content)
    except (ValueError, RecursionError):
        saved = None
    if not isinstance(saved, dict) or not str(saved.get("format", "")).startswith(f"{_NAME}/"):
        raise ModelFileError(
            "not a tokbench model, or cut off: `tokbench train TEXT -o FILE` writes one"
        )
    return saved


def _check_version(name: object) -> None:
    if name != f"{_NAME}/{_VERSION}":
        raise ModelFileError(
            f"the model has the format {name!r}, this tokbench reads {_NAME}/{_VERSION}: "
            "update tokbench or train it again"
        )


def _field(saved: dict[str, Any], key: str, kind: type) -> Any:
    value = saved.get(key)
    if not isinstance(value, kind):
        raise ModelFileError(f"damaged model: {key!r} is missing or no {kind.__name__}")
    return value


def _merges(rows: Iterable[Any], known: set[bytes]) -> Iterator[Merge]:
    """The merges, each of them made of tokens that stand above it, none of them made twice."""
    for number, row in enumerate(rows, 1):
        try:
            left, right, count = row
            merge = Merge(_bytes(left), _bytes(right), count)
        except (ValueError, TypeError, AttributeError):
            raise ModelFileError(f"damaged model: merge {number} is {row!r}") from None
        if not ({merge.left, merge.right} <= known and merge.token not in known):
            raise ModelFileError(f"damaged model: merge {number} does not follow from those above")
        if type(count) is not int or count < 1:
            raise ModelFileError(f"damaged model: merge {number} has the count {count!r}")
        known.add(merge.token)
        yield merge


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(symbol: bytes) -> str:
    return symbol.decode(errors="surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogateescape")
