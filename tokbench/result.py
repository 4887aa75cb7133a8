"""The result of a comparison: plain frozen data that loads without any tokenizer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from tokbench.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = "tokbench.comparison/1"
AS_GIVEN = "as-given"
"""The name of the row that holds a payload's own text: counted as it is, never ranked."""

CounterKind = Literal["exact", "assumed", "api", "estimate"]
Verdict = Literal["lossless", "ambiguous", "lossy", "off"]
ProblemKind = Literal["kind", "value", "missing", "key", "structure"]
BestVerdict = Literal["lossless", "ambiguous", "lossy", "unchecked"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One place where a rendering does not give the data back.

    Attributes:
        path: Where in the payload, such as ``orders[3].id``; the root is the empty path.
        kind: ``kind`` (another JSON kind came back), ``value``, ``missing`` (a key that was not
            there came back, or one that was there did not), ``key`` or ``structure``.
        value: The value that was sent, as short JSON text.
        got: What came back, as short JSON text; empty where nothing did. Where the value itself did
            and is in doubt all the same: ``itself, but`` and the reason.
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
    """

    verdict: Verdict
    problem_count: int = 0
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


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
        skipped: Why there is no rendering, and the way out; then all counts are missing.
        skipped_counters: Why a counter failed, by its name.
        costs: What it costs, by the names of the prices; missing where its counter failed.
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


@dataclass(frozen=True, slots=True)
class Best:
    """The cheapest format of a payload under one counter.

    Attributes:
        format: Its name.
        tokens: Its count.
        saving: The part of the baseline's tokens that it saves, unrounded; negative where it costs
            more, None where the baseline has no tokens.
        fidelity: Its verdict, or ``unchecked`` where the check was off.
    """

    format: str
    tokens: int
    saving: float | None
    fidelity: BestVerdict


@dataclass(frozen=True, slots=True)
class PayloadResult:
    """One payload's rows, in the order in which the formats were asked for."""

    name: str
    records: int | None
    shape: str
    rows: tuple[Row, ...]
    best: Mapping[str, Best]
    notes: tuple[str, ...] = ()

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
    """One format's sum over all payloads; only formats that every payload could be rendered in."""

    format: str
    label: str
    tokens: Mapping[str, int | None]
    ratio: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Payloads x formats x counters, against one baseline.

    Attributes:
        tokbench: The version that made it.
        baseline: The format that every ratio is taken against.
        libraries: The version of each registry package whose output was counted.
        counters: The counters, in the order in which they were asked for.
        payloads: One result a payload.
        totals: Sums over the payloads.
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

    def best(self, counter: str | None = None) -> Best | None:
        """The cheapest lossless format of the first payload, by the first counter or a named one.

        None where no format qualifies: an estimate, for one, never names a winner.

        >>> import tokbench
        >>> tokbench.compare([{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}]).best().format
        'csv'
        """
        return self.payloads[0].best.get(counter or self.counters[0].name)

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain data, under the schema name ``tokbench.comparison/1``."""
        fields = {
            "schema": SCHEMA,
            "tokbench": self.tokbench,
            "baseline": self.baseline,
            "libraries": dict(self.libraries),
            "counters": [_without_empty(asdict(info), "notes") for info in self.counters],
            "payloads": [_payload_to_dict(payload) for payload in self.payloads],
            "totals": [asdict(total) for total in self.totals],
            "framing": list(self.framing),
            "prices": [asdict(info) for info in self.prices],
        }
        return _without_empty(fields, "framing", "prices")

    def to_json(self) -> str:
        """The comparison as JSON text; :meth:`from_json` gives an equal one back.

        >>> import tokbench
        >>> comparison = tokbench.compare({"a": [1, 2]})
        >>> Comparison.from_json(comparison.to_json()) == comparison
        True
        """
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> Comparison:
        """A saved comparison.

        Raises:
            InputError: The text is no comparison, or of a schema that this version does not know.
        """
        try:
            saved = json.loads(text)
            schema = saved["schema"]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise InputError(f"not a saved comparison: {error}") from error
        if schema != SCHEMA:
            raise InputError(f"schema {schema!r} is not {SCHEMA!r}: use the version that wrote it")
        try:
            return _comparison_from_dict(saved)
        except (TypeError, KeyError, AttributeError, ArithmeticError) as error:
            raise InputError(f"a damaged comparison: {error!r}") from error

    def to_markdown(self) -> str:
        r"""The tables as GitHub-flavoured Markdown, to be pasted into a review.

        >>> import tokbench
        >>> print(tokbench.compare({"a": 1}, formats=["json-min"]).to_markdown().splitlines()[0])
        **\<data>** (tree; baseline json-pretty)
        """
        from tokbench.report import comparison_sheets, markdown

        return markdown.render(comparison_sheets.sheets(self))

    def to_dataframe(self) -> pd.DataFrame:
        """One line for every payload, format and counter; needs pandas.

        Raises:
            ImportError: pandas is not installed.

        >>> import tokbench
        >>> frame = tokbench.compare({"a": 1}, formats=["json-min"]).to_dataframe()
        >>> list(frame["format"])
        ['json-pretty', 'json-min']
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "payload": payload.name,
                    "format": row.format,
                    "chars": row.chars,
                    "bytes": row.bytes,
                    "counter": info.name,
                    "tokens": row.tokens.get(info.name),
                    "ratio": row.ratio.get(info.name),
                    "fidelity": row.fidelity.verdict,
                    "skipped": row.skipped or row.skipped_counters.get(info.name),
                }
                for payload in self.payloads
                for row in payload.rows
                for info in self.counters
            ]
        ).convert_dtypes()


