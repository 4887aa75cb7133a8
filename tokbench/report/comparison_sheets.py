"""A comparison as sheets: order, rounding, marks and captions, once for every output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from tokbench.errors import option
from tokbench.report import summary_sheet, winner
from tokbench.report.sheet import (
    Cell,
    Column,
    Line,
    Role,
    Sheet,
    blank,
    percent,
    whole,
    words,
)
from tokbench.result import (
    AS_GIVEN,
    ComparisonResult,
    CounterInfo,
    Fidelity,
    PayloadResult,
    Row,
    saving_of,
    summed,
    worst,
)
from tokbench.text import listed, plural, printable

_ITSELF = "itself"
"""In place of a verdict on the text as given, which was not rendered."""


def sheets(comparison: ComparisonResult, *, details: bool = True) -> list[Sheet]:
    """One sheet of a single payload; of several a summary, their sheets, and one of totals.

    Args:
        comparison: What to show.
        details: Whether the sheets of several payloads are shown too.
    """
    if len(comparison.payloads) == 1:
        return payload_sheets(comparison)
    read = tuple(payload for payload in comparison.payloads if payload.error is None)
    in_total = summed(comparison.payloads)
    made = [summary_sheet.sheet(comparison, () if details else _without_details(comparison))]
    if details:
        made += payload_sheets(replace(comparison, payloads=read))
    if len(in_total) > 1:
        made.append(_totals_sheet(replace(comparison, payloads=in_total), len(read)))
    return made


def payload_sheets(comparison: ComparisonResult) -> list[Sheet]:
    """One sheet a payload; one that cannot be read has a line with the reason."""
    return [_payload_sheet(comparison, payload) for payload in comparison.payloads]


def _payload_sheet(comparison: ComparisonResult, payload: PayloadResult) -> Sheet:
    name = printable(payload.name)  # a file name may have control characters
    winners = {best.format for best in payload.best.values()}
    first, baseline = comparison.counters[0], comparison.baseline_of(payload)
    largest = max((row.tokens.get(first.name) or 0 for row in payload.rows), default=0)
    rows = sorted(
        payload.rows or [Row("", "", skipped=payload.error)],
        key=lambda row: (row.skipped is not None, *_place(row.tokens.get(first.name))),
    )
    lines = [
        Line(
            (
                words(name),
                _name(row.format, winners),
                whole(row.chars),
                whole(row.bytes),
                *_counts(comparison.counters, row.tokens, row.ratio, row.format == baseline),
                *_costs(comparison, payload, row),
                *_fidelity_cells(row),
            ),
            _role(row, baseline, winners),
            _share(row.tokens.get(first.name), largest),
            "programs" if payload.is_text and row.skipped is not None else "everyone",
        )
        for row in rows
    ]
    records = "" if payload.records is None else f", {plural(payload.records, 'record')}"
    subtitle = f"{payload.shape}{records}; baseline {baseline}"
    return Sheet(
        name,
        tuple(_payload_columns(comparison)),
        tuple(lines),
        tuple(_captions(comparison, payload)),
        subtitle,
        tuple(winner.of_payload(comparison, payload)),
    )


def _payload_columns(comparison: ComparisonResult) -> Iterator[Column]:
    yield Column("payload", audience="programs")
    yield Column("format")
    yield Column("chars", align="right", leaves=2)
    yield Column("bytes", align="right", audience="programs")
    yield from _counter_columns(comparison.counters)
    yield from _price_columns(comparison)
    yield Column("fidelity")
    yield Column("problems", align="right", audience="programs")
    yield Column("first problem", audience="programs")
    yield Column("skipped", audience="programs")


def _totals_sheet(comparison: ComparisonResult, read: int) -> Sheet:
    """The totals of payloads, which are all or some of the payloads that were read."""
    winners = {best.format for best in comparison.total_best.values()}
    first = comparison.counters[0]
    totals = sorted(comparison.totals, key=lambda total: _place(total.tokens.get(first.name)))
    largest = max((total.tokens.get(first.name) or 0 for total in totals), default=0)
    lines = [
        Line(
            (
                _name(total.format, winners),
                *_counts(
                    comparison.counters,
                    total.tokens,
                    total.ratio,
                    total.format == comparison.baseline,
                ),
                words(_total_verdict(comparison, total.format)),
            ),
            _total_role(total.format, comparison.baseline, winners),
            _share(total.tokens.get(first.name), largest),
        )
        for total in totals
    ]
    captions = ["Only formats that every payload could be rendered in."]
    if left_out := read - len(comparison.payloads):
        captions.append(f"Without {plural(left_out, 'plain text')}: those are sent as they are.")
    return Sheet(
        "total",
        (Column("format"), *_counter_columns(comparison.counters), Column("fidelity")),
        tuple(lines),
        tuple(captions),
        f"{len(comparison.payloads)} payloads; baseline {comparison.baseline}",
        tuple(winner.of_total(comparison)),
    )


def _name(name: str, winners: set[str]) -> Cell:
    return Cell(f"{name} (best)" if name in winners else name, name)


def _total_role(name: str, baseline: str, winners: set[str]) -> Role:
    if name in winners:
        return "best"
    return "baseline" if name == baseline else "plain"


def _total_verdict(comparison: ComparisonResult, name: str) -> str:
    """The worst verdict of a format over all payloads."""
    if name == AS_GIVEN:
        return _ITSELF
    rows = (row for payload in comparison.payloads for row in payload.rows)
    found = [row.fidelity for row in rows if row.format == name]
    verdict = worst(each.verdict for each in found)
    sampled = verdict == "lossless" and any(each.checked is not None for each in found)
    return "lossless (sampled)" if sampled else verdict


def _counter_columns(counters: Iterable[CounterInfo]) -> Iterator[Column]:
    for counter in counters:
        yield Column(f"{counter.name} tokens", align="right")
        yield Column(f"{counter.name} ratio", "ratio", "right", leaves=1)
        yield Column(f"{counter.name} saving", "saving", "right", leaves=7)


def _price_columns(comparison: ComparisonResult) -> Iterator[Column]:
    """The columns of costs; people do not see one that repeats another or is empty."""
    rows = [row for payload in comparison.payloads for row in payload.rows]
    for info in comparison.prices:
        costs = [row.costs[info.name] for row in rows if info.name in row.costs]
        has_window = any(cost.window is not None for cost in costs)
        yield Column(f"{info.name} $ per call", align="right", leaves=3)
        yield Column(
            f"{info.name} $ for {info.calls:,}",
            align="right",
            audience="everyone" if info.calls > 1 else "programs",
        )
        yield Column(f"{info.name} $ saved", align="right", leaves=6)
        yield Column(
            f"{info.name} window",
            align="right",
            audience="everyone" if has_window else "programs",
            leaves=5,
        )


def _costs(comparison: ComparisonResult, payload: PayloadResult, row: Row) -> Iterator[Cell]:
    estimates = {info.name for info in comparison.counters if info.kind == "estimate"}
    for info in comparison.prices:
        cost = row.costs.get(info.name)
        if cost is None:
            yield from (blank("n/a") for _ in range(4))
            continue
        estimate = info.counter in estimates
        costs = [each.costs[info.name] for each in payload.rows if info.name in each.costs]
        yield _money(cost.call, [each.call for each in costs], estimate)
        yield _money(cost.total, [each.total for each in costs], estimate)
        yield _money(cost.saving, [each.saving for each in costs], estimate)
        window = None if cost.window is None else float(cost.window)
        yield percent(window, estimate=estimate)


def _money(amount: Decimal | None, column: Iterable[Decimal | None], estimate: bool) -> Cell:
    """An amount with as many decimals as the others of its column."""
    from tokbench.pricing.money import dollars  # few comparisons have prices

    if amount is None:
        return blank("n/a")
    decimals = max(len(dollars(each).partition(".")[2]) for each in column if each is not None)
    return Cell(f"{'~' if estimate else ''}{dollars(amount, decimals)}", str(amount))


def _counts(
    counters: Iterable[CounterInfo],
    tokens: Mapping[str, int | None],
    ratios: Mapping[str, float | None],
    is_baseline: bool,
) -> Iterator[Cell]:
    for counter in counters:
        ratio = ratios.get(counter.name)
        yield whole(tokens.get(counter.name), estimate=counter.kind == "estimate")
        yield percent(ratio)
        if is_baseline and ratio is not None:
            yield Cell("baseline", saving_of(ratio))
        else:
            yield percent(saving_of(ratio), signed=True)


def _fidelity_cells(row: Row) -> Iterator[Cell]:
    fidelity = row.fidelity
    if row.skipped is not None:
        yield blank("skipped")
        yield blank()
    else:
        text = _ITSELF if row.format == AS_GIVEN else _verdict(fidelity)
        yield Cell(text, fidelity.verdict)
        yield Cell("", fidelity.problem_count)
    yield words(_first_problem(fidelity))
    yield words(row.skipped or "; ".join(row.skipped_counters.values()))


def _verdict(fidelity: Fidelity) -> str:
    """The verdict with the number of problems, which is the least where a part was read back."""
    in_part = fidelity.checked is not None
    if fidelity.problem_count:
        return f"{fidelity.verdict} ({'≥ ' if in_part else ''}{fidelity.problem_count:,})"
    return f"{fidelity.verdict} (sampled)" if in_part else fidelity.verdict


def _role(row: Row, baseline: str, winners: set[str]) -> Role:
    if row.skipped is not None or row.format == AS_GIVEN:
        return "aside"
    if row.format in winners:
        return "best"
    if row.format == baseline:
        return "baseline"
    return "warning" if row.fidelity.verdict in ("ambiguous", "lossy") else "plain"


def _share(tokens: int | None, largest: int) -> float | None:
    return tokens / largest if tokens is not None and largest else None


def _place(tokens: int | None) -> tuple[bool, int]:
    """The key to sort a format by: its tokens; without a count it comes last."""
    return tokens is None, tokens or 0


def _captions(comparison: ComparisonResult, payload: PayloadResult) -> Iterator[str]:
    remarks: dict[str, list[str]] = {}
    for row in payload.rows:
        for remark in _remarks(row):
            remarks.setdefault(remark, []).append(row.format)
    for remark, formats in remarks.items():
        yield f"{', '.join(formats)}: {remark}"
    for note in payload.notes:
        yield f"note: {note}"
    yield from _common(comparison)


def _without_details(comparison: ComparisonResult) -> Iterator[str]:
    """What the captions say where no sheet of a payload does."""
    rows = [row for payload in comparison.payloads for row in payload.rows]
    failures = [failure for row in rows for failure in row.skipped_counters.items()]
    yield from dict.fromkeys(f"{counter} failed: {reason}" for counter, reason in failures)
    if commented := [each.name for each in comparison.payloads if each.comments]:
        yield f"Renderings drop the comments of {listed(commented)}."
    yield from _common(comparison)
    yield f"{option('verbose', True)} shows every format of each payload."


def _common(comparison: ComparisonResult) -> Iterator[str]:
    """What the captions say about all payloads."""
    for counter in comparison.counters:
        for note in counter.notes:
            yield f"{counter.name}: {note}"
    for info in comparison.prices:
        side = "output" if info.output else "input"
        yield f"{info.name}: {side} price by {info.source}, on the tokens of {info.counter}"
    yield from comparison.framing


def _remarks(row: Row) -> Iterator[str]:
    """What the captions say about one row."""
    if row.skipped is not None:
        yield f"skipped: {row.skipped}"
    for counter, reason in row.skipped_counters.items():
        yield f"{counter} failed: {reason}"
    if row.fidelity.problems:
        count = plural(row.fidelity.problem_count, "problem")
        if row.fidelity.checked is not None:
            count = f"at least {count}"
        problems = f"{row.fidelity.verdict}, {count}; first at {_first_problem(row.fidelity)}"
        yield "; ".join((problems, *row.fidelity.notes))
    else:
        yield from (f"note: {note}" for note in row.fidelity.notes)


def _first_problem(fidelity: Fidelity) -> str:
    if not fidelity.problems:
        return ""
    problem = fidelity.problems[0]
    came_back = f"came back as {problem.got}" if problem.got else "did not come back"
    return f"{problem.path or '.'}: {problem.value or 'nothing'} {came_back}"
