"""Sheets as tables for a terminal, by rich."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tokbench.report import FILE, Page, comparison_sheets
from tokbench.report.sheet import Line, Role, Sheet
from tokbench.result import ComparisonResult

if TYPE_CHECKING:
    from tokbench.gate.verdict import Report
    from tokbench.report.count_sheets import CountsView

_STYLES: dict[Role, str] = {
    "plain": "",
    "baseline": "bold",
    "best": "bold green",
    "warning": "yellow",
    "aside": "dim",
}
_BAR_WIDTH = 12
_GAP = 2
_LONGEST_NAME = 30
_EIGHTHS = " ▏▎▍▌▋▊▉"


def write_comparison(comparison: ComparisonResult, page: Page = FILE) -> str:
    """One table a payload; of several, a summary before them and one of totals after them."""
    return write_sheets(comparison_sheets.sheets(comparison, details=page.details), page)


def write_check(report: Report, page: Page = FILE) -> str:
    """The verdicts as a table, without the problems: the command writes them to standard error."""
    from tokbench.report import check_sheet  # a comparison never needs it

    if not report.verdicts:
        return check_sheet.headline(report)
    return write_sheets([check_sheet.sheet(report, problems=False)], page)


def write_counts(view: CountsView, page: Page = FILE) -> str:
    """A tree of the costliest files and folders."""
    from tokbench.report import count_sheets  # a comparison never needs it

    return write_sheets([count_sheets.tree_sheet(view)], page)


def write_sheets(sheets: Iterable[Sheet], page: Page = FILE) -> str:
    """Every sheet as a table, as wide and as colourful as the page allows."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=page.width or 10_000,
        force_terminal=page.colour,
        color_system="auto" if page.colour else None,
        legacy_windows=False,
        highlight=False,
        emoji=False,
        markup=False,
    )
    for number, sheet in enumerate(sheets):
        if number:
            console.print()
        _print(console, sheet, unicode=page.unicode)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def _print(console: Console, sheet: Sheet, *, unicode: bool) -> None:
    if sheet.title:
        subtitle = f" ({sheet.subtitle})" if sheet.subtitle else ""
        console.print(Text.assemble((sheet.title, "bold"), (subtitle, "dim")))
    console.print(_table(sheet, console.width, unicode=unicode))
    if sheet.sentences or sheet.captions:
        console.print()
    for before, name, after in sheet.sentences:
        console.print(Text.assemble(before, (name, "bold"), after))
    for caption in sheet.captions:
        console.print(Text(caption))


def _table(sheet: Sheet, width: int, *, unicode: bool) -> Table:
    """The sheet as rich's table, with the columns and bars that the width has room for."""
    table = Table(
        box=box.SIMPLE_HEAD if unicode else box.ASCII2,
        pad_edge=False,
        show_edge=False,
        collapse_padding=True,
    )
    whole = sheet.shown_to("everyone", "wide screens")
    fits = sum(_min_widths(whole)) <= width
    sheet = whole if fits else sheet.shown_to("everyone")
    widths = _min_widths(sheet)
    room = width - sum(widths)
    bars = room >= _BAR_WIDTH and any(line.share for line in sheet.lines)
    for column, least in zip(sheet.columns, widths, strict=True):
        min_width = least - _GAP if room >= 0 else None
        table.add_column(
            Text(column.title), justify=column.align, overflow="fold", min_width=min_width
        )
    if bars:
        table.add_column("", no_wrap=True, min_width=_BAR_WIDTH)
    for line in sheet.lines:
        cells = [Text(cell.text) for cell in line.cells]
        bar = [_bar(line, unicode=unicode)] if bars else []
        table.add_row(*cells, *bar, style=_STYLES[line.role])
    return table


def _min_widths(sheet: Sheet) -> list[int]:
    """The width that each column needs to break no number or word, with the gap after it."""
    widths = []
    for index, column in enumerate(sheet.columns):
        unbroken = column.title.split()
        texts = [line.cells[index].text for line in sheet.lines]
        if all(len(text) <= _LONGEST_NAME for text in texts):  # a longer one is running text
            unbroken += texts
        widths.append(_GAP + max(map(len, unbroken), default=0))
    return widths


def _bar(line: Line, *, unicode: bool) -> Text:
    """A bar as long as the line's share of the largest count."""
    if line.share is None:
        return Text("")
    eighths = round(line.share * _BAR_WIDTH * 8)
    if not unicode:
        return Text("#" * (eighths // 8))
    return Text("█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip())
