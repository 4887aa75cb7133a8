"""Sheets as tables for a terminal, by rich."""

from __future__ import annotations

import io
from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tokbench.report.sheet import Line, Role, Sheet

_STYLES: dict[Role, str] = {
    "plain": "",
    "baseline": "bold",
    "best": "bold green",
    "warning": "yellow",
    "aside": "dim",
}
_BAR_WIDTH = 12
_EIGHTHS = " ▏▎▍▌▋▊▉"


def render(
    sheets: Iterable[Sheet], *, width: int | None = None, colour: bool = False, unicode: bool = True
) -> str:
    """Every sheet as a table; no final newline.

    Args:
        sheets: What to show.
        width: Columns of the terminal, or None where nothing may wrap.
        colour: Whether to write colours.
        unicode: Whether the terminal shows more than ASCII.
    """
    out = io.StringIO()
    console = Console(
        file=out,
        width=width or 10_000,
        force_terminal=colour,
        color_system="auto" if colour else None,
        legacy_windows=False,
        highlight=False,
        emoji=False,
        markup=False,
    )
    for number, sheet in enumerate(sheets):
        if number:
            console.print()
        _print(console, sheet.for_people(), unicode=unicode)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def _print(console: Console, sheet: Sheet, *, unicode: bool) -> None:
    if sheet.title:
        subtitle = f" ({sheet.subtitle})" if sheet.subtitle else ""
        console.print(Text.assemble((sheet.title, "bold"), (subtitle, "dim")))
    table = Table(box=box.SIMPLE_HEAD if unicode else box.ASCII2, pad_edge=False, show_edge=False)
    bars = any(line.share is not None for line in sheet.lines)
    for column in sheet.columns:
        table.add_column(Text(column.title), justify=column.align, overflow="fold")
    if bars:
        table.add_column("", no_wrap=True, min_width=_BAR_WIDTH)
    for line in sheet.lines:
        cells = [Text(cell.text) for cell in line.cells]
        table.add_row(*cells, *([_bar(line, unicode=unicode)] if bars else []), style=_style(line))
    console.print(table)
    for caption in sheet.captions:
        console.print(Padding(Text(caption), (0, 0, 0, 0)))


def _style(line: Line) -> str:
    return _STYLES[line.role]


def _bar(line: Line, *, unicode: bool) -> Text:
    """A bar as long as the line's share of the largest count."""
    if line.share is None:
        return Text("")
    eighths = round(line.share * _BAR_WIDTH * 8)
    if not unicode:
        return Text("#" * (eighths // 8))
    return Text("█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip())
