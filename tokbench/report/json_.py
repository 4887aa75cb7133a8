"""Sheets as JSON with unrounded numbers: an object a line, by the columns' headings."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tokbench.report.sheet import Sheet


def render(sheets: Sequence[Sheet]) -> str:
    """The lines of all sheets as one list; null stands for a value that is missing."""
    rows = [
        {column.title: cell.value for column, cell in zip(sheet.columns, line.cells, strict=True)}
        for sheet in sheets
        for line in sheet.lines
    ]
    return json.dumps(rows, ensure_ascii=False, indent=2)
