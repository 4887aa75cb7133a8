"""Sheets as tables for a terminal, by rich."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tokbench.report import FILE, Page, comparison_sheets
from tokbench.report.sheet import BARS_LEAVE, Line, Role, Sheet
from tokbench.result import ComparisonResult

if TYPE_CHECKING:
    from tokbench.gate.verdict import Report
    from tokbench.report.count_sheets import CountsView

_STYLES: dict[Role, str] = {
    "plain": "",
    "baseline": "bold",
    "best": "bold green",
    "warning": "yellow",
    "failed": "bold red",
    "aside": "dim",
}
_BAR_WIDTH = 12
_GAP = 2
_SHORTEST_NAME = 12
"""The width to which names are cut at most."""

_BEFORE_UNIT = re.compile(r"(?<=[0-9]) (?=%|tokens\b)")
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
        console.print(_wrapped(sheet.title + subtitle, console.width, "dim", len(sheet.title)))
    console.print(_table(sheet, console.width, unicode=unicode))
    if sheet.sentences or sheet.captions:
        console.print()
    for before, name, after in sheet.sentences:
        line = f"{before}{name}{after}"
        console.print(_wrapped(line, console.width, "bold", len(before), len(before + name)))
    for caption in sheet.captions:
        console.print(_wrapped(caption, console.width))


def _wrapped(text: str, width: int, style: str = "", *span: int) -> Text:
    """The text in lines of the width, broken at blanks but not between a number and its unit."""
    whole = _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(whole, width, break_long_words=False, break_on_hyphens=False)
    shown = "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")
    made = Text(shown, no_wrap=True, overflow="ellipsis")
    if span:
        made.stylize(style, *span)
    return made


def _table(sheet: Sheet, width: int, *, unicode: bool) -> Table:
    """The sheet as rich's table, with the columns and bars that the width has room for."""
    table = Table(
        box=box.SIMPLE_HEAD if unicode else box.ASCII2,
        pad_edge=False,
        show_edge=False,
        collapse_padding=True,
    )
    sheet, bars = _fitting(sheet, width)
    widths = _widths(sheet, width - bars * (_BAR_WIDTH + _GAP))
    for column, most in zip(sheet.columns, widths, strict=True):
        table.add_column(Text(column.title), justify=column.align, width=most)
    if bars:
        table.add_column("", width=_BAR_WIDTH)
    for line in sheet.lines:
        cells = [
            Text(cell.text if column.wraps else _cut(cell.text, most))
            for cell, column, most in zip(line.cells, sheet.columns, widths, strict=True)
        ]
        bar = [_bar(line, unicode=unicode)] if bars else []
        table.add_row(*cells, *bar, style=_STYLES[line.role])
    return table


def _fitting(sheet: Sheet, width: int) -> tuple[Sheet, bool]:
    """The sheet with the columns that have room in the width, and whether bars have."""
    sheet = sheet.for_people()
    bars = any(line.share for line in sheet.lines)
    numbers = {column.leaves for column in sheet.columns} | {BARS_LEAVE}
    for leaves in sorted(number for number in numbers if number is not None):
        if _needed(_least_widths(sheet)) + bars * (_BAR_WIDTH + _GAP) <= width:
            break
        bars = bars and leaves != BARS_LEAVE
        sheet = sheet.with_columns([c for c in sheet.columns if c.leaves != leaves])
    return sheet, bars


def _needed(widths: list[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def _least_widths(sheet: Sheet) -> list[int]:
    """The width that each column needs to break no number, name or word."""
    widths = []
    for index, column in enumerate(sheet.columns):
        texts = [line.cells[index].text for line in sheet.lines]
        if column.wraps:
            texts = [word for text in texts for word in text.split()]
        widths.append(max(map(len, [*column.title.split(), *texts]), default=0))
    return widths


def _widths(sheet: Sheet, width: int) -> list[int]:
    """The widths of the columns: the longest names are cut until all fit, or the rest is used.

    What is left goes to headings, then to running text, which else go on in another line.
    """
    widths = _least_widths(sheet)
    names = [i for i, c in enumerate(sheet.columns) if c.align == "left" and not c.wraps]
    while names and (excess := _needed(widths) - width) > 0:
        longest = max(names, key=widths.__getitem__)
        if widths[longest] <= _SHORTEST_NAME:
            break
        widths[longest] = max(widths[longest] - excess, _SHORTEST_NAME)
    for index, column in sorted(enumerate(sheet.columns), key=lambda pair: pair[1].wraps):
        texts = [line.cells[index].text for line in sheet.lines] if column.wraps else []
        wanted = max(map(len, [column.title, *texts])) - widths[index]
        room = width - _needed(widths)
        if column.wraps or 0 < wanted <= room:
            widths[index] += max(min(wanted, room), 0)
    return widths


def _cut(text: str, most: int) -> str:
    """The text, or its end, which tells paths apart, behind an ellipsis."""
    return text if len(text) <= most else f"…{text[len(text) - most + 1 :]}"


def _bar(line: Line, *, unicode: bool) -> Text:
    """A bar as long as the line's share of the largest count."""
    if line.share is None:
        return Text("")
    eighths = round(line.share * _BAR_WIDTH * 8)
    if not unicode:
        return Text("#" * (eighths // 8))
    return Text("█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip())
