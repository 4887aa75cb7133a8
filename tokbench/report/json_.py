"""A comparison and a check as JSON of their own schemas, sheets as a list of objects."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tokbench import result_json
from tokbench.report import FILE, Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tokbench.gate.verdict import Report
    from tokbench.report.sheet import Sheet
    from tokbench.result import ComparisonResult


def write_comparison(comparison: ComparisonResult, page: Page = FILE) -> str:
    """The comparison under the schema name ``tokbench.comparison/1``."""
    return result_json.to_json(comparison)


def write_sheets(sheets: Sequence[Sheet], page: Page = FILE) -> str:
    """The lines of all sheets as one list of objects, by the columns' keys, unrounded.

    A value that is missing is null.
    """
    rows = [
        {column.key: cell.value for column, cell in zip(sheet.columns, line.cells, strict=True)}
        for sheet in sheets
        for line in sheet.lines
    ]
    return json.dumps(rows, ensure_ascii=False, indent=2)


def write_check(report: Report, page: Page = FILE) -> str:
    """The report under the schema name ``tokbench.check/1``, with the exit status."""
    from tokbench.report import check_json  # a small comparison never needs it

    return json.dumps(check_json.to_dict(report), ensure_ascii=False, indent=2)
