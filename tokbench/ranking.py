"""Payloads x formats x counters: render once, count with every counter, read back, drop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Literal

from tokbench import fidelity, serializers
from tokbench.counters import DEFAULT_COUNTER, Counter, get_or_failing, outcomes
from tokbench.counters.estimates import NO_TOKENS
from tokbench.counters.models import ModelChoice, ModelCounter, resolve_model
from tokbench.errors import CannotRender, CounterError, UsageError
from tokbench.framing import PLAIN, Framing
from tokbench.optional import version_of
from tokbench.payload import Payload
from tokbench.pricing.money import Pricing
from tokbench.result import (
    AS_GIVEN,
    UNCHECKED,
    Best,
    ComparisonResult,
    Fidelity,
    PayloadResult,
    PriceInfo,
    Row,
    Total,
    saving_of,
)
from tokbench.serializers import Format
from tokbench.text import utf8_size
from tokbench.version import __version__
from tokbench.workers import available, spread

DEFAULT_BASELINE = "json-pretty"

FidelityMode = Literal["auto", "off", "full"]
Progress = Callable[[int, int, str], None]
"""Told the cells done, the cells in all, and what is being worked on."""

SPREAD_FROM = 500_000
"""Bytes of payload from which on a second process wins more than its start costs."""

AUTO_LIMIT = 2_000_000
"""Bytes of payload up to which ``auto`` reads every rendering back."""


@dataclass(frozen=True)
class Bench:
    """What to measure, apart from the payloads.

    Attributes:
        formats: The formats, in the order of the rows; ``as-given`` may be one.
        counters: The counters, in the order of the columns.
        baseline: The name of the format that every ratio is taken against, one of ``formats``.
        fidelity: ``full`` reads every rendering back, ``off`` none, ``auto`` those of payloads up
            to :data:`AUTO_LIMIT`.
        allow_lossy: Whether a format that loses something may be the best one.
        framing: What stands around every rendering when it is counted.
        prices: The columns of costs.
    """

    formats: tuple[Format, ...]
    counters: tuple[Counter, ...]
    baseline: str
    fidelity: FidelityMode = "auto"
    allow_lossy: bool = False
    framing: Framing = PLAIN
    prices: tuple[Pricing, ...] = ()

    @classmethod
    def of(
        cls,
        formats: Sequence[str] = ("default",),
        counters: Sequence[str] = (),
        baseline: str = DEFAULT_BASELINE,
        *,
        models: Sequence[str] = (),
        fidelity: FidelityMode = "auto",
        allow_lossy: bool = False,
        framing: Framing = PLAIN,
        prices: tuple[Pricing, ...] = (),
    ) -> Bench:
        """A bench by names: ``default`` and ``all`` stand for sets of formats.

        The baseline is measured too where ``formats`` does not name it. A model stands for the
        counter that is right for it; with neither, ``o200k_base`` counts.

        Raises:
            UnknownNameError: A format, the baseline, a counter or a model does not exist.
        """
        names = serializers.expand(formats)
        if baseline not in names:
            serializers.get(baseline, "baseline")
            names.insert(0, baseline)
        return cls(
            formats=tuple(map(serializers.get, names)),
            counters=tuple(_counters(counters, models)),
            baseline=baseline,
            fidelity=fidelity,
            allow_lossy=allow_lossy,
            framing=framing,
            prices=prices,
        )

    def run(
        self,
        payloads: Sequence[Payload],
        progress: Progress = lambda done, total, what: None,
        jobs: int = 1,
    ) -> ComparisonResult:
        """Measure every payload, by so many processes at once.

        Raises:
            UsageError: The baseline cannot hold one of the payloads.
        """
        results = tuple(self._results(payloads, progress, jobs))
        return ComparisonResult(
            tokbench=__version__,
            baseline=self.baseline,
            libraries=self._libraries(),
            counters=tuple(counter.info for counter in self.counters),
            payloads=results,
            totals=tuple(self._totals(results)),
            framing=self.framing.labels,
            prices=tuple(_price_info(pricing) for pricing in self.prices),
        )

    def _results(
        self, payloads: Sequence[Payload], progress: Progress, jobs: int
    ) -> Iterator[PayloadResult]:
        cells = [
            (place, payload, form)
            for place, payload in enumerate(payloads)
            for form in self._formats_of(payload)
        ]
        cells.sort(key=lambda cell: cell[2].name != self.baseline)  # it may be what cannot be had
        self._prefetch(payloads, progress)  # before any process is forked, which then knows it all
        rows: dict[tuple[int, str], Row] = {}
        with closing(spread(lambda at: self._row(*cells[at][1:]), len(cells), jobs)) as done:
            for number, (place, payload, form) in enumerate(cells):
                progress(number, len(cells), f"{payload.name} as {form.name}")
                rows[place, form.name] = row = next(done)
                if form.name == self.baseline and row.skipped is not None:
                    raise self._no_baseline(payload, row.skipped)
        for place, payload in enumerate(payloads):
            of_payload = [rows[place, form.name] for form in self._formats_of(payload)]
            yield self._result(payload, of_payload)

    def _prefetch(self, payloads: Sequence[Payload], progress: Progress) -> None:
        """Let counters that ask somebody do so for all texts of a payload at once.

        They may be paid for what they are asked, so first it is found out whether it is of use.
        """
        asking = [counter for counter in self.counters if counter.info.kind == "api"]
        if asking:
            self._require_baseline(payloads)
        for counter in asking:
            for payload in payloads:
                texts = [self.framing.apply(text) for text in self._renderings(payload)]
                outcomes(
                    counter, texts, _telling(progress, f"{payload.name} by {counter.info.name}")
                )

    def _renderings(self, payload: Payload) -> Iterator[str]:
        for form in self._formats_of(payload):
            with suppress(CannotRender):
                yield form.render(payload)

    def _require_baseline(self, payloads: Sequence[Payload]) -> None:
        form = next(form for form in self.formats if form.name == self.baseline)
        for payload in payloads:
            try:
                form.render(payload)
            except CannotRender as reason:
                raise self._no_baseline(payload, str(reason)) from reason

    def _no_baseline(self, payload: Payload, reason: str) -> UsageError:
        return UsageError(
            f"the baseline {self.baseline!r} cannot hold {payload.name}: {reason}; "
            "or name another with --baseline"
        )

    def _formats_of(self, payload: Payload) -> Iterator[Format]:
        if self.baseline == AS_GIVEN and payload.text is None:
            raise UsageError(
                f"{payload.name} has no text as given that could be the baseline: "
                "name a format with --baseline"
            )
        return (f for f in self.formats if f.name != AS_GIVEN or payload.text is not None)

    def _row(self, payload: Payload, form: Format) -> Row:
        """One rendering: made, counted by every counter, read back, and dropped."""
        try:
            rendering = form.render(payload)
        except CannotRender as reason:
            return Row(form.name, form.label, skipped=str(reason))
        tokens, failures = self._count(rendering)
        return Row(
            format=form.name,
            label=form.label,
            chars=len(rendering),
            bytes=utf8_size(rendering, "replace"),
            tokens=tokens,
            fidelity=self._check(payload, form, rendering, tokens),
            skipped_counters=failures,
        )

    def _count(
        self, rendering: str, *, by_endpoints: bool = True
    ) -> tuple[dict[str, int | None], dict[str, str]]:
        """The tokens by counter, and why a counter has none."""
        tokens: dict[str, int | None] = {}
        failures: dict[str, str] = {}
        text = self.framing.apply(rendering)
        for counter in self.counters:
            if counter.info.kind == "api" and not by_endpoints:
                continue
            name = counter.info.name
            constant = 0 if name in NO_TOKENS else self.framing.constant_tokens
            try:
                tokens[name] = counter.count(text) + constant
            except CounterError as reason:
                tokens[name] = None
                failures[name] = str(reason)
        return tokens, failures

    def _checks(self, payload: Payload) -> bool:
        if self.fidelity == "auto":
            return payload.size is None or payload.size <= AUTO_LIMIT
        return self.fidelity == "full"

    def _unchecked_note(self, payload: Payload) -> Iterator[str]:
        if self.fidelity == "auto" and not self._checks(payload):
            limit = f"{AUTO_LIMIT:,} bytes"
            yield f"fidelity was not checked, for the payload is over {limit}: --fidelity full does"

    def _check(
        self, payload: Payload, form: Format, rendering: str, tokens: Mapping[str, int | None]
    ) -> Fidelity:
        if form.name == AS_GIVEN or not self._checks(payload):
            return UNCHECKED
        verdict = fidelity.check(payload, form, rendering)
        if form.legend is None or verdict.verdict == "lossless":
            return verdict
        return replace(verdict, notes=(*verdict.notes, self._legend_note(payload, form, tokens)))

    def _legend_note(self, payload: Payload, form: Format, tokens: Mapping[str, int | None]) -> str:
        """What the legend would cost, without which nobody can read the rendering.

        No endpoint is asked: it would be sent a format that nobody named.
        """
        legend = serializers.get(form.legend or "").render(payload)
        with_legend, _ = self._count(legend, by_endpoints=False)
        costs = [
            f"{more - less:,} more tokens ({name})"
            for name, more in with_legend.items()
            if more is not None and (less := tokens[name]) is not None
        ]
        return f"the legend that makes it readable ({form.legend}) costs {', '.join(costs)}"

    def _result(self, payload: Payload, rows: Sequence[Row]) -> PayloadResult:
        base = next(row for row in rows if row.format == self.baseline)
        rows = [row if row.skipped else self._against(base, row) for row in rows]
        return PayloadResult(
            name=payload.name,
            records=payload.records,
            shape=payload.shape,
            rows=tuple(rows),
            best=dict(self._best(rows)),
            notes=(*payload.notes, *self._unchecked_note(payload)),
        )

    def _against(self, base: Row, row: Row) -> Row:
        """The row with its ratios and costs against the baseline's."""
        costs = {
            pricing.name: pricing.cost(tokens, base.tokens[pricing.counter])
            for pricing in self.prices
            if (tokens := row.tokens[pricing.counter]) is not None
        }
        return replace(row, ratio=_ratios(row.tokens, base.tokens), costs=costs)

    def _best(self, rows: Sequence[Row]) -> Iterator[tuple[str, Best]]:
        """The cheapest format by each counter that is no estimate; the earlier one on a tie.

        Where nothing was checked, a format that is unreadable without a legend is taken to lose.
        """
        ranked = [row for row in rows if row.skipped is None and row.format != AS_GIVEN]
        unchecked = all(row.fidelity.verdict == "off" for row in ranked)
        if unchecked and not self.allow_lossy:
            with_legend = {form.name for form in self.formats if form.legend is not None}
            ranked = [row for row in ranked if row.format not in with_legend]
        if not unchecked:
            allowed = {"lossless", "ambiguous", "lossy"} if self.allow_lossy else {"lossless"}
            ranked = [row for row in ranked if row.fidelity.verdict in allowed]
        for counter in (counter.info for counter in self.counters):
            counted = [
                (tokens, row) for row in ranked if (tokens := row.tokens[counter.name]) is not None
            ]
            if not counted or counter.kind == "estimate":
                continue
            tokens, row = min(counted, key=lambda pair: pair[0])
            verdict = "unchecked" if row.fidelity.verdict == "off" else row.fidelity.verdict
            saving = saving_of(row.ratio[counter.name])
            yield counter.name, Best(row.format, tokens, saving, verdict)

    def _totals(self, results: Sequence[PayloadResult]) -> Iterator[Total]:
        """Sums over the formats that every payload could be rendered in."""
        rows_by_format: dict[str, list[Row]] = {}
        for row in (row for result in results for row in result.rows if row.skipped is None):
            rows_by_format.setdefault(row.format, []).append(row)
        sums = {
            name: _sum([row.tokens for row in rows])
            for name, rows in rows_by_format.items()
            if len(rows) == len(results)
        }
        for name, tokens in sums.items():
            label = rows_by_format[name][0].label
            yield Total(name, label, tokens, _ratios(tokens, sums[self.baseline]))

    def _libraries(self) -> dict[str, str]:
        names = {form.library for form in self.formats if form.library}
        return {name: version_of(name) for name in sorted(names)}


