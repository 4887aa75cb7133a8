"""What the parts of a payload cost.

The cost of a path is the tokens of the whole less those of the rendering without it: what dropping
it would save. Tokens cross the borders of fields and a key may be shared, so such figures do not
add up; nothing here pretends that they do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tokbench import serializers
from tokbench.advice import paths
from tokbench.advice.paths import Pattern
from tokbench.counters import Counter
from tokbench.errors import CannotRender
from tokbench.payload import Json, Payload
from tokbench.result import AS_GIVEN
from tokbench.serializers import Format

NOT_A_SUM = (
    "Dropping saves the whole less the rendering without the path; such figures do not add up."
)
_TRIED_IN_CHECK = 16
_SHOWN_IN_CHECK = 5
_TRIED_AT_DESK = 80


@dataclass(frozen=True, slots=True)
class PathCost:
    """What a path costs.

    Attributes:
        path: A pattern such as ``orders[].note``.
        tokens: What dropping it would save now, or in a list of growth, how much that has grown.
    """

    path: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a payload costs what it costs.

    Attributes:
        costs: The paths that matter most, the largest first.
        grown: Whether the costs are growth since ``since``, or what stands there now.
        since: The git revision of the earlier payload, where it could be had.
        remarks: How the figures are to be read, one line each.
    """

    costs: tuple[PathCost, ...]
    grown: bool = False
    since: str | None = None
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Costing:
    """Renders variants of one payload and counts them.

    Attributes:
        payload: The payload.
        form: The format it is sent in.
        counter: What counts.
    """

    payload: Payload
    form: Format
    counter: Counter

    @cached_property
    def stand_in(self) -> Format:
        """The format that variants are rendered in.

        A text as given has none, so it is the format that gives that very text back, or minified
        JSON where no format does.
        """
        if self.form.name != AS_GIVEN:
            return self.form
        text = (self.payload.text or "").replace("\r\n", "\n").rstrip("\n")
        likely = ("json-min", "json-pretty", "json-default", "csv", "tsv", "yaml")
        return next(
            (
                form
                for form in map(serializers.get, likely)
                if _rendered(form, self.payload.data) == text
            ),
            serializers.get("json-min"),
        )

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What must be said of the figures beside that they do not add up."""
        if self.form.name == AS_GIVEN:
            return (f"The text as given was taken apart as {self.stand_in.name}.",)
        return ()

    @cached_property
    def whole(self) -> int | None:
        """The tokens of the payload as it is."""
        return self.tokens_of(self.payload.data)

    @cached_property
    def sizes(self) -> dict[Pattern, int]:
        """Every path, with its size in characters: cheap, and near enough to choose by."""
        return paths.sizes(self.payload.data)

    def tokens_of(self, data: Json) -> int | None:
        """The tokens of a variant; None where the format cannot hold it.

        Raises:
            CounterError: The counter failed.
        """
        rendering = _rendered(self.stand_in, data)
        return None if rendering is None else self.counter.count(rendering)

    def saving(self, variant: Json) -> int | None:
        """The tokens that a variant saves; None where the format cannot hold it."""
        tokens = self.tokens_of(variant)
        return None if tokens is None or self.whole is None else self.whole - tokens

    def cost(self, pattern: Pattern) -> int | None:
        """What dropping a path would save; None where the rest cannot be rendered."""
        return self.saving(paths.without(self.payload.data, pattern))


def _rendered(form: Format, data: Json) -> str | None:
    try:
        return form.render(Payload("variant", data))
    except CannotRender:
        return None


def largest(costing: Costing) -> Explanation:
    """The paths that cost most now: only those with nothing below them."""
    tried = _first(paths.leaves(costing.sizes), costing.sizes, _TRIED_IN_CHECK)
    costs = [
        PathCost(paths.text_of(p), cost) for p in tried if (cost := costing.cost(p)) is not None
    ]
    return Explanation(_shown(costs), remarks=costing.remarks)


def growth(now: Costing, before: Costing, revision: str) -> Explanation:
    """The paths whose cost grew most between two states of a payload.

    Args:
        now: The payload now, in its format now.
        before: The payload then, in its format then.
        revision: Where the payload of then comes from.
    """
    grown = {path: size - before.sizes.get(path, 0) for path, size in now.sizes.items()}
    candidates = paths.grown_apart(now.sizes, before.sizes)
    costs: list[PathCost] = []
    for pattern in _first(candidates, grown, _TRIED_IN_CHECK):
        cost = now.cost(pattern)
        then = before.cost(pattern) if pattern in before.sizes else 0
        if cost is not None and then is not None and cost > then:
            costs.append(PathCost(paths.text_of(pattern), cost - then))
    remarks = (*_causes(now, before), *now.remarks)
    return Explanation(_shown(costs), grown=True, since=revision, remarks=remarks)


def _causes(now: Costing, before: Costing) -> Iterator[str]:
    """How much of the growth is the format's, and which lists have got longer."""
    if now.form.name != before.form.name:
        same_data = Costing(before.payload, now.form, now.counter).whole
        if same_data is not None and before.whole is not None:
            yield (
                f"The change of format from {before.form.name} to {now.form.name} alone costs "
                f"{same_data - before.whole:+,} tokens on the earlier data."
            )
    lengths = paths.lengths(before.payload.data)
    for pattern, length in paths.lengths(now.payload.data).items():
        if lengths.get(pattern, length) < length:
            yield f"{paths.text_of(pattern)}: {lengths[pattern]:,} -> {length:,} items."


