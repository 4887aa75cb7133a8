"""The small model that the package carries, and the texts that it is trained on.

The texts were written for tokbench: some prose, and made-up records in several notations. They
stand in ``data/texts``, and the model in ``data/small.json`` is what training makes of them, so::

    python -m tokbench.bpe.small

writes the same file again. It shows how a tokenizer works; nobody bills by it.
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
    """Train the model again."""
    return train(texts(), MERGES, pre_tokenizer="gpt2")


if __name__ == "__main__":
    build().save(PATH)
