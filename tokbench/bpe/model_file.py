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

A merge is left, right and count; its index is its rank. The alphabet has the symbols of the
training text that are not among those of the pre-tokenizer. A byte that is not part of a character
is written as by Python's ``surrogateescape`` (``FF`` as ``\udcff``). Everything else about a model
follows from these.
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
from tokbench.errors import ModelFileError
from tokbench.fields import Fields, as_integer, as_list, as_text

_NAME: Final = "tokbench.bpe"
_VERSION: Final = 1


def write(
    path: str | os.PathLike[str],
    pre_tokenizer: PreTokenizer,
    alphabet: tuple[bytes, ...],
    merges: Iterable[Merge],
) -> None:
    """Write a model, completely or not at all.

    Raises:
        ModelFileError: The file cannot be written.
    """
    try:
        files.write(path, dumps(pre_tokenizer, alphabet, merges))
    except OSError as error:
        reason = f"cannot write the model: {error.strerror}"
        raise ModelFileError(reason, place=str(path)) from None


def dumps(pre_tokenizer: PreTokenizer, alphabet: tuple[bytes, ...], merges: Iterable[Merge]) -> str:
    """The text of a model file."""
    added = [_text(symbol) for symbol in alphabet[len(pre_tokenizer.alphabet) :]]
    rows = [_json([_text(merge.left), _text(merge.right), merge.count]) for merge in merges]
    lines = (
        "{",
        f'"format": {_json(f"{_NAME}/{_VERSION}")},',
        f'"pre_tokenizer": {_json(pre_tokenizer.name)},',
        f'"alphabet": {_json(added)},',
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
        ModelFileError: The file cannot be read, is damaged, from a later version, or not a model.
    """
    source = Path(path)
    try:
        return loads(source.read_bytes())
    except OSError as error:
        reason = f"cannot read the model: {error.strerror}"
        raise ModelFileError(reason, place=str(source)) from None
    except ModelFileError as error:
        raise error.within(str(source)) from None


def loads(content: bytes) -> tuple[PreTokenizer, tuple[bytes, ...], list[Merge]]:
    """Parse the content of a model file.

    Raises:
        ModelFileError: It is damaged, from a later version, or not a model.
    """
    saved = Fields(_document(content), "", ModelFileError, hint="restore the file, or train again")
    pre_tokenizer = saved.take("pre_tokenizer", lambda name: pre_tokenizers.get(as_text(name)))
    added = saved.list("alphabet", _symbol)
    alphabet = (*pre_tokenizer.alphabet, *added)
    if len(set(alphabet)) < len(alphabet) or b"" in added:
        raise saved.fault("a symbol is empty, or is there twice", "alphabet")
    return pre_tokenizer, alphabet, list(_merges(saved, set(alphabet)))


def _document(content: bytes) -> dict[str, Any]:
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        document = None
    saved: dict[str, Any] = document if isinstance(document, dict) else {}
    name = str(saved.get("format", ""))
    if not name.startswith(f"{_NAME}/"):
        raise ModelFileError(
            "not a tokbench model, or cut off", hint="`tokbench train TEXT -o FILE` writes one"
        )
    if name != f"{_NAME}/{_VERSION}":
        raise ModelFileError(
            f"the model has the format {name!r}, this tokbench reads {_NAME}/{_VERSION}",
            hint="update tokbench or train it again",
        )
    return saved


def _merges(saved: Fields, known: set[bytes]) -> Iterator[Merge]:
    """The merges; each is made of tokens that are known by then, and makes one that is not."""
    for index, row in enumerate(saved.list("merges", as_list)):
        try:
            if len(row) != 3:
                raise ValueError("must be left, right and count")
            left, right, count = row
            merge = Merge(_symbol(left), _symbol(right), as_integer(count, at_least=1))
        except ValueError as error:
            raise saved.fault(str(error), "merges", index) from None
        if not ({merge.left, merge.right} <= known and merge.token not in known):
            raise saved.fault("does not follow from the merges before it", "merges", index)
        known.add(merge.token)
        yield merge


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(symbol: bytes) -> str:
    return symbol.decode(errors="surrogateescape")


def _symbol(value: Any) -> bytes:
    try:
        return as_text(value).encode(errors="surrogateescape")
    except UnicodeEncodeError:
        raise ValueError("has half of a surrogate pair") from None
