"""What the paths of a payload cost, as a sheet."""

from __future__ import annotations

from tokbench.advice.breakdown import Breakdown
from tokbench.report.sheet import Cell, Column, Line, Sheet, blank, percent, whole, words
from tokbench.result import CounterInfo


def breakdown_sheet(name: str, form: str, info: CounterInfo, found: Breakdown) -> Sheet:
    """What the paths of one payload cost, with what shortening their values would save."""
    estimate = info.kind == "estimate"
    total = whole(found.tokens, estimate=estimate).text
    whole_tokens = "" if found.tokens is None else f"{total} {info.name} tokens, {form}"
    lines: list[Line] = []
    for path in found.paths:
        dropping = (
            whole(path.dropping, estimate=estimate),
            _share(path.dropping, found.tokens),
        )
        shortenings = [
            (words(rule), whole(saved, estimate=estimate)) for rule, saved in path.shortening
        ]
        for rule in shortenings or [(blank(), blank())]:
            lines.append(Line((words(path.path), *dropping, *rule)))
            dropping = (blank(), blank())
    return Sheet(
        name,
        (
            Column("path"),
            Column("dropping saves", align="right"),
            Column("of the whole", align="right"),
            Column("shortening"),
            Column("saves", align="right"),
        ),
        tuple(lines),
        (*found.remarks, *(f"{info.name}: {note}" for note in info.notes)),
        whole_tokens,
    )


def _share(part: int | None, tokens: int | None) -> Cell:
    return percent(part / tokens if part is not None and tokens else None)