def _first(patterns: Iterable[Pattern], size: dict[Pattern, int], number: int) -> list[Pattern]:
    return sorted(patterns, key=lambda p: (-size[p], paths.text_of(p)))[:number]


def _shown(costs: Iterable[PathCost]) -> tuple[PathCost, ...]:
    return tuple(sorted(costs, key=lambda cost: -cost.tokens)[:_SHOWN_IN_CHECK])


@dataclass(frozen=True, slots=True)
class PathReport:
    """One path at the desk.

    Attributes:
        path: A pattern such as ``orders[].note``.
        dropping: Tokens that dropping it saves; None where that cannot be done.
        shortening: What else could be sent there, with the tokens that it saves.
    """

    path: str
    dropping: int | None
    shortening: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A whole payload at the desk.

    Attributes:
        tokens: The tokens of the whole.
        paths: One a path, the costliest first.
        remarks: How the figures are to be read, one line each.
    """

    tokens: int | None
    paths: tuple[PathReport, ...]
    remarks: tuple[str, ...]


def breakdown(costing: Costing) -> Breakdown:
    """Every path of a payload, with what dropping it and what shortening it would save.

    Raises:
        CounterError: The counter failed.
    """
    values = paths.scalars(costing.payload.data)
    size = costing.sizes | {
        pattern: sum(len(str(value)) for value in found)
        for pattern, found in values.items()
        if pattern and pattern[-1] is None
    }
    tried = _first(size, size, _TRIED_AT_DESK)
    reports = [
        PathReport(
            paths.text_of(pattern),
            costing.cost(pattern) if pattern[-1] is not None else None,
            tuple(_shortenings(costing, pattern, values.get(pattern, []))),
        )
        for pattern in tried
    ]
    useful = [report for report in reports if report.dropping is not None or report.shortening]
    cut = (f"Only the {len(tried)} largest of {len(size):,} paths were tried.",)
    return Breakdown(
        tokens=costing.whole,
        paths=tuple(sorted(useful, key=lambda report: -(report.dropping or 0))),
        remarks=(NOT_A_SUM, *costing.remarks, *(cut if len(tried) < len(size) else ())),
    )


def _shortenings(
    costing: Costing, pattern: Pattern, values: list[Json]
) -> Iterator[tuple[str, int]]:
    """Every rule that fits all values of a path, with what it saves."""
    for name, shorten in _RULES.items():
        sent = [value for value in values if value is not None]
        shortened = [shorten(value) for value in sent]
        if None in shortened or shortened == sent:
            continue

        def change(value: Json, shorten: _Rule = shorten) -> Json:
            shortened = shorten(value)
            return value if shortened is None else shortened

        saved = costing.saving(paths.changed(costing.payload.data, pattern, change))
        if saved is not None and saved > 0:
            yield name, saved


_Rule = Callable[[Json], Json]
"""A value in, a shorter one out, or None where the rule is not about such a value."""

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
    if match is None or match[3] is None:
        return None
    return f"{match[1]}{match[2]}{match[4] or ''}"


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
"""Where every value of a path is of one sort, what a reader may well do with less of."""
