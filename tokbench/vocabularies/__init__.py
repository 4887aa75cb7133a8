"""The embedded vocabularies of o200k_base and cl100k_base, and the classes of characters.

Every file under ``data`` is written by ``python -m tokbench.vocabularies.make`` and checked against
the hash that tiktoken pins. Nothing is read before it is asked for, and nothing is parsed then.
"""

from __future__ import annotations

from tokbench.vocabularies.definitions import DEFINITIONS, Definition, definition
from tokbench.vocabularies.rank_table import RankTable, load

__all__ = ["DEFINITIONS", "Definition", "RankTable", "definition", "load"]
