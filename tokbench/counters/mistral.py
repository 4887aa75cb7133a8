"""Mistral's tokenizers, from the files inside the ``mistral-common`` package."""

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
    """A counter over one of these files, such as ``v3`` or ``tekken_240911``.

    Raises:
        CounterError: The package is not installed.
        UnknownNameError: The package has no such file; the message lists those it has.
    """
    name = f"mistral:{which}"
    with extra("mistral", "mistral_common", needed_by=name, error=CounterError):
        files = packaged_files()
    if which not in files:
        raise UnknownNameError("Mistral tokenizer", which, files)
    file = files[which]
    if file.suffix == ".json":
        return _tekken(name, file)
    return sentencepiece.from_bytes(name, str(file), file.read_bytes())


def packaged_files() -> dict[str, Path]:
    """The tokenizers in the installed package, by the version or date in their names."""
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
