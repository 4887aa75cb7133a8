"""The page on counters, whose list follows from the code."""

from __future__ import annotations

from pathlib import Path

import parts

from tokbench.report import markdown, registry_sheets

PAGE = Path(__file__).parent.parent / "docs" / "counters.md"


def build() -> str:
    """The page, without a final newline."""
    return parts.build(PAGE, {"counters": markdown.write_sheets([registry_sheets.counters()])})
