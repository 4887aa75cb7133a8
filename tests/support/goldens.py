"""Files that hold what a test must get, byte for byte."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def assert_golden(path: Path, text: str) -> None:
    """The text is what the file holds; ``UPDATE_GOLDENS=1`` writes the file instead."""
    if os.environ.get("UPDATE_GOLDENS") == "1":
        path.write_text(text, encoding="utf-8", newline="")
    assert path.exists(), f"{path.name} is missing: run this test with UPDATE_GOLDENS=1"
    assert text == path.read_bytes().decode("utf-8")
