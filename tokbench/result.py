"""The result of a comparison: plain frozen data that loads without any tokenizer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, Literal

AS_GIVEN = "as-given"
"""The name of the row that holds a payload's own text: counted as it is, never ranked."""

CounterKind = Literal["exact", "assumed", "api", "estimate"]
RoundTripVerdict = Literal["lossless", "ambiguous", "lossy", "off"]
ProblemKind = Literal["kind", "value", "missing", "key", "structure"]
WORST_FIRST: Final[tuple[RoundTripVerdict, ...]] = ("lossy", "ambiguous", "off", "lossless")
BestVerdict = Literal["lossless", "ambiguous", "lossy", "unchecked"]
AllowedVerdict = Literal["lossless", "ambiguous", "lossy"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One place where a rendering does not give the data back.

    Attributes:
        path: Where in the payload, such as ``orders[3].id``; the root is the empty path.
        kind: ``kind`` (another JSON kind came back), ``value``, ``missing`` (a key that was not
            there came back, or one that was there did not), ``key`` or ``structure``.
        value: The value that was sent, as short JSON text.
        got: What came back, as short JSON text; empty where nothing did. Where the value itself did
            and another reader may understand it differently: ``itself, but`` and the reason.
    """

    path: str
    kind: ProblemKind
    value: str
    got: str


@dataclass(frozen=True, slots=True)
class Fidelity:
    """What came back when a rendering was read again.

    Attributes:
        verdict: ``lossless`` (the same data), ``ambiguous`` (the same places, another kind),
            ``lossy`` (values, keys or structure gone) or ``off`` (not checked).
        problem_count: The true number of problems; ``problems`` is bounded.
        problems: The first problems.
        notes: What differs without being lost: key order, another spelling of the same number.
        alike: Of an ambiguous rendering, which sorts of values it does not keep apart, a few words
            each, such as ``absent keys and null``.
        checked: How many records were read back, where it was a part of them; else None.
        of: How many records there are, where a part of them was read back; else None.
    """

    verdict: RoundTripVerdict
    problem_count: int = 0
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()
    checked: int | None = None
    of: int | None = None


UNCHECKED = Fidelity("off")


@dataclass(frozen=True, slots=True)
class CounterInfo:
    """What a report says of a counter.

    Attributes:
        name: The column's name and the key of every count.
        kind: How far its numbers can be trusted.
        vocabulary_sha256: The hash of the published vocabulary, where there is one.
        notes: What a reader of the numbers must know, one line each.
    """

    name: str
    kind: CounterKind
    vocabulary_sha256: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """What one rendering costs, in US dollars.

    Attributes:
        call: Dollars for one call.
        calls: How many calls.
        total: Dollars for all of them.
        saving: Dollars less than the baseline's total, negative where it is more; None without one.
        window: The part of the context window that a call fills, 1 for all of it; None where the
            window is not known.
    """

    call: Decimal
    calls: int
    total: Decimal
    saving: Decimal | None = None
    window: Decimal | None = None


@dataclass(frozen=True, slots=True)
class PriceInfo:
    """What a report says of a column of costs.

    Attributes:
        name: The column's name and the key of every cost: a model, or ``price``.
        counter: The counter whose tokens are priced.
        calls: How many calls carry a rendering.
        output: Whether the output price counts.
        source: Who says so.
    """

    name: str
    counter: str
    calls: int
    output: bool
    source: str


@dataclass(frozen=True, slots=True)
class Row:
    """One payload in one format.

    Attributes:
        format: The format's name, or ``as-given``.
        label: The format's title for people.
        chars: Code points of the rendering.
        bytes: Its length in UTF-8.
        tokens: Tokens by counter; None where that counter failed.
        ratio: Tokens over the baseline's tokens, unrounded; None where there is nothing to divide.
        fidelity: What came back when the rendering was read again.
        skipped: Why there is no rendering, and what to do; then all counts are missing.
        skipped_counters: Why a counter failed, by its name.
        costs: What it costs, by the names of the prices; missing where its counter failed.
        is_given: Whether the rendering is the text as given, but for line ends at the end.
    """

    format: str
    label: str
    chars: int | None = None
    bytes: int | None = None
    tokens: Mapping[str, int | None] = field(default_factory=dict)
    ratio: Mapping[str, float | None] = field(default_factory=dict)
    fidelity: Fidelity = UNCHECKED
    skipped: str | None = None
    skipped_counters: Mapping[str, str] = field(default_factory=dict)
    costs: Mapping[str, Cost] = field(default_factory=dict)
    is_given: bool = False


@dataclass(frozen=True, slots=True)
class Cheaper:
    """A format that costs less than the best one and is only ambiguous.

    Attributes:
        format: Its name.
        tokens: Its count.
        alike: Which sorts of values it does not keep apart, as in :class:`Fidelity`.
    """

    format: str
    tokens: int
    alike: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Best:
    """The cheapest format of a payload under one counter.

    Attributes:
        format: Its name.
        tokens: Its count.
        saving: The part of the baseline's tokens that it saves, unrounded; negative where it costs
            more, None where the baseline has no tokens.
        fidelity: Its verdict, or ``unchecked`` where the check was off.
        tokens_as_given: The count of the text as given; None where there is none, or the counter
            failed on it.
        saving_as_given: The part of the text's tokens that it saves, unrounded; negative where it
            costs more, 0 where it is that text but for line ends at the end.
        checked: How many records were read back, where it was a part of them; else None.
        of: How many records there are, where a part of them was read back; else None.
        cheaper: The cheapest format that would cost less and is ambiguous, where only lossless ones
            were allowed and there is one.
    """

    format: str
    tokens: int
    saving: float | None
    fidelity: BestVerdict
    tokens_as_given: int | None = None
    saving_as_given: float | None = None
    checked: int | None = None
    of: int | None = None
    cheaper: Cheaper | None = None


@dataclass(frozen=True, slots=True)
class PayloadResult:
    """One payload's rows, in the order in which the formats were asked for.

    Attributes:
        name: The payload's name.
        records: The records of its tables; None where it is no table.
        shape: The shape of its data.
        rows: One for each format.
        best: The cheapest format by counter; an estimate has none.
        notes: What reading had to decide.
        as_given: The tokens of its own text by counter; empty where it has no text.
        error: Why the payload cannot be read; then there is nothing but its name.
        comments: How many comments the text as given has; renderings drop them.
    """

    name: str
    records: int | None = None
    shape: str = ""
    rows: tuple[Row, ...] = ()
    best: Mapping[str, Best] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    as_given: Mapping[str, int | None] = field(default_factory=dict)
    error: str | None = None
    comments: int = 0

    @property
    def is_text(self) -> bool:
        """Whether it is plain text, which no format holds; then its own text is its baseline."""
        return self.shape == "text"

    def row(self, name: str) -> Row:
        """The row of a format.

        Raises:
            KeyError: The format was not compared.
        """
        for row in self.rows:
            if row.format == name:
                return row
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Total:
    """One format's sum over payloads: only formats that each of them could be rendered in.

    Plain texts are left out where there is other data.
    """

    format: str
    label: str
    tokens: Mapping[str, int | None]
    ratio: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    """Payloads x formats x counters, against one baseline.

    Attributes:
        tokbench: The version that made it.
        baseline: The format that every ratio is taken against, but for plain texts, which are
            their own baseline.
        libraries: The version of each registry package whose output was counted.
        counters: The counters, in the order in which they were asked for.
        payloads: One result a payload.
        totals: Sums over the payloads.
        total_best: The cheapest format for all payloads, by counter; empty for one payload.
        framing: What is counted besides the renderings themselves, one line each.
        prices: The columns of costs.
    """

    tokbench: str
    baseline: str
    libraries: Mapping[str, str]
    counters: tuple[CounterInfo, ...]
    payloads: tuple[PayloadResult, ...]
    totals: tuple[Total, ...]
    framing: tuple[str, ...] = ()
    prices: tuple[PriceInfo, ...] = ()
    total_best: Mapping[str, Best] = field(default_factory=dict)

    def baseline_of(self, payload: PayloadResult) -> str:
        """The format that a payload's ratios are taken against."""
        return AS_GIVEN if payload.is_text else self.baseline


def summed(payloads: Sequence[PayloadResult]) -> tuple[PayloadResult, ...]:
    """The payloads that totals go over: those with data or, where none has any, plain texts."""
    read = [payload for payload in payloads if payload.error is None]
    return tuple(payload for payload in read if not payload.is_text) or tuple(read)


def worst(verdicts: Iterable[RoundTripVerdict]) -> RoundTripVerdict:
    """The worst verdict of one format over several payloads; ``off`` where one was not checked."""
    return min(verdicts, key=WORST_FIRST.index, default="off")


def saving_of(ratio: float | None) -> float | None:
    """The part of the baseline that a ratio saves: 0.25 at a ratio of 0.75."""
    return None if ratio is None else 1 - ratio
