"""A comparison as sheets: order, rounding, marks and captions, once for every output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Final

from tokbench.errors import option
from tokbench.pricing.money import dollars
from tokbench.report.sheet import (
    Cell,
    Column,
    Line,
    Role,
    Sheet,
    blank,
    percent,
    percent_text,
    whole,
    words,
)
from tokbench.result import (
    AS_GIVEN,
    Best,
    ComparisonResult,
    CounterInfo,
    Fidelity,
    PayloadResult,
    RoundTripVerdict,
    Row,
    saving_of,
)
from tokbench.text import plural, printable

_WORST_FIRST: Final[tuple[RoundTripVerdict, ...]] = ("lossy", "ambiguous", "off", "lossless")


def sheets(comparison: ComparisonResult) -> list[Sheet]:
    """One sheet a payload, and one of totals where there are several."""
    made = [_payload_sheet(comparison, payload) for payload in comparison.payloads]
    if len(made) > 1:
        made.append(_totals_sheet(comparison))
    return made


def _payload_sheet(comparison: ComparisonResult, payload: PayloadResult) -> Sheet:
    name = printable(payload.name)  # a file name may have control characters
    columns = (
        Column("payload", audience="programs"),
        Column("format"),
        Column("chars", align="right"),
        Column("bytes", align="right", audience="programs"),
        *_counter_columns(comparison.counters),
        *_price_columns(comparison),
        Column("fidelity"),
        Column("problems", align="right", audience="programs"),
        Column("first problem", audience="programs"),
        Column("skipped", audience="programs"),
    )
    winners = {best.format for best in payload.best.values()}
    first = comparison.counters[0]
    largest = max((row.tokens.get(first.name) or 0 for row in payload.rows), default=0)
    rows = sorted(
        payload.rows,
        key=lambda row: (row.skipped is not None, *_place(row.format, row.tokens.get(first.name))),
    )
    lines = [
        Line(
            (
                words(name),
                Cell(f"{row.format} (best)" if row.format in winners else row.format, row.format),
                whole(row.chars),
                whole(row.bytes),
                *_counts(comparison, row.format, row.tokens, row.ratio),
                *_costs(comparison, row),
                *_fidelity_cells(row),
            ),
            _role(row, comparison.baseline, winners),
            _share(row.tokens.get(first.name), largest),
        )
        for row in rows
    ]
    records = "" if payload.records is None else f", {plural(payload.records, 'record')}"
    subtitle = f"{payload.shape}{records}; baseline {comparison.baseline}"
    return Sheet(name, columns, tuple(lines), tuple(_captions(comparison, payload)), subtitle)


def _totals_sheet(comparison: ComparisonResult) -> Sheet:
    first = comparison.counters[0]
    totals = sorted(
        comparison.totals, key=lambda total: _place(total.format, total.tokens.get(first.name))
    )
    largest = max((total.tokens.get(first.name) or 0 for total in totals), default=0)
    lines = [
        Line(
            (
                words(total.format),
                *_counts(comparison, total.format, total.tokens, total.ratio),
                words("" if total.format == AS_GIVEN else _worst(comparison, total.format)),
            ),
            "baseline" if total.format == comparison.baseline else "plain",
            _share(total.tokens.get(first.name), largest),
        )
        for total in totals
    ]
    return Sheet(
        "total",
        (Column("format"), *_counter_columns(comparison.counters), Column("fidelity")),
        tuple(lines),
        ("Only formats that every payload could be rendered in.",),
        f"{len(comparison.payloads)} payloads; baseline {comparison.baseline}",
    )


def _worst(comparison: ComparisonResult, name: str) -> RoundTripVerdict:
    """The worst verdict of a format over all payloads; ``off`` where one was not checked."""
    rows = (row for payload in comparison.payloads for row in payload.rows)
    found = {row.fidelity.verdict for row in rows if row.format == name}
    return next((verdict for verdict in _WORST_FIRST if verdict in found), "off")


def _counter_columns(counters: Iterable[CounterInfo]) -> Iterator[Column]:
    for counter in counters:
        yield Column(f"{counter.name} tokens", align="right")
        yield Column(f"{counter.name} ratio", "ratio", "right", "wide screens")
        yield Column(f"{counter.name} saving", "saving", "right")


def _price_columns(comparison: ComparisonResult) -> Iterator[Column]:
    """The columns of costs; people do not see one that repeats another or is empty."""
    rows = [row for payload in comparison.payloads for row in payload.rows]
    for info in comparison.prices:
        costs = [row.costs[info.name] for row in rows if info.name in row.costs]
        has_window = any(cost.window is not None for cost in costs)
        yield Column(f"{info.name} $ per call", align="right")
        yield Column(
            f"{info.name} $ for {info.calls:,}",
            align="right",
            audience="everyone" if info.calls > 1 else "programs",
        )
        yield Column(f"{info.name} $ saved", align="right")
        yield Column(
            f"{info.name} window",
            align="right",
            audience="wide screens" if has_window else "programs",
        )


def _costs(comparison: ComparisonResult, row: Row) -> Iterator[Cell]:
    estimates = {info.name for info in comparison.counters if info.kind == "estimate"}
    for info in comparison.prices:
        cost = row.costs.get(info.name)
        if cost is None:
            yield from (blank("n/a") for _ in range(4))
            continue
        estimate = info.counter in estimates
        yield _money(cost.call, estimate)
        yield _money(cost.total, estimate)
        yield _money(cost.saving, estimate)
        yield blank("n/a") if cost.window is None else percent(float(cost.window))


def _money(amount: Decimal | None, estimate: bool) -> Cell:
    if amount is None:
        return blank("n/a")
    return Cell(f"{'~' if estimate else ''}{dollars(amount)}", str(amount))


def _counts(
    comparison: ComparisonResult,
    name: str,
    tokens: Mapping[str, int | None],
    ratios: Mapping[str, float | None],
) -> Iterator[Cell]:
    for counter in comparison.counters:
        ratio = ratios.get(counter.name)
        yield whole(tokens.get(counter.name), estimate=counter.kind == "estimate")
        yield percent(ratio)
        if name == comparison.baseline and ratio is not None:
            yield Cell("baseline", saving_of(ratio))
        else:
            yield percent(saving_of(ratio), signed=True)


def _fidelity_cells(row: Row) -> Iterator[Cell]:
    fidelity = row.fidelity
    if row.skipped is not None:
        yield blank("skipped")
        yield blank()
    else:
        text = "" if row.format == AS_GIVEN else _verdict(fidelity)
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


def _place(name: str, tokens: int | None) -> tuple[bool, bool, int]:
    """The key to sort a format by: its tokens; then without a count; then the text as given."""
    return name == AS_GIVEN, tokens is None, tokens or 0


def _captions(comparison: ComparisonResult, payload: PayloadResult) -> Iterator[str]:
    for counter in comparison.counters:
        yield _best_caption(comparison, payload, counter)
        yield from _cheaper_caption(payload.best.get(counter.name))
    remarks: dict[str, list[str]] = {}
    for row in payload.rows:
        for remark in _remarks(row):
            remarks.setdefault(remark, []).append(row.format)
    for remark, formats in remarks.items():
        yield f"{', '.join(formats)}: {remark}"
    for note in payload.notes:
        yield f"note: {note}"
    for counter in comparison.counters:
        for note in counter.notes:
            yield f"{counter.name}: {note}"
    for info in comparison.prices:
        side = "output" if info.output else "input"
        yield f"{info.name}: {side} price by {info.source}, on the tokens of {info.counter}"
    yield from comparison.framing


def _best_caption(
    comparison: ComparisonResult, payload: PayloadResult, counter: CounterInfo
) -> str:
    best = payload.best.get(counter.name)
    if best is None and counter.kind == "estimate":
        return f"{counter.name} is an estimate: it never names a winner."
    if best is None and any(counter.name in row.skipped_counters for row in payload.rows):
        return f"Best by {counter.name}: unknown, since it failed."
    if best is None:
        wider = " or ".join(option("allow", verdict) for verdict in ("ambiguous", "lossy"))
        return f"Best by {counter.name}: no format is lossless ({wider} allows others)."
    verdict = f"{best.fidelity} (sampled)" if best.checked is not None else best.fidelity
    base = payload.row(comparison.baseline).tokens[counter.name]
    saving = "" if best.saving is None else f" ({percent_text(best.saving, signed=True)})"
    return (
        f"Best by {counter.name}: {best.format}, {verdict}, {best.tokens:,} tokens "
        f"against {base:,} of {comparison.baseline}: saves {(base or 0) - best.tokens:+,}{saving}."
    )


def _cheaper_caption(best: Best | None) -> Iterator[str]:
    """What an ambiguous format would save over the best one, and what looks alike there."""
    if best is None or best.cheaper is None:
        return
    other, saved = best.cheaper, best.tokens - best.cheaper.tokens
    yield (
        f"{other.format} would save {saved:,} more ({percent_text(saved / best.tokens)}) but "
        f"{', '.join(other.alike)} look alike there (ambiguous): {option('allow', 'ambiguous')}"
    )


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
        yield f"{row.fidelity.verdict}, {count}; first at {_first_problem(row.fidelity)}"
    for note in row.fidelity.notes:
        yield f"note: {note}"


def _first_problem(fidelity: Fidelity) -> str:
    if not fidelity.problems:
        return ""
    problem = fidelity.problems[0]
    came_back = f"came back as {problem.got}" if problem.got else "did not come back"
    return f"{problem.path or '.'}: {problem.value or 'nothing'} {came_back}"
