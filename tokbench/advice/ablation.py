"""What leaving a part of a payload out would save: ablation.

The cost of a path is the tokens of the whole less those of the rendering without it. Tokens cross
the borders of fields and a key may be shared, so such figures do not add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple, TypeVar

from tokbench import serializers
from tokbench.advice import paths
from tokbench.advice.paths import Pattern
from tokbench.counters import Counter
from tokbench.errors import CannotRender
from tokbench.measure import ask, measure, measure_each, measure_one
from tokbench.payload import Json, Payload
from tokbench.progress import Progress, no_progress
from tokbench.result import AS_GIVEN
from tokbench.serializers import Format
from tokbench.watch import Piece

T = TypeVar("T")

Variant = Callable[[], Json]
"""Makes a changed copy of a payload's data, when it is measured: only one exists at a time."""

_TRIED = 16
_SHOWN = 5

_LIKELY = ("json-min", "json-pretty", "json-default", "csv", "tsv", "yaml")
"""The formats that a text as given is compared with, the likeliest first."""


class PathCost(NamedTuple):
    """A path such as ``orders[].note``, and what leaving it out saves or by how much that grew."""

    path: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a payload costs what it costs.

    Attributes:
        costs: The paths that cost or have grown most, the largest first.
        grown: Whether the costs are growth since ``since``, or what is there now.
        since: The git revision of the earlier payload, where there is one.
        remarks: How the figures are to be read, one line each.
    """

    costs: tuple[PathCost, ...]
    grown: bool = False
    since: str | None = None
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ablation:
    """Measures variants of one payload in the format that it is sent in."""

    payload: Payload
    form: Format
    counter: Counter
    processes: int = 1
    progress: Progress = no_progress

    @cached_property
    def proxy(self) -> Format:
        """The format that variants are rendered in.

        A text as given has none of its own, so it is the format whose rendering equals that text,
        or minified JSON where no format's does.
        """
        if self.form.name != AS_GIVEN:
            return self.form
        text = (self.payload.text or "").replace("\r\n", "\n").rstrip("\n")
        for form in map(serializers.get, _LIKELY):
            with suppress(CannotRender):
                if form.rendering(self.payload) == text:
                    return form
        return serializers.get("json-min")

    @property
    def remarks(self) -> tuple[str, ...]:
        """What must be said of the figures beside that they do not add up."""
        if self.payload.is_text:
            return ("Plain text has no paths to take apart.",)
        if self.form.name == AS_GIVEN:
            return (f"The text as given was taken apart as {self.proxy.name}.",)
        return ()

    @cached_property
    def whole(self) -> int | None:
        """The tokens of the payload as it is; None where the format cannot hold it."""
        return self.tokens([lambda: self.payload.data])[0]

    @cached_property
    def sizes(self) -> dict[Pattern, int]:
        """Every path, with its size in characters: quick to find, and close enough to choose by."""
        return self.following(lambda: paths.sizes(self.payload.data))

    def following(self, work: Callable[[], T]) -> T:
        """The result of some work on all of the payload, whose progress is shown."""
        piece = Piece(f"the paths of {self.payload.name}", self.payload.size or 0)
        return measure_one(work, piece, self.progress)

    def tokens(self, variants: Sequence[Variant]) -> list[int | None]:
        """The tokens of each variant; None where the format cannot hold it.

        Raises:
            CounterError: The counter failed.
        """
        counters, name = (self.counter,), self.counter.info.name
        cells = measure_each(
            lambda index: measure(Payload("variant", variants[index]()), self.proxy, counters),
            [Piece(f"parts of {self.payload.name}", self.payload.size or 0)] * len(variants),
            self.processes,
            self.progress,
        )
        counted = ask(list(cells), counters, progress=self.progress)
        return [None if cell.skipped is not None else cell.tokens(name) for cell in counted]

    def savings(self, variants: Sequence[Variant]) -> list[int | None]:
        """The tokens that each variant saves; None where the format cannot hold it."""
        return [
            None if tokens is None or self.whole is None else self.whole - tokens
            for tokens in self.tokens(variants)
        ]

    def costs(self, patterns: Sequence[Pattern]) -> list[int | None]:
        """What leaving out each path would save; None where the rest cannot be rendered."""
        return self.savings([partial(paths.without, self.payload.data, p) for p in patterns])


def largest(ablation: Ablation) -> Explanation:
    """The paths that cost most now: only those with nothing below them."""
    tried = first(paths.leaves(ablation.sizes), ablation.sizes, _TRIED)
    costs = zip(tried, ablation.costs(tried), strict=True)
    return Explanation(
        _shown(PathCost(paths.text_of(path), cost) for path, cost in costs if cost is not None),
        remarks=ablation.remarks,
    )


def growth(now: Ablation, before: Ablation, revision: str) -> Explanation:
    """The paths whose cost grew most since a revision, which had the earlier payload."""
    grown = {path: size - before.sizes.get(path, 0) for path, size in now.sizes.items()}
    tried = first(paths.grown_apart(now.sizes, before.sizes), grown, _TRIED)
    known = [path for path in tried if path in before.sizes]
    then = dict.fromkeys(tried, 0) | dict(zip(known, before.costs(known), strict=True))
    costs = (
        PathCost(paths.text_of(path), cost - earlier)
        for path, cost in zip(tried, now.costs(tried), strict=True)
        if cost is not None and (earlier := then[path]) is not None and cost > earlier
    )
    remarks = (*_causes(now, before), *now.remarks)
    return Explanation(_shown(costs), grown=True, since=revision, remarks=remarks)


def _causes(now: Ablation, before: Ablation) -> Iterator[str]:
    """How much of the growth is due to the format, and which lists have become longer."""
    if now.form.name != before.form.name:
        same_data = Ablation(before.payload, now.form, now.counter).whole
        if same_data is not None and before.whole is not None:
            yield (
                f"The change of format from {before.form.name} to {now.form.name} alone costs "
                f"{same_data - before.whole:+,} tokens on the earlier data."
            )
    lengths = paths.lengths(before.payload.data)
    for pattern, length in paths.lengths(now.payload.data).items():
        if lengths.get(pattern, length) < length:
            yield f"{paths.text_of(pattern)}: {lengths[pattern]:,} -> {length:,} items."


def first(patterns: Iterable[Pattern], size: dict[Pattern, int], number: int) -> list[Pattern]:
    """The largest patterns, at most ``number``; ties by their text."""
    return sorted(patterns, key=lambda p: (-size[p], paths.text_of(p)))[:number]


def _shown(costs: Iterable[PathCost]) -> tuple[PathCost, ...]:
    return tuple(sorted(costs, key=lambda cost: -cost.tokens)[:_SHOWN])
