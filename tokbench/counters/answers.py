"""The answers of counting endpoints, kept on disk so that no text is sent twice."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tokbench import files


def default_folder() -> Path | None:
    """``tokbench/answers`` in the user's cache folder, by the XDG base directory specification.

    None where the user has no home folder.
    """
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():
        try:
            base = Path.home() / ".cache"
        except RuntimeError:
            return None
    return base / "tokbench" / "answers"


@dataclass(frozen=True, slots=True)
class AnswerCache:
    """Numbers of tokens, each under a hash of the question; no text and no key is ever written.

    A folder that cannot be written, or a damaged entry, is no error: the question is asked again.

    Attributes:
        folder: Where the entries are, one small file each; None caches nothing.
    """

    folder: Path | None

    def get(self, key: str) -> int | None:
        """The number under a key, or None."""
        if self.folder is None:
            return None
        try:
            entry = json.loads(_path(self.folder, key).read_bytes())
        except (OSError, ValueError):
            return None
        tokens = entry.get("tokens") if isinstance(entry, dict) else None
        return tokens if type(tokens) is int and tokens >= 0 else None

    def put(self, key: str, tokens: int) -> None:
        """Write a number, in one step: other programs may read and write at the same time."""
        if self.folder is None:
            return
        path = _path(self.folder, key)
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            files.write(path, json.dumps({"tokens": tokens}))


def _path(folder: Path, key: str) -> Path:
    return folder / key[:2] / f"{key}.json"


def answer_key(*parts: str) -> str:
    """A hash of all that an answer depends on: endpoint, version, model and text."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
