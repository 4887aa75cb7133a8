"""Sheets as CSV with unrounded numbers, an empty field for a value that is missing."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tokbench.report import FILE, Page, comparison_sheets
from tokbench.report.sheet import Sheet
from tokbench.result import ComparisonResult

if TYPE_CHECKING:
    from tokbench.report.count_sheets import CountsView


def write_comparison(comparison: ComparisonResult, page: Page = FILE) -> str:
    """One line for every payload and format."""
    return write_sheets(comparison_sheets.payload_sheets(comparison), page)


def write_counts(view: CountsView, page: Page = FILE) -> str:
    """One line for every file, then one for each that was skipped."""
    from tokbench.report import count_sheets  # a comparison never needs it

    return write_sheets([count_sheets.file_sheet(view.counts)], page)


def write_sheets(sheets: Sequence[Sheet], page: Page = FILE) -> str:
    """The lines of all sheets that have the first one's columns, under the keys of the columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = sheets[0].columns
    writer.writerow(column.key for column in columns)
    for sheet in sheets:
        if sheet.columns == columns:
            writer.writerows([cell.value for cell in line.cells] for line in sheet.lines)
    return out.getvalue().removesuffix("\n")
