"""A comparison's result as JSON, under the schema ``tokbench.comparison/1``, and back."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from decimal import Decimal
from typing import Any

from tokbench.errors import InputError
from tokbench.result import (
    Best,
    ComparisonResult,
    Cost,
    CounterInfo,
    Fidelity,
    PayloadResult,
    PriceInfo,
    Problem,
    Row,
    Total,
)

SCHEMA = "tokbench.comparison/1"


def to_dict(result: ComparisonResult) -> dict[str, Any]:
    """The result as plain data that JSON can hold."""
    document = {
        "schema": SCHEMA,
        "tokbench": result.tokbench,
        "baseline": result.baseline,
        "libraries": dict(result.libraries),
        "counters": [_without_empty(asdict(info), "notes") for info in result.counters],
        "payloads": [_payload_to_dict(payload) for payload in result.payloads],
        "totals": [asdict(total) for total in result.totals],
        "framing": list(result.framing),
        "prices": [asdict(info) for info in result.prices],
    }
    return _without_empty(document, "framing", "prices")


def to_json(result: ComparisonResult) -> str:
    """The result as JSON text; :func:`from_json` gives an equal one back."""
    return json.dumps(to_dict(result), ensure_ascii=False, indent=2, allow_nan=False)


def from_json(text: str) -> ComparisonResult:
    """A saved result.

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
        return _from_dict(saved)
    except (TypeError, KeyError, AttributeError, ArithmeticError) as error:
        raise InputError(f"a damaged comparison: {error!r}") from error


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


def _from_dict(saved: dict[str, Any]) -> ComparisonResult:
    return ComparisonResult(
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
