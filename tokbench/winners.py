"""Which format is the best one: of one payload's rows, or of the sums over several payloads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, get_args

from tokbench.result import (
    AS_GIVEN,
    AllowedVerdict,
    Best,
    Cheaper,
    CounterInfo,
    Fidelity,
    PayloadResult,
    Row,
    saving_of,
    worst,
)

_VERDICTS: tuple[AllowedVerdict, ...] = get_args(AllowedVerdict)

Tokens = Mapping[str, "int | None"]
"""The number of tokens by counter; None where one failed."""


class Rules(NamedTuple):
    """What may win.

    Attributes:
        counters: The counters; an estimate names no winner.
        allow: The worst verdict that the best format may have.
        with_legend: The formats that are unreadable without a legend: where nothing was checked,
            they are taken to lose.
    """

    counters: Sequence[CounterInfo]
    allow: AllowedVerdict
    with_legend: frozenset[str]

    def best(self, rows: Iterable[Row], as_given: Tokens) -> Iterator[tuple[str, Best]]:
        """The cheapest format by each counter.

        On a tie it is the one that is the text as given, else the earlier one.

        Args:
            rows: One for each format.
            as_given: The tokens of the text as given; empty where there is none.
        """
        rows = [row for row in rows if row.skipped is None and row.format != AS_GIVEN]
        ranked = self._ranked(rows)
        for info in self.counters:
            found = None if info.kind == "estimate" else _cheapest(ranked, info.name)
            if found is None:
                continue
            row, tokens = found
            given = as_given.get(info.name)
            best = Best(
                format=row.format,
                tokens=tokens,
                saving=saving_of(row.ratio[info.name]),
                fidelity="unchecked" if row.fidelity.verdict == "off" else row.fidelity.verdict,
                tokens_as_given=given,
                saving_as_given=_saving_as_given(row, tokens, given),
                checked=row.fidelity.checked,
                of=row.fidelity.of,
                cheaper=self._cheaper(rows, info.name, tokens),
            )
            yield info.name, best

    def _ranked(self, rows: list[Row]) -> list[Row]:
        """The rows that may be the best ones."""
        if any(row.fidelity.verdict != "off" for row in rows):
            allowed = _VERDICTS[: _VERDICTS.index(self.allow) + 1]
            return [row for row in rows if row.fidelity.verdict in allowed]
        if self.allow == "lossy":
            return rows
        return [row for row in rows if row.format not in self.with_legend]

    def _cheaper(self, rows: Iterable[Row], counter: str, tokens: int) -> Cheaper | None:
        """The cheapest ambiguous format, where it costs less than the best one."""
        ambiguous = [row for row in rows if row.fidelity.verdict == "ambiguous"]
        found = _cheapest(ambiguous, counter)
        if found is None or self.allow != "lossless" or found[1] >= tokens:
            return None
        return Cheaper(found[0].format, found[1], found[0].fidelity.alike)


def _cheapest(rows: Iterable[Row], counter: str) -> tuple[Row, int] | None:
    """The row with the fewest tokens, and their number."""
    counted = [(row, tokens) for row in rows if (tokens := row.tokens[counter]) is not None]
    return min(counted, key=lambda pair: (pair[1], not pair[0].is_given), default=None)


def _saving_as_given(row: Row, tokens: int, given: int | None) -> float | None:
    """The part of the text as given that a row saves: nothing where it is that very text."""
    if not given:
        return None
    return 0.0 if row.is_given else saving_of(tokens / given)


def totals(results: Sequence[PayloadResult], baseline: str) -> Iterator[Row]:
    """Sums over the formats that every payload could be rendered in, as rows."""
    by_format: dict[str, list[Row]] = {}
    for row in (row for result in results for row in result.rows if row.skipped is None):
        by_format.setdefault(row.format, []).append(row)
    of_all = {name: rows for name, rows in by_format.items() if len(rows) == len(results)}
    sums = {name: _sum([row.tokens for row in rows]) for name, rows in of_all.items()}
    records = [result.records or 0 for result in results]
    for name, rows in of_all.items():
        yield Row(
            format=name,
            label=rows[0].label,
            tokens=sums[name],
            ratio=ratios(sums[name], sums[baseline]),
            fidelity=_fidelity_of_all([row.fidelity for row in rows], records),
            is_given=all(row.is_given for row in rows),
        )


def total_as_given(results: Sequence[PayloadResult]) -> Tokens:
    """The tokens of all texts as given; empty where a payload has no text."""
    every = [result.as_given for result in results]
    return _sum(every) if all(every) else {}


def ratios(tokens: Tokens, base: Tokens) -> dict[str, float | None]:
    """Tokens over the baseline's, by counter; None where there is nothing to divide."""
    return {
        name: count / divisor if count is not None and (divisor := base[name]) else None
        for name, count in tokens.items()
    }


def _fidelity_of_all(found: Sequence[Fidelity], records: Sequence[int]) -> Fidelity:
    """The worst verdict, and how many records were read back in all where one has a part of them.

    Args:
        found: One for each payload.
        records: The records of each payload.
    """
    checked = [
        each.checked if each.checked is not None else count
        for each, count in zip(found, records, strict=True)
    ]
    in_part = any(each.checked is not None for each in found)
    return Fidelity(
        worst(each.verdict for each in found),
        alike=tuple(dict.fromkeys(alike for each in found for alike in each.alike)),
        checked=sum(checked) if in_part else None,
        of=sum(records) if in_part else None,
    )


def _sum(counts: Iterable[Tokens]) -> dict[str, int | None]:
    """The sum by counter; None where one of the counts is missing."""
    total: dict[str, int | None] = {}
    for tokens in counts:
        for name, count in tokens.items():
            so_far = total.get(name, 0)
            total[name] = None if so_far is None or count is None else so_far + count
    return total
