"""Pages that are written by hand but for the parts between marks, which are generated."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


def build(page: Path, parts: Mapping[str, str]) -> str:
    """The page with its generated parts made again, without a final newline.

    Raises:
        ValueError: A part is not in the page exactly once.
    """
    text = page.read_text(encoding="utf-8").removesuffix("\n")
    for name, part in parts.items():
        start = f"<!-- made by reports/build.py: {name} -->\n"
        pattern = re.compile(f"{re.escape(start)}.*?<!-- end -->", re.DOTALL)
        text, found = pattern.subn(_constant(f"{start}{part}\n<!-- end -->"), text)
        if found != 1:
            raise ValueError(f"{page.name} has {found} parts named {name!r} instead of one")
    return text


def _constant(text: str) -> Callable[[re.Match[str]], str]:
    """A replacement in which a backslash is a backslash."""
    return lambda _: text
