"""The sentences that say what to send, and what that saves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from types import MappingProxyType
from typing import Final, NamedTuple

from tokbench.errors import option
from tokbench.report.sheet import Sentence, percent_text
from tokbench.result import (
    AS_GIVEN,
    Best,
    ComparisonResult,
    CounterInfo,
    PayloadResult,
    Row,
    Total,
)
from tokbench.text import printable

_TOKENS: Final = " tokens"


def of_payload(comparison: ComparisonResult, payload: PayloadResult) -> list[Sentence]:
    """What to send of one payload, by every counter; counters that agree share a sentence."""
    name = printable(PurePath(payload.name).name or payload.name)
    if payload.name == "<stdin>":
        name = "the input"
    case = _Case(
        comparison=comparison,
        given=name,
        than_given=f"than {name} itself",
        as_is="as it is",
        already="It is",
        rows={row.format: row for row in payload.rows if row.skipped is None},
        best=payload.best,
        as_given=payload.as_given,
        given_formats=frozenset(row.format for row in payload.rows if row.is_given),
        failed=frozenset(counter for row in payload.rows for counter in row.skipped_counters),
        of_text=_of_text([payload], "It is plain text: no other format can hold it."),
    )
    return list(case.sentences())


def of_total(comparison: ComparisonResult) -> list[Sentence]:
    """What to send where all payloads go in one format, and what a choice for each would cost."""
    payloads = comparison.payloads
    given = {
        info.name: _sum(payload.as_given.get(info.name) for payload in payloads)
        for info in comparison.counters
    }
    rows = (row for payload in payloads for row in payload.rows)
    of_all = [{row.format for row in payload.rows if row.is_given} for payload in payloads]
    case = _Case(
        comparison=comparison,
        given="every payload",
        than_given="than the payloads as given",
        as_is="as it is",
        already="All are",
        rows={total.format: total for total in comparison.totals},
        best=comparison.total_best,
        as_given=given,
        given_formats=frozenset(set.intersection(*of_all)),
        failed=frozenset(counter for row in rows for counter in row.skipped_counters),
        each_its_own={info.name: _each_its_own(payloads, info) for info in comparison.counters},
        of_text=_of_text(payloads, "All are plain text: no other format can hold them."),
    )
    return list(case.sentences())


def _of_text(payloads: Sequence[PayloadResult], why: str) -> str:
    """Why no format is named for plain texts; empty where it is not for being that."""
    if not all(payload.is_text for payload in payloads):
        return ""
    others = any(len(payload.rows) > 1 for payload in payloads)
    return why if others else "No other format was compared."


def _sum(counts: Iterable[int | None]) -> int | None:
    """The sum, or None where one of the counts is missing."""
    found = list(counts)
    known = [count for count in found if count is not None]
    return sum(known) if len(known) == len(found) else None


def _each_its_own(payloads: Iterable[PayloadResult], counter: CounterInfo) -> int | None:
    """The tokens where each payload is sent in its best format, or as given where that is less."""
    return _sum(_least(payload.best.get(counter.name)) for payload in payloads)


def _least(best: Best | None) -> int | None:
    if best is None:
        return None
    return best.tokens if not is_no_dearer(best) else best.tokens_as_given


def is_no_dearer(best: Best) -> bool:
    """Whether the text as given costs no more than the best format."""
    return best.saving_as_given is not None and best.saving_as_given <= 0


class _Case(NamedTuple):
    """What the sentences are about, and their words for it.

    Attributes:
        comparison: All that was compared.
        given: What the text as given is called.
        than_given: The end of a comparison with it.
        as_is: How it is sent without a change.
        already: How a sentence starts that says that it is in the best format.
        rows: What was counted, by format.
        best: The best formats by counter.
        as_given: The tokens of the text as given by counter.
        given_formats: The formats whose rendering is the text as given.
        failed: The counters that failed.
        each_its_own: The tokens of the best choice for each payload by counter.
        of_text: Why no format is named, where it is plain text.
    """

    comparison: ComparisonResult
    given: str
    than_given: str
    as_is: str
    already: str
    rows: Mapping[str, Row | Total]
    best: Mapping[str, Best]
    as_given: Mapping[str, int | None]
    given_formats: frozenset[str]
    failed: frozenset[str]
    each_its_own: Mapping[str, int | None] = MappingProxyType({})
    of_text: str = ""

    def sentences(self) -> Iterator[Sentence]:
        """One for each thing to send, then what else there is to know about the choice."""
        figures: dict[str, dict[str, list[str]]] = {}
        others: dict[Sentence, None] = {}
        for counter in self.comparison.counters:
            best = self.best.get(counter.name)
            if best is None:
                others[self._without_best(counter)] = None
            else:
                sent = "" if is_no_dearer(best) else best.format
                text = self._figures(best, counter.name, sent)
                figures.setdefault(sent, {}).setdefault(text, []).append(counter.name)
                others.update(dict.fromkeys(self._cheaper(best)))
        for sent, texts in figures.items():
            clauses = " ".join(self._with_names(text, names) for text, names in texts.items())
            yield Sentence(
                "Send ", sent or self.given, f"{'' if sent else f' {self.as_is}'}: {clauses}"
            )
        yield from others

    def _cheaper(self, best: Best) -> Iterator[Sentence]:
        """What an ambiguous format would save over what is sent, and what looks alike there."""
        other, sent = best.cheaper, _least(best) or 0
        if other is None or other.tokens >= sent or other.format in self.given_formats:
            return
        saved = f"{sent - other.tokens:,} more ({percent_text((sent - other.tokens) / sent)})"
        yield Sentence(
            "",
            other.format,
            f" would save {saved} but {', '.join(other.alike)} look alike there (ambiguous): "
            f"{option('allow', 'ambiguous')}",
        )

    def _without_best(self, counter: CounterInfo) -> Sentence:
        """Why a counter names no winner."""
        name = counter.name
        if counter.kind == "estimate":
            return Sentence(f"{name} is an estimate: it never names a winner.")
        if name in self.failed:
            return Sentence(f"{name} failed: it names no winner.")
        wider = " or ".join(option("allow", verdict) for verdict in ("ambiguous", "lossy"))
        why = f"No format is lossless ({wider} allows others)."
        if not set(self.rows) - {AS_GIVEN}:
            why = self.of_text or "No format can hold it."
        given = self.as_given.get(name)
        if given is None:
            return Sentence(why)
        text = self._with_names(f"{given:,}{_TOKENS}. {why}", [name])
        return Sentence("Send ", self.given, f" {self.as_is}: {text}")

    def _with_names(self, text: str, names: list[str]) -> str:
        """The text with the names of the counters that it is true of, where there are several."""
        by = f" by {' and '.join(names)}" if len(self.comparison.counters) > 1 else ""
        return text.replace(_TOKENS, f"{_TOKENS}{by}", 1)

    def _figures(self, best: Best, counter: str, sent: str) -> str:
        """The tokens of what is sent, and what they are more or fewer than."""
        if sent:
            sampled = " (sampled)" if best.checked is not None else ""
            how = f"{best.fidelity}{sampled}{self._money(sent, counter)}"
            text = f"{best.tokens:,}{_TOKENS}, {how}."
            found = list(self._comparisons(best, counter))
            text += f" {'; '.join(found)}." if found else ""
            text += " It is the baseline." if best.format == self.comparison.baseline else ""
        else:
            text = self._figures_as_given(best, counter)
        own = self.each_its_own.get(counter)
        if own is not None and own < (best.tokens if sent else best.tokens_as_given or 0):
            text += f" A choice for each payload: {own:,}."
        return text

    def _figures_as_given(self, best: Best, counter: str) -> str:
        given = best.tokens_as_given or 0
        base = self._base(counter)
        text = f"{given:,}{_TOKENS}{self._money(AS_GIVEN, counter)}"
        if base is not None and best.format != self.comparison.baseline:
            text += f", {_against(given, base)} {self.comparison.baseline}"
        if best.format in self.given_formats:
            ends = "" if best.tokens == given else f" ({best.tokens:,} without its last line end)"
            return f"{text}. {self.already} {best.format} already{ends}."
        dearer = "as much" if best.tokens == given else _difference(best.tokens, given)
        return f"{text}. The cheapest {best.fidelity} format, {best.format}, costs {dearer}."

    def _comparisons(self, best: Best, counter: str) -> Iterator[str]:
        if best.tokens_as_given is not None:
            fewer = _difference(best.tokens, best.tokens_as_given)
            yield f"{fewer} {self.than_given}"
        base = self._base(counter)
        if base is not None and best.format != self.comparison.baseline:
            against = f"{_against(best.tokens, base)} {self.comparison.baseline}"
            yield against if best.tokens_as_given is not None else against[0].upper() + against[1:]

    def _base(self, counter: str) -> int | None:
        """The baseline's tokens, where it is not the text as given."""
        if self.comparison.baseline == AS_GIVEN:
            return None
        return self.rows[self.comparison.baseline].tokens[counter]

    def _money(self, name: str, counter: str) -> str:
        """What all calls cost, where the counter's tokens have one price."""
        row = self.rows.get(name)
        prices = [info for info in self.comparison.prices if info.counter == counter]
        if len(prices) != 1 or not isinstance(row, Row) or prices[0].name not in row.costs:
            return ""
        (info,) = prices
        calls = f" for {info.calls:,} calls" if info.calls > 1 else " a call"
        from tokbench.pricing.money import dollars  # most comparisons have no prices

        return f", {dollars(row.costs[info.name].total)}{calls}"


def _difference(tokens: int, other: int) -> str:
    """How many tokens fewer or more, and what part of the other that is."""
    word = "fewer" if tokens < other else "more"
    part = f" ({percent_text(abs(tokens - other) / other)})" if other else ""
    return f"{abs(tokens - other):,} {word}{part}"


def _against(tokens: int, other: int) -> str:
    return "as many as" if tokens == other else f"{_difference(tokens, other)} than"
