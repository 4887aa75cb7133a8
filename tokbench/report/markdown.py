"""Sheets as GitHub-flavoured Markdown that pastes into a review as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tokbench.report import FILE, Page, comparison_sheets
from tokbench.report.sheet import Sentence, Sheet
from tokbench.result import ComparisonResult

if TYPE_CHECKING:
    from tokbench.gate.verdict import Report
    from tokbench.report.count_sheets import CountsView

_SPECIAL = re.compile(r"([\\`*<\[|~]|(?<!\w)_|_(?!\w)|&(?=[#\w]))")


def write_comparison(comparison: ComparisonResult, page: Page = FILE) -> str:
    """One table a payload; of several, a summary before them and one of totals after them."""
    return write_sheets(comparison_sheets.sheets(comparison, details=page.details), page)


def write_check(report: Report, page: Page = FILE) -> str:
    """The verdicts as a table, with all the rest of the report below it."""
    from tokbench.report import check_sheet  # a comparison never needs it

    return write_sheets([check_sheet.sheet(report)], page)


def write_counts(view: CountsView, page: Page = FILE) -> str:
    """The costliest files and folders, each with its whole path."""
    from tokbench.report import count_sheets  # a comparison never needs it

    return write_sheets([count_sheets.tree_sheet(view, full_paths=True)], page)


def write_sheets(sheets: Iterable[Sheet], page: Page = FILE) -> str:
    """Every sheet as a heading, a table and its captions."""
    return "\n\n".join(_sheet(sheet.for_people()) for sheet in sheets)


def _sheet(sheet: Sheet) -> str:
    subtitle = f" ({escape(sheet.subtitle)})" if sheet.subtitle else ""
    rule = "|".join("---:" if column.align == "right" else "---" for column in sheet.columns)
    table = [_row(escape(column.title) for column in sheet.columns), f"|{rule}|"]
    for line in sheet.lines:
        bold = "**" if line.role == "best" else ""
        cells = (f"{bold}{escape(cell.text)}{bold}" if cell.text else "" for cell in line.cells)
        table.append(_row(cells))
    parts = [f"**{escape(sheet.title)}**{subtitle}" if sheet.title else "", "\n".join(table)]
    below = [*map(_sentence, sheet.sentences), *map(escape, sheet.captions)]
    parts.append("\n".join(f"- {each}" for each in below))
    return "\n\n".join(part for part in parts if part)


def _sentence(sentence: Sentence) -> str:
    before, name, after = map(escape, sentence)
    return f"{before}**{name}**{after}" if name else before


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def escape(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return re.sub(r"[\r\n]+", " ", _SPECIAL.sub(r"\\\1", text))
