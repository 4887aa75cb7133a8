"""The embedded vocabularies of o200k_base and cl100k_base, and the classes of characters.

The files under ``data`` are written by ``python -m tokbench.vocabularies.make``, from rank files
with the hash that tiktoken pins. Each is read when it is first used, and a rank table without
parsing it.
"""

from __future__ import annotations

from tokbench.vocabularies.definitions import DEFINITIONS, Definition, definition
from tokbench.vocabularies.rank_table import RankTable, load

__all__ = ["DEFINITIONS", "Definition", "RankTable", "definition", "load"]