def jobs_for(payloads: Sequence[Payload]) -> int:
    """How many processes are worth their start: one for small work, else one a processor."""
    size = sum(payload.size or 0 for payload in payloads)
    return available() if size >= SPREAD_FROM else 1


def _counters(names: Sequence[str], models: Sequence[str]) -> Iterator[Counter]:
    """The counters by name, then those of the models, each with what it is counted for."""
    choices: dict[str, list[ModelChoice]] = {name: [] for name in names}
    for model in dict.fromkeys(models):
        choice = resolve_model(model, names)
        choices.setdefault(choice.counter_name, []).append(choice)
    for name, chosen in (choices or {DEFAULT_COUNTER: []}).items():
        counter = get_or_failing(name)
        yield ModelCounter(counter, tuple(chosen)) if chosen else counter


def _telling(progress: Progress, what: str) -> Callable[[int, int], None]:
    def tell(done: int, total: int) -> None:
        progress(done, total, what)

    return tell


def _ratios(
    tokens: Mapping[str, int | None], base: Mapping[str, int | None]
) -> dict[str, float | None]:
    """Tokens over the baseline's, by counter; None where there is nothing to divide."""
    return {
        name: count / divisor if count is not None and (divisor := base[name]) else None
        for name, count in tokens.items()
    }


def _sum(counts: Iterable[Mapping[str, int | None]]) -> dict[str, int | None]:
    """The sum by counter; None where one of the counts is missing."""
    total: dict[str, int | None] = {}
    for tokens in counts:
        for name, count in tokens.items():
            so_far = total.get(name, 0)
            total[name] = None if so_far is None or count is None else so_far + count
    return total


def _price_info(pricing: Pricing) -> PriceInfo:
    source = pricing.price.source
    return PriceInfo(pricing.name, pricing.counter, pricing.calls, pricing.output, source)
