"""A comparison's result as JSON, under the schema ``tokbench.comparison/1``, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, fields, is_dataclass
from decimal import Decimal, InvalidOperation
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from tokbench.errors import InputError
from tokbench.result import ComparisonResult, Fidelity, PayloadResult, Row
from tokbench.text import child_path

SCHEMA = "tokbench.comparison/1"

_OPTIONAL = frozenset(
    (
        *("framing", "prices", "notes", "skipped_counters", "costs", "alike", "checked", "of"),
        *("cheaper", "as_given", "total_best", "is_given", "comments"),
    )
)
"""Keys that are left out where there is nothing under them."""


def to_dict(result: ComparisonResult) -> dict[str, Any]:
    """The result as plain data that JSON can hold."""
    document = {
        "schema": SCHEMA,
        "tokbench": result.tokbench,
        "baseline": result.baseline,
        "libraries": dict(result.libraries),
        "counters": [_plain(info) for info in result.counters],
        "payloads": [_payload(payload) for payload in result.payloads],
        "totals": [_plain(total) for total in result.totals],
        "total_best": {name: _plain(best) for name, best in result.total_best.items()},
        "framing": list(result.framing),
        "prices": [_plain(info) for info in result.prices],
    }
    return _without_empty(document)


def to_json(result: ComparisonResult) -> str:
    """The result as JSON text; :func:`from_json` gives an equal one back."""
    return json.dumps(to_dict(result), ensure_ascii=False, indent=2, allow_nan=False)


def from_json(text: str) -> ComparisonResult:
    """A saved result. Keys that a later version added within the schema are left out.

    Raises:
        InputError: The text is no comparison, or of a schema that this version does not know.
    """
    try:
        saved = json.loads(text)
        schema = saved["schema"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputError(f"not a saved comparison: {error}") from error
    if schema != SCHEMA:
        raise InputError(
            f"schema {schema!r} is not {SCHEMA!r}", hint="use the version that wrote it"
        )
    result: ComparisonResult = _loaded(ComparisonResult, saved, "")
    return result


def _payload(payload: PayloadResult) -> dict[str, Any]:
    if payload.error is not None:
        return {"name": payload.name, "error": payload.error}
    document = {
        "name": payload.name,
        "records": payload.records,
        "shape": payload.shape,
        "as_given": dict(payload.as_given),
        "rows": [_row(row) for row in payload.rows],
        "best": {name: _plain(best) for name, best in payload.best.items()},
        "notes": list(payload.notes),
        "comments": payload.comments,
    }
    return _without_empty(document)


def _row(row: Row) -> dict[str, Any]:
    if row.skipped is not None:
        return {"format": row.format, "label": row.label, "skipped": row.skipped}
    document = {
        "format": row.format,
        "label": row.label,
        "chars": row.chars,
        "bytes": row.bytes,
        "tokens": dict(row.tokens),
        "ratio": dict(row.ratio),
        "skipped_counters": dict(row.skipped_counters),
        "fidelity": _fidelity(row.fidelity),
        "costs": {name: _plain(cost) for name, cost in row.costs.items()},
        "is_given": row.is_given,
    }
    return _without_empty(document)


def _fidelity(fidelity: Fidelity) -> dict[str, Any]:
    if fidelity.verdict == "off":
        return _without_empty({"verdict": "off", "notes": list(fidelity.notes)})
    document = {
        "verdict": fidelity.verdict,
        "problem_count": fidelity.problem_count,
        "problems": [asdict(problem) for problem in fidelity.problems],
    }
    optional = {
        "alike": list(fidelity.alike),
        "checked": fidelity.checked,
        "of": fidelity.of,
    }
    return {**document, "notes": list(fidelity.notes), **_without_empty(optional)}


def _plain(value: Any) -> dict[str, Any]:
    """A dataclass as plain data; money is decimal text, which a float would round."""
    return _without_empty({key: _json(each) for key, each in asdict(value).items()})


def _json(value: Any) -> Any:
    if isinstance(value, Decimal):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _without_empty(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if value or key not in _OPTIONAL}


def _loaded(hint: Any, value: Any, path: str) -> Any:
    """A saved value of the type that a dataclass declares."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is UnionType:
        return None if value is None else _loaded(arguments[0], value, path)
    if origin is tuple and isinstance(value, list):
        each = enumerate(value)
        return tuple(_loaded(arguments[0], item, child_path(path, index)) for index, item in each)
    if isinstance(value, dict) and (origin is Mapping or is_dataclass(hint)):
        return _mapping(hint, value, path)
    if hint is Decimal and isinstance(value, str):
        with suppress(InvalidOperation):
            return Decimal(value)
    is_number = hint is float and type(value) is int
    if type(value) is hint or is_number or (origin is Literal and value in arguments):
        return value
    from tokbench.fields import shown_value  # writing a comparison never needs it

    raise InputError(f"a damaged comparison: {path or '.'} is {shown_value(value)}")


def _mapping(hint: Any, saved: dict[str, Any], path: str) -> Any:
    """A dataclass, or a mapping by name, from an object."""
    if get_origin(hint) is Mapping:
        values = get_args(hint)[1]
        return {key: _loaded(values, value, child_path(path, key)) for key, value in saved.items()}
    hints = get_type_hints(hint)
    found = {
        field.name: _loaded(hints[field.name], saved[field.name], child_path(path, field.name))
        for field in fields(hint)
        if field.name in saved
    }
    try:
        return hint(**found)
    except TypeError as error:  # a field without a default is missing
        raise InputError(f"a damaged comparison: {path or '.'}: {error}") from None
