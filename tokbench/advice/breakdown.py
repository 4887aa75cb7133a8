"""Where the tokens of one payload go: what leaving out and what shortening each path saves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tokbench import serializers
from tokbench.advice import paths
from tokbench.advice.ablation import Ablation, first
from tokbench.advice.paths import Pattern
from tokbench.counters.choice import choose_one
from tokbench.errors import CannotRender, UsageError, option
from tokbench.payload import Json, Payload
from tokbench.progress import Progress, moving, no_progress
from tokbench.ranking import Bench
from tokbench.result import CounterInfo

NOT_A_SUM = (
    "Dropping saves the whole less the rendering without the path; such figures do not add up."
)
_TRIED = 80


@dataclass(frozen=True, slots=True)
class PathReport:
    """A path such as ``orders[].note``, with the tokens that changes to it save.

    Attributes:
        dropping: What leaving it out saves; None where that cannot be done.
        shortening: What else could be sent there, with what it saves.
    """

    path: str
    dropping: int | None
    shortening: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What the paths of a payload cost.

    Attributes:
        payload: The payload's name.
        format: The name of the format that it is sent in.
        counter: What counted.
        tokens: The tokens of the whole.
        paths: The paths, the costliest first.
        remarks: What must be said of the figures.
    """

    payload: str
    format: str
    counter: CounterInfo
    tokens: int | None
    paths: tuple[PathReport, ...]
    remarks: tuple[str, ...]


def of_payload(
    payload: Payload,
    form: str | None,
    counter: str,
    processes: int = 1,
    progress: Progress = no_progress,
) -> Breakdown:
    """What the paths of a payload cost in a format, or in the cheapest lossless one.

    Raises:
        CannotRender: The payload is plain text, or the format cannot hold it.
        UnknownNameError: The format or the counter does not exist.
        UsageError: No format was named and there is no best one, such as by an estimate.
        CounterError: The counter failed.
    """
    if payload.is_text:
        hint = f"{option('input_format')} says what data it holds; tokbench count counts it"
        raise CannotRender("plain text has no fields to explain", place=payload.name, hint=hint)
    chosen = serializers.get(form or _best(payload, counter, processes, progress))
    ablation = Ablation(payload, chosen, choose_one(counter), processes, progress)
    # Says why, where the format cannot hold the payload at all.
    ablation.following(lambda: serializers.rendered(payload, chosen))
    return breakdown(ablation)


def _best(payload: Payload, counter: str, processes: int, progress: Progress) -> str:
    """The name of the cheapest lossless format."""
    (result,) = Bench.of(counters=[counter]).run([payload], progress, processes).payloads
    if not result.best:
        reason = f"no format is the best one by {counter}"
        raise UsageError(reason, place=payload.name, hint=f"name one with {option('format')}")
    return next(iter(result.best.values())).format


def breakdown(ablation: Ablation) -> Breakdown:
    """What leaving out and what shortening each path of a payload would save.

    Raises:
        CounterError: The counter failed.
    """
    data = ablation.payload.data
    values = ablation.following(lambda: paths.scalars(data))
    size = ablation.sizes | {
        pattern: sum(len(str(value)) for value in found)
        for pattern, found in values.items()
        if pattern and pattern[-1] is None
    }
    tried = first(size, size, _TRIED)
    keys = [pattern for pattern in tried if pattern[-1] is not None]
    rules = ablation.following(
        lambda: [(p, *found) for p in moving(tried) for found in _fitting(values.get(p, []))]
    )
    savings = ablation.savings(
        [partial(paths.without, data, pattern) for pattern in keys]
        + [partial(paths.changed, data, pattern, rule) for pattern, _, rule in rules]
    )
    dropping = dict(zip(keys, savings, strict=False))
    shortening: dict[Pattern, list[tuple[str, int]]] = {}
    for (pattern, name, _), saved in zip(rules, savings[len(keys) :], strict=True):
        if saved is not None and saved > 0:
            shortening.setdefault(pattern, []).append((name, saved))
    reports = [
        PathReport(paths.text_of(p), dropping.get(p), tuple(shortening.get(p, ()))) for p in tried
    ]
    useful = [report for report in reports if report.dropping is not None or report.shortening]
    cut = (f"Only the {len(tried)} largest of {len(size):,} paths were tried.",)
    return Breakdown(
        payload=ablation.payload.name,
        format=ablation.form.name,
        counter=ablation.counter.info,
        tokens=ablation.whole,
        paths=tuple(sorted(useful, key=lambda report: -(report.dropping or 0))),
        remarks=(NOT_A_SUM, *ablation.remarks, *(cut if len(tried) < len(size) else ())),
    )


_Rule = Callable[[Json], Json]
"""A value in, a shorter one out, or None where the rule is not about such a value."""


def _fitting(values: list[Json]) -> Iterator[tuple[str, _Rule]]:
    """Every rule that fits all values of a path and changes one, as a rule that keeps null."""
    sent = [value for value in values if value is not None]
    for name, rule in _RULES.items():
        shortened = [rule(value) for value in sent]
        if None not in shortened and shortened != sent:
            yield name, partial(_or_itself, rule)


def _or_itself(rule: _Rule, value: Json) -> Json:
    shortened = rule(value)
    return value if shortened is None else shortened


_TIMESTAMP = re.compile(
    r"(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d)?)([.,]\d+)?(Z|[+-]\d\d(?::?\d\d)?)?"
)


def _epoch_to_seconds(first: int) -> _Rule:
    """Epoch times from September 2001 to November 2286, in a unit in which they begin at first."""

    def shorten(value: Json) -> Json:
        if isinstance(value, int) and first <= value < 10 * first:
            return value * 10**9 // first
        return None

    return shorten


def _rounded(value: Json) -> Json:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return round(value, 3)


def _to_the_second(value: Json) -> Json:
    match = _TIMESTAMP.fullmatch(value) if isinstance(value, str) else None
    return f"{match[1]}{match[2]}{match[4] or ''}" if match and match[3] else None


def _to_the_date(value: Json) -> Json:
    match = _TIMESTAMP.fullmatch(value) if isinstance(value, str) else None
    return match[1] if match else None


_RULES: dict[str, _Rule] = {
    "epoch milliseconds to seconds": _epoch_to_seconds(10**12),
    "epoch microseconds to seconds": _epoch_to_seconds(10**15),
    "epoch nanoseconds to seconds": _epoch_to_seconds(10**18),
    "numbers to 3 decimals": _rounded,
    "timestamp to the second": _to_the_second,
    "timestamp to the date": _to_the_date,
}
"""Shorter values that a reader may accept where all values of a path are of one kind."""
