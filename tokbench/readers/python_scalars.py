"""What Python's scalars become: the equal JSON value, or an error where there is none."""

from __future__ import annotations

import datetime
import json
from decimal import Decimal
from math import isfinite
from typing import Any

from tokbench.errors import CannotRead
from tokbench.payload import Json

_DATES = (datetime.date, datetime.time)
_DECIMAL_RANGE = 4300
_LEAVE_OUT = "pass None, or leave it out"


def is_date(value: Any) -> bool:
    """Whether it is a date or time of Python, pandas or numpy; a missing one is not."""
    if isinstance(value, _DATES):
        return bool(value == value)
    return _is_numpy_scalar(value) and value.dtype.kind == "M" and bool(value == value)


def date_text(value: Any) -> str:
    """A date or time as ISO text."""
    return str(value.isoformat() if isinstance(value, _DATES) else value)


def _is_numpy_scalar(value: Any) -> bool:
    return type(value).__module__ == "numpy" and getattr(value, "shape", None) == ()


def key_text(key: Any) -> str:
    """A key as the text that Python's ``json`` would write; a date as ISO text.

    Raises:
        CannotRead: JSON has no such key.
    """
    if isinstance(key, str):
        return str.__str__(key)
    return date_text(key) if is_date(key) else json.dumps(scalar(key))


def scalar(value: Any) -> Json:
    """The JSON value that a scalar equals.

    Raises:
        CannotRead: There is none.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return _integer(int.__int__(value))
    if isinstance(value, float):
        return _finite(float.__float__(value))
    if isinstance(value, Decimal):
        return _decimal(value)
    if _is_numpy_scalar(value):
        return _numpy(value)
    raise CannotRead(f"{type(value).__name__} is not a JSON type", hint=_hint(value))


def _hint(value: Any) -> str | None:
    if type(value).__name__ in ("NAType", "NaTType"):
        return "pass None for a missing value"
    if isinstance(value, (set, frozenset)):
        return "it has no order, pass a sorted list"
    if isinstance(value, (bytes, bytearray)):
        return "decode it, or pass base64 text"
    if hasattr(value, "__dataclass_fields__"):
        return "pass dataclasses.asdict(...) of it"
    for method in ("to_dicts", "tolist", "model_dump", "total_seconds"):
        if hasattr(value, method):
            return f"pass its .{method}()"
    if hasattr(value, "keys"):
        return "pass dict(...) of it"
    return "pass list(...) of it" if hasattr(value, "__iter__") else None


def _integer(value: int) -> int:
    try:
        str(value)
    except ValueError:
        raise CannotRead("an integer of more digits than Python writes") from None
    return value


def _finite(value: float) -> float:
    if not isfinite(value):
        raise CannotRead(f"{value} is not a JSON number", hint=_LEAVE_OUT)
    return value


def _decimal(value: Decimal) -> int | float:
    """The JSON number with exactly this value."""
    if not value.is_finite():
        raise CannotRead(f"{value} is not a JSON number", hint=_LEAVE_OUT)
    if abs(value.adjusted()) < _DECIMAL_RANGE:
        if value == value.to_integral_value() and "." not in str(value):
            return int(value)
        if Decimal(repr(float(value))) == value:
            return float(value)
    raise CannotRead("a Decimal that no double equals", hint="pass its str(...)")


def _numpy(value: Any) -> Json:
    plain = value.item() if value.dtype.kind in "biufU" else None
    if isinstance(plain, (bool, int, str)):
        return plain
    if isinstance(plain, float):
        return _finite(plain)
    raise CannotRead(f"numpy {value.dtype} is not a JSON type")
