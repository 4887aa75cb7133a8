"""Byte-pair encoding from scratch: train a tokenizer, encode, decode, save and load.

:mod:`~tokbench.bpe.training` shows how merges are learned, :mod:`~tokbench.bpe.merging` how they
are applied, and :mod:`~tokbench.bpe.pre_tokenizers` which borders no merge crosses.
``from_vocabulary`` runs the same merge loop over the vocabularies of the production encodings.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tokbench.bpe.model import Model as Model
    from tokbench.bpe.model import load as load
    from tokbench.bpe.pairs import Merge as Merge
    from tokbench.bpe.production import from_vocabulary as from_vocabulary
    from tokbench.bpe.training import train as train

_HOMES = {
    "Merge": "pairs",
    "Model": "model",
    "from_vocabulary": "production",
    "load": "model",
    "train": "training",
}

__all__ = ["Merge", "Model", "from_vocabulary", "load", "train"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: counting does not import the trainer."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