def saving_of(ratio: float | None) -> float | None:
    """The part of the baseline that a ratio saves: 0.25 at a ratio of 0.75."""
    return None if ratio is None else 1 - ratio


def _without_empty(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value or key not in names}


def _known(kind: type, saved: dict[str, Any]) -> dict[str, Any]:
    """The fields of a class; keys that a later version added within the schema are left out."""
    names = {field.name for field in fields(kind)}
    return {key: value for key, value in saved.items() if key in names}


def _payload_to_dict(payload: PayloadResult) -> dict[str, Any]:
    fields = {
        "name": payload.name,
        "records": payload.records,
        "shape": payload.shape,
        "rows": [_row_to_dict(row) for row in payload.rows],
        "best": {name: asdict(best) for name, best in payload.best.items()},
        "notes": list(payload.notes),
    }
    return _without_empty(fields, "notes")


def _row_to_dict(row: Row) -> dict[str, Any]:
    if row.skipped is not None:
        return {"format": row.format, "label": row.label, "skipped": row.skipped}
    fields = {
        "format": row.format,
        "label": row.label,
        "chars": row.chars,
        "bytes": row.bytes,
        "tokens": dict(row.tokens),
        "ratio": dict(row.ratio),
        "skipped_counters": dict(row.skipped_counters),
        "fidelity": _fidelity_to_dict(row.fidelity),
        "costs": {name: _cost_to_dict(cost) for name, cost in row.costs.items()},
    }
    return _without_empty(fields, "skipped_counters", "costs")


def _cost_to_dict(cost: Cost) -> dict[str, Any]:
    """Money as decimal text: a float would round it."""
    return {
        key: str(value) if isinstance(value, Decimal) else value
        for key, value in asdict(cost).items()
    }


def _cost_from_dict(saved: dict[str, Any]) -> Cost:
    saving, window = (None if saved[k] is None else Decimal(saved[k]) for k in ("saving", "window"))
    return Cost(Decimal(saved["call"]), saved["calls"], Decimal(saved["total"]), saving, window)


def _fidelity_to_dict(fidelity: Fidelity) -> dict[str, Any]:
    if fidelity.verdict == "off":
        return _without_empty({"verdict": "off", "notes": list(fidelity.notes)}, "notes")
    fields = asdict(fidelity)
    return {**fields, "problems": list(fields["problems"]), "notes": list(fields["notes"])}


def _comparison_from_dict(saved: dict[str, Any]) -> Comparison:
    return Comparison(
        tokbench=saved["tokbench"],
        baseline=saved["baseline"],
        libraries=saved["libraries"],
        counters=tuple(
            CounterInfo(
                info["name"], info["kind"], info["vocabulary_sha256"], tuple(info.get("notes", ()))
            )
            for info in saved["counters"]
        ),
        payloads=tuple(_payload_from_dict(payload) for payload in saved["payloads"]),
        totals=tuple(
            Total(total["format"], total["label"], total["tokens"], total["ratio"])
            for total in saved["totals"]
        ),
        framing=tuple(saved.get("framing", ())),
        prices=tuple(PriceInfo(**_known(PriceInfo, p)) for p in saved.get("prices", ())),
    )


def _payload_from_dict(saved: dict[str, Any]) -> PayloadResult:
    return PayloadResult(
        name=saved["name"],
        records=saved["records"],
        shape=saved["shape"],
        rows=tuple(_row_from_dict(row) for row in saved["rows"]),
        best={name: Best(**_known(Best, best)) for name, best in saved["best"].items()},
        notes=tuple(saved.get("notes", ())),
    )


def _row_from_dict(saved: dict[str, Any]) -> Row:
    if "skipped" in saved:
        return Row(saved["format"], saved["label"], skipped=saved["skipped"])
    fidelity = saved["fidelity"]
    return Row(
        format=saved["format"],
        label=saved["label"],
        chars=saved["chars"],
        bytes=saved["bytes"],
        tokens=saved["tokens"],
        ratio=saved["ratio"],
        fidelity=Fidelity(
            fidelity["verdict"],
            fidelity.get("problem_count", 0),
            tuple(Problem(**_known(Problem, p)) for p in fidelity.get("problems", ())),
            tuple(fidelity.get("notes", ())),
        ),
        skipped_counters=saved.get("skipped_counters", {}),
        costs={name: _cost_from_dict(cost) for name, cost in saved.get("costs", {}).items()},
    )
