"""Sheets as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tokbench.report.sheet import Cell, Column, Line, Sentence, Sheet


def of_sheets(sheets: Iterable[Sheet]) -> str:
    """Every sheet as a table, with its sentences and captions below it."""
    return "\n".join(_table(sheet.for_people()) for sheet in sheets)


def _table(sheet: Sheet) -> str:
    subtitle = f" ({escape(sheet.subtitle)})" if sheet.subtitle else ""
    head = "".join(f"<th>{escape(column.title)}</th>" for column in sheet.columns)
    lines = "\n".join(_line(line, sheet.columns) for line in sheet.lines)
    below = [*map(_sentence, sheet.sentences), *map(escape, sheet.captions)]
    return (
        f"<table>\n<caption>{escape(sheet.title)}{subtitle}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>"
        + "".join(f"\n<p>{each}</p>" for each in below)
    )


def _line(line: Line, columns: Iterable[Column]) -> str:
    cells = zip(line.cells, columns, strict=True)
    return f"<tr>{''.join(_cell(cell, column, line) for cell, column in cells)}</tr>"


def _cell(cell: Cell, column: Column, line: Line) -> str:
    text = escape(cell.text)
    shown = f"<b>{text}</b>" if text and line.role == "best" else text
    return f'<td style="text-align: {column.align}">{shown}</td>'


def _sentence(sentence: Sentence) -> str:
    before, name, after = map(escape, sentence)
    return f"{before}<b>{name}</b>{after}" if name else before
