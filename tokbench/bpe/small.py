"""The small model that comes with tokbench, and its training texts.

The texts in ``data/texts`` were written for tokbench: some prose, and made-up records in several
notations. The model in ``data/small.json`` is trained on them, and this writes the same file
again::

    python -m tokbench.bpe.small

It shows how a tokenizer works; no provider bills by it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tokbench.bpe.model import Model
from tokbench.bpe.training import train

MERGES: Final = 1_200
_DATA: Final = Path(__file__).resolve().parent / "data"
PATH: Final = _DATA / "small.json"


def texts() -> list[str]:
    """The training texts, in order of their file names."""
    files = sorted((_DATA / "texts").iterdir(), key=lambda file: file.name)
    return [file.read_text(encoding="utf-8") for file in files]


def build() -> Model:
    """The model, trained again."""
    return train(texts(), MERGES, pre_tokenizer="gpt2")


if __name__ == "__main__":
    build().save(PATH)
