"""Answers of counting endpoints on disk, so that a second run calls nobody."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


def default_folder() -> Path:
    """``tokbench/answers`` in the user's cache folder, by the XDG base directory specification."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    base = given if given.is_absolute() else Path.home() / ".cache"
    return base / "tokbench" / "answers"


@dataclass(frozen=True, slots=True)
class AnswerCache:
    """Numbers of tokens by what was asked; neither a text nor a key is ever written.

    A folder that cannot be written and an entry that is damaged count as an empty cache.

    Attributes:
        folder: Where the entries are, one small file each.
    """

    folder: Path

    def get(self, key: str) -> int | None:
        """The number that was kept under a key, or None."""
        try:
            entry = json.loads(self._path(key).read_bytes())
        except (OSError, ValueError):
            return None
        tokens = entry.get("tokens") if isinstance(entry, dict) else None
        return tokens if type(tokens) is int and tokens >= 0 else None

    def put(self, key: str, tokens: int) -> None:
        """Keep a number: whole or not at all, whoever else writes at the same time."""
        path = self._path(key)
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as file:
                json.dump({"tokens": tokens}, file)
            Path(file.name).replace(path)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


def answer_key(*parts: str) -> str:
    """A hash of everything that an answer depends on: endpoint, version, model and text."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
