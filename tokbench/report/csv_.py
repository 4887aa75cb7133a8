"""Sheets as CSV with unrounded numbers, an empty field for a value that is missing."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from tokbench.report.sheet import Sheet


def render(sheets: Sequence[Sheet]) -> str:
    """The lines of all sheets that share the first one's columns, under one heading line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = sheets[0].columns
    writer.writerow(_titles(sheets[0]))
    for sheet in sheets:
        if sheet.columns == columns:
            writer.writerows([cell.value for cell in line.cells] for line in sheet.lines)
    return out.getvalue().removesuffix("\n")


def _titles(sheet: Sheet) -> list[str]:
    """The headings, each ``ratio`` and ``saving`` with the counter it belongs to."""
    titles: list[str] = []
    counter = ""
    for column in sheet.columns:
        if column.title.endswith(" tokens"):
            counter = column.title.removesuffix("tokens")
        shared = column.title in ("ratio", "saving")
        titles.append(f"{counter}{column.title}" if shared else column.title)
    return titles
