"""What a comparison says: rows against a baseline, the cheapest format, and totals.

Every payload is measured in every format by every counter (:mod:`tokbench.measure`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from tokbench import serializers
from tokbench.counters import Counter, is_remote
from tokbench.counters.choice import choose
from tokbench.errors import CounterError, UsageError, option
from tokbench.framing import PLAIN, Framing
from tokbench.measure import Cell, ask, measure, measure_each
from tokbench.optional import version_of
from tokbench.payload import Payload
from tokbench.progress import Progress, no_progress, step
from tokbench.result import (
    AS_GIVEN,
    AllowedVerdict,
    ComparisonResult,
    CounterInfo,
    PayloadResult,
    PriceInfo,
    Row,
    Total,
    summed,
)
from tokbench.serializers import AS_GIVEN_FORMAT, Format
from tokbench.text import plural
from tokbench.version import __version__
from tokbench.watch import Piece
from tokbench.winners import Rules, ratios, total_as_given, totals

if TYPE_CHECKING:
    from tokbench.fidelity.part import Part
    from tokbench.pricing.money import Pricing  # most comparisons have no prices

DEFAULT_BASELINE = "json-pretty"


FidelityMode = Literal["auto", "off", "full"]

AUTO_LIMIT = 2_000_000
"""Bytes of payload up to which ``auto`` reads all of every rendering back."""


@dataclass(frozen=True)
class Bench:
    """What to measure, apart from the payloads.

    Attributes:
        formats: The formats, in the order of the rows; the row as given may be one.
        counters: The counters, in the order of the columns.
        baseline: The name of the format that every ratio is taken against, one of ``formats``.
        fidelity: ``full`` reads every rendering back, ``off`` none, ``auto`` all or, of tables over
            :data:`AUTO_LIMIT`, a part.
        allow: The worst verdict that the best format may have.
        framing: What is around every rendering when it is counted.
        prices: The columns of costs.
    """

    formats: tuple[Format, ...]
    counters: tuple[Counter, ...]
    baseline: str
    fidelity: FidelityMode = "auto"
    allow: AllowedVerdict = "lossless"
    framing: Framing = PLAIN
    prices: tuple[Pricing, ...] = ()

    @classmethod
    def of(
        cls,
        formats: Sequence[str] = ("default",),
        counters: Sequence[str] = (),
        baseline: str | None = None,
        *,
        models: Sequence[str] = (),
        fidelity: FidelityMode = "auto",
        allow: AllowedVerdict = "lossless",
        framing: Framing = PLAIN,
        prices: tuple[Pricing, ...] = (),
    ) -> Bench:
        """A bench by names: ``default`` and ``all`` are sets of formats.

        Without a baseline it is :data:`DEFAULT_BASELINE`, or the text as given where that alone is
        asked for. It is measured too where ``formats`` does not name it. A model selects the
        counter that is right for it; with neither, ``o200k_base`` counts.

        Raises:
            UnknownNameError: A format, the baseline, a counter or a model does not exist.
        """
        names = serializers.expand(formats)
        baseline = baseline or (AS_GIVEN if names == [AS_GIVEN] else DEFAULT_BASELINE)
        if baseline not in names:
            serializers.get(baseline, "baseline")
            names.insert(0, baseline)
        return cls(
            formats=tuple(map(serializers.get, names)),
            counters=choose(counters, models),
            baseline=baseline,
            fidelity=fidelity,
            allow=allow,
            framing=framing,
            prices=prices,
        )

    @property
    def needs_data(self) -> bool:
        """Whether anything but the texts as given is counted."""
        return any(form.name != AS_GIVEN for form in self.formats)

    def run(
        self, payloads: Sequence[Payload], progress: Progress = no_progress, processes: int = 1
    ) -> ComparisonResult:
        """Measure every payload, by several processes at once.

        Raises:
            UsageError: The baseline cannot hold one of the payloads.
        """
        cells = self._cells(payloads, progress, processes)
        results = tuple(self._result(*each) for each in zip(payloads, cells, strict=True))
        libraries = {form.library for form in self.formats if form.library}
        baseline = AS_GIVEN if all(result.is_text for result in results) else self.baseline
        in_total = summed(results)
        sums = list(totals(in_total, baseline))
        return ComparisonResult(
            tokbench=__version__,
            baseline=baseline,
            libraries={name: version_of(name) for name in sorted(libraries)},
            counters=tuple(_info(counter, cells) for counter in self.counters),
            payloads=results,
            totals=tuple(Total(row.format, row.label, row.tokens, row.ratio) for row in sums),
            framing=self.framing.labels,
            prices=tuple(
                PriceInfo(each.name, each.counter, each.calls, each.output, each.price.source)
                for each in self.prices
            ),
            total_best=dict(self._rules().best(sums, total_as_given(in_total)))
            if len(in_total) > 1
            else {},
        )

    def _cells(
        self, payloads: Sequence[Payload], progress: Progress, processes: int
    ) -> list[list[Cell]]:
        """The cells of each payload, in the order of the formats."""
        parts = self._parts(payloads, progress)
        work = [
            (place, payload, form)
            for place, payload in enumerate(payloads)
            for form in self._formats_of(payload)
        ]
        work.sort(
            key=lambda item: item[2].name != self._baseline_of(item[1])
        )  # without it there is no result
        measured = measure_each(
            lambda index: self._cell(*work[index][1:], parts.get(work[index][0])),
            [_piece(f"{{}} as {form.name}", payload) for _, payload, form in work],
            processes,
            progress,
        )
        found: dict[tuple[int, str], Cell] = {}
        for (place, payload, form), cell in zip(work, measured, strict=True):
            if form.name == self._baseline_of(payload) and cell.skipped is not None:
                raise UsageError(
                    f"the baseline {self.baseline!r} cannot hold {payload.name}: {cell.skipped}; "
                    f"or name another with {option('baseline')}"
                )
            found[place, form.name] = cell
        counted = ask(list(found.values()), self.counters, self.framing, progress)
        by_place = dict(zip(found, counted, strict=True))
        return [
            [by_place[place, form.name] for form in self._formats_of(payload)]
            for place, payload in enumerate(payloads)
        ]

    def _baseline_of(self, payload: Payload) -> str:
        return AS_GIVEN if payload.is_text else self.baseline

    def _formats_of(self, payload: Payload) -> list[Format]:
        """The formats to measure: always with the text as given, where there is one."""
        if self.baseline == AS_GIVEN and payload.text is None:
            raise UsageError(
                f"{payload.name} has no text as given that could be the baseline: "
                f"name a format with {option('baseline')}"
            )
        if payload.text is None:
            return [form for form in self.formats if form.name != AS_GIVEN]
        asked = any(form.name == AS_GIVEN for form in self.formats)
        return [*self.formats] if asked else [*self.formats, AS_GIVEN_FORMAT]

    def _cell(self, payload: Payload, form: Format, part: Part | None) -> Cell:
        """One cell; of a format without its legend, with a note on what that would cost."""
        round_trip = form.name != AS_GIVEN and self.fidelity != "off"
        with step(0, 1 if form.legend is None else 2):
            cell = measure(
                payload, form, self.counters, self.framing, round_trip=round_trip, part=part
            )
        if form.legend is None or cell.fidelity.verdict in ("off", "lossless"):
            return cell
        with step(1, 2):
            notes = (*cell.fidelity.notes, self._legend_note(payload, form.legend, cell))
        return replace(cell, fidelity=replace(cell.fidelity, notes=notes))

    def _legend_note(self, payload: Payload, legend: str, cell: Cell) -> str:
        """What the legend costs that makes the rendering readable.

        No endpoint is asked: it would be sent a format that was not asked for.
        """
        here = [counter for counter in self.counters if not is_remote(counter)]
        with_legend = _tokens(measure(payload, serializers.get(legend), here, self.framing), here)
        without = _tokens(cell, here)
        costs = [
            f"{more - less:,} more tokens ({name})"
            for name, more in with_legend.items()
            if more is not None and (less := without[name]) is not None
        ]
        return f"the legend that makes it readable ({legend}) costs {', '.join(costs)}"

    def _parts(self, payloads: Sequence[Payload], progress: Progress) -> dict[int, Part | None]:
        """The parts of large payloads to read back, by place; None where all must be."""
        large = [place for place, payload in enumerate(payloads) if self._is_large(payload)]
        if not large:
            return {}
        from tokbench.fidelity.part import part_of  # small payloads do not need it

        ambiguities = [form.ambiguity for form in self.formats if form.ambiguity]
        found = measure_each(
            lambda index: part_of(payloads[large[index]], ambiguities),
            [_piece("choosing records of {}", payloads[place]) for place in large],
            progress=progress,
        )
        return dict(zip(large, found, strict=True))

    def _is_large(self, payload: Payload) -> bool:
        """Whether a part of it may speak for it."""
        is_large = payload.size is not None and payload.size > AUTO_LIMIT
        return self.fidelity == "auto" and is_large and not payload.is_text

    def _result(self, payload: Payload, cells: Sequence[Cell]) -> PayloadResult:
        labels = {form.name: form.label for form in self.formats}
        if payload.is_text:
            labels[AS_GIVEN] = AS_GIVEN_FORMAT.label
        base = next(cell for cell in cells if cell.format == self._baseline_of(payload))
        base_tokens = _tokens(base, self.counters)
        rows = tuple(
            self._row(cell, labels[cell.format], base_tokens)
            for cell in cells
            if cell.format in labels
        )
        as_given = next((_tokens(c, self.counters) for c in cells if c.format == AS_GIVEN), {})
        notes = (*payload.notes, *self._json_cells_note(payload, rows))
        best = dict(self._rules().best(rows, as_given))
        return PayloadResult(
            payload.name,
            payload.records,
            payload.shape,
            rows,
            best,
            notes,
            as_given,
            comments=payload.comments,
        )

    def _json_cells_note(self, payload: Payload, rows: Iterable[Row]) -> Iterator[str]:
        """Which formats have cells that hold JSON, in how many columns."""
        written = {row.format for row in rows if row.skipped is None}
        names = [form.name for form in self.formats if form.json_cells and form.name in written]
        if names and payload.nested_columns:
            columns = plural(payload.nested_columns, "column")
            yield f"lists and objects in {columns} are JSON in the cells of {', '.join(names)}"

    def _row(self, cell: Cell, label: str, base: Mapping[str, int | None]) -> Row:
        """The cell's row, with its ratios and costs against the baseline's tokens."""
        if cell.skipped is not None:
            return Row(cell.format, label, skipped=str(cell.skipped))
        tokens = _tokens(cell, self.counters)
        return Row(
            format=cell.format,
            label=label,
            chars=cell.chars,
            bytes=cell.bytes,
            tokens=tokens,
            ratio=ratios(tokens, base),
            fidelity=cell.fidelity,
            skipped_counters={
                name: str(count)
                for name, count in cell.counts.items()
                if isinstance(count, CounterError)
            },
            costs={
                pricing.name: pricing.cost(priced, base[pricing.counter])
                for pricing in self.prices
                if (priced := tokens[pricing.counter]) is not None
            },
            is_given=cell.is_given and cell.format != AS_GIVEN,
        )

    def _rules(self) -> Rules:
        with_legend = frozenset(form.name for form in self.formats if form.legend is not None)
        return Rules([counter.info for counter in self.counters], self.allow, with_legend)


def _piece(what: str, payload: Payload) -> Piece:
    return Piece(what.format(payload.name), payload.size or 0)


def _tokens(cell: Cell, counters: Sequence[Counter]) -> dict[str, int | None]:
    """The tokens by counter, in the order of the counters; None where one failed."""
    names = (counter.info.name for counter in counters)
    counts = ((name, cell.counts[name]) for name in names)
    return {name: None if isinstance(count, CounterError) else count for name, count in counts}


def _info(counter: Counter, payloads: Iterable[Iterable[Cell]]) -> CounterInfo:
    """What a counter says of itself, with what it noted while it counted in other processes."""
    info = counter.info
    cells = (cell for cells in payloads for cell in cells)
    found = (note for cell in cells for note in cell.notes.get(info.name, ()))
    return replace(info, notes=tuple(dict.fromkeys((*info.notes, *found))))
