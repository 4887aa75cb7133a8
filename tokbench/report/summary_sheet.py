"""Several payloads in one sheet: what each costs as given and in its best format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tokbench.report.sheet import Cell, Column, Line, Sheet, blank, percent, whole, words
from tokbench.report.winner import is_no_dearer
from tokbench.result import ComparisonResult, CounterInfo, PayloadResult
from tokbench.text import plural, printable

AS_IT_IS = "as it is"
"""In place of a format, where the text as given costs no more than any."""


def sheet(comparison: ComparisonResult, captions: Iterable[str] = ()) -> Sheet:
    """One line a payload, in the order in which they were given.

    Args:
        comparison: What was compared.
        captions: What to say below it.
    """
    unread = any(payload.error is not None for payload in comparison.payloads)
    columns = [Column("payload")]
    for counter in comparison.counters:
        columns += _columns(counter, alone=len(comparison.counters) == 1)
    if unread:
        columns.append(Column("error"))
    lines = [_line(comparison, payload, unread=unread) for payload in comparison.payloads]
    title, subtitle = "summary", plural(len(lines), "payload")
    return Sheet(title, tuple(columns), tuple(lines), tuple(captions), subtitle)


def _columns(counter: CounterInfo, *, alone: bool) -> Iterator[Column]:
    prefix = "" if alone else f"{counter.name} "
    yield Column(f"{counter.name} as given", f"{prefix}as given", "right")
    yield Column(f"{counter.name} best", "best")
    yield Column(f"{counter.name} tokens", align="right")
    yield Column(f"{counter.name} saving", "saving", "right")


def _line(comparison: ComparisonResult, payload: PayloadResult, *, unread: bool) -> Line:
    cells = [words(printable(payload.name))]
    for counter in comparison.counters:
        cells += _cells(payload, counter)
    if unread:
        cells.append(words(payload.error or ""))
    return Line(tuple(cells), "warning" if payload.error is not None else "plain")


def _cells(payload: PayloadResult, counter: CounterInfo) -> Iterator[Cell]:
    """As given, the best way to send it, its tokens, and what that saves of the text as given."""
    estimate = counter.kind == "estimate"
    given, best = payload.as_given.get(counter.name), payload.best.get(counter.name)
    failed = best is None and any(counter.name in row.skipped_counters for row in payload.rows)
    yield whole(given, estimate=estimate)
    if best is not None and not is_no_dearer(best):
        yield from (words(best.format), whole(best.tokens))
        yield percent(best.saving_as_given, signed=True)
    elif given is not None and not estimate and not failed:
        yield from (words(AS_IT_IS), whole(given), percent(0.0))
    else:
        yield from (blank("n/a"), blank("n/a"), blank("n/a"))
