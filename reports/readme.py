"""The parts of the README that follow from the code: a real table and the formats."""

from __future__ import annotations

from pathlib import Path

import parts

import tokbench
from tokbench.payload import Payload
from tokbench.readers import read
from tokbench.report import markdown, registry_sheets, terminal

ROOT = Path(__file__).parent.parent
EXAMPLE = "fixtures/tools.json"


def build() -> str:
    """The README, without a final newline."""
    return parts.build(
        ROOT / "README.md",
        {
            "table": f"```text\n$ tokbench compare {EXAMPLE}\n{_table()}\n```",
            "formats": markdown.write_sheets([registry_sheets.formats()]),
        },
    )


def _table() -> str:
    payload = read(str(ROOT / EXAMPLE))
    named = Payload(EXAMPLE, payload.data, payload.text, payload.size, payload.notes)
    return terminal.write_comparison(tokbench.compare(named))
