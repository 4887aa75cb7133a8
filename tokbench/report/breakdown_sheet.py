"""What the paths of a payload cost, as a sheet."""

from __future__ import annotations

from tokbench.advice.breakdown import Breakdown
from tokbench.report.sheet import Column, Line, Sheet, blank, percent, whole, words


def sheet(found: Breakdown) -> Sheet:
    """What leaving out each path would save, and what shortening its values would."""
    info = found.counter
    estimate = info.kind == "estimate"
    total = whole(found.tokens, estimate=estimate).text
    subtitle = "" if found.tokens is None else f"{total} {info.name} tokens, {found.format}"
    lines: list[Line] = []
    for path in found.paths:
        part = path.dropping / found.tokens if path.dropping is not None and found.tokens else None
        dropping = (whole(path.dropping, estimate=estimate), percent(part))
        shortenings = [
            (words(rule), whole(saved, estimate=estimate)) for rule, saved in path.shortening
        ]
        for rule in shortenings or [(blank(), blank())]:
            lines.append(Line((words(path.path), *dropping, *rule)))
            dropping = (blank(), blank())
    return Sheet(
        found.payload,
        (
            Column("path"),
            Column("dropping saves", align="right"),
            Column("of the whole", align="right", leaves=1),
            Column("shortening", wraps=True),
            Column("saves", align="right"),
        ),
        tuple(lines),
        (*found.remarks, *(f"{info.name}: {note}" for note in info.notes)),
        subtitle,
    )
