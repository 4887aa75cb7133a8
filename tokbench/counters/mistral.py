"""Mistral's tokenizers, from the files that the ``mistral-common`` package carries."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tokbench.counters import Scheme, sentencepiece
from tokbench.counters.local import LocalCounter, sha256
from tokbench.errors import CounterError, UnknownNameError
from tokbench.optional import extra


def make(which: str) -> LocalCounter:
    """A counter over one of the carried files, such as ``v3`` or ``tekken_240911``.

    Raises:
        CounterError: The package is not installed.
        UnknownNameError: It carries no such file; the text lists those that it does.
    """
    name = f"mistral:{which}"
    with extra("mistral", "mistral_common", needed_by=name, error=CounterError):
        files = carried_files()
    if which not in files:
        raise UnknownNameError("Mistral tokenizer", which, files)
    file = files[which]
    if file.suffix == ".json":
        return _tekken(name, file)
    return sentencepiece.from_bytes(name, str(file), file.read_bytes())


def carried_files() -> dict[str, Path]:
    """The tokenizers inside the installed package, by the version or date that names them."""
    spec = find_spec("mistral_common")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("No module named 'mistral_common'", name="mistral_common")
    files = sorted((Path(spec.origin).parent / "data").iterdir())
    found = {
        file: re.fullmatch(r"(tekken_\w+)\.json|.+\.model\.(\w+)", file.name) for file in files
    }
    return {match[1] or match[2]: file for file, match in found.items() if match}


def _tekken(name: str, file: Path) -> LocalCounter:
    with extra("mistral", "mistral_common", needed_by=name, error=CounterError):
        from mistral_common.tokens.tokenizers.tekken import Tekkenizer
    tokenizer = Tekkenizer.from_file(file)

    def encode(texts: list[str]) -> list[list[int]]:
        return [tokenizer.encode(text, bos=False, eos=False) for text in texts]

    return LocalCounter(name, sha256(file.read_bytes()), encode)


SCHEMES: Final = (
    Scheme(
        "mistral",
        "exact",
        "files of mistral-common, such as v3 or tekken_240911; extra [mistral]",
        make,
        takes="NAME",
    ),
)
