"""The parts of the README that follow from the code: a real table and the two registries."""

from __future__ import annotations

import re
from pathlib import Path

import tokbench
from tokbench.payload import Payload
from tokbench.readers import read
from tokbench.report import markdown, registry_sheets, terminal

ROOT = Path(__file__).parent.parent
EXAMPLE = "fixtures/tools.json"


def build() -> str:
    """The README with its made parts made anew, without a final newline."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").removesuffix("\n")
    made = {
        "table": f"```text\n$ tokbench compare {EXAMPLE}\n{_table()}\n```",
        "formats": markdown.write_sheets([registry_sheets.formats()]),
        "counters": markdown.write_sheets([registry_sheets.counters()]),
    }
    for name, part in made.items():
        text = _replace(text, name, part)
    return text


def _replace(text: str, name: str, part: str) -> str:
    """The text with what lies between the marks of a name replaced."""
    start = f"<!-- made by reports/build.py: {name} -->\n"
    pattern = re.compile(f"{re.escape(start)}.*?<!-- end -->", re.DOTALL)
    text, found = pattern.subn(lambda _: f"{start}{part}\n<!-- end -->", text)
    if found != 1:
        raise ValueError(f"README.md has {found} parts named {name!r} instead of one")
    return text


def _table() -> str:
    payload = read(str(ROOT / EXAMPLE))
    named = Payload(EXAMPLE, payload.data, payload.text, payload.size, payload.notes)
    return terminal.write_comparison(tokbench.compare(named))
