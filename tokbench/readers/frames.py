"""The rows of a pandas DataFrame, as Python data.

Nothing here imports pandas: a program that passes a DataFrame has imported it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tokbench.errors import CannotRead
from tokbench.progress import counted, moving, step
from tokbench.readers.python_scalars import key_text
from tokbench.text import shown

if TYPE_CHECKING:
    import pandas as pd

_EXACT = 1 << 53
"""Doubles hold every integer up to here."""


class Rows(NamedTuple):
    """The rows of a DataFrame.

    Attributes:
        records: One dictionary a row; a missing value is None.
        notes: What a user should know, one line each.
    """

    records: list[dict[str, Any]]
    notes: list[str]


def rows_of(frame: pd.DataFrame) -> Rows:
    """The rows of a DataFrame; a missing value is None, and its index is left out.

    Raises:
        CannotRead: Two columns have the same name, or one has no name that can be text.
    """
    names = _names(frame.columns.tolist())
    notes: list[str] = []
    with step(0, 2):
        columns = [
            _values(frame.iloc[:, position], name, notes)
            for position, name in enumerate(moving(names))
        ]
    index = frame.index
    if index.name is not None or index.nlevels > 1 or index.dtype.kind not in "iu":
        notes.append("the index of the DataFrame is left out: .reset_index() makes it a column")
    if not columns:
        return Rows([{} for _ in range(len(frame))], notes)
    rows = counted(zip(*columns, strict=True), len(frame))
    with step(1, 2):
        return Rows([dict(zip(names, row, strict=True)) for row in rows], notes)


def _names(labels: list[Any]) -> list[str]:
    names: dict[str, None] = {}
    for number, label in enumerate(labels, 1):
        if isinstance(label, tuple):
            raise CannotRead("the columns have several levels", hint="give each column one name")
        if label is None:
            raise CannotRead(f"column {number} has no name")
        try:
            name = key_text(label)
        except CannotRead as error:
            raise error.within(f"the name of column {number}") from None
        if name in names:
            raise CannotRead(f"two columns are named {shown(name)}")
        names[name] = None
    return list(names)


def _values(column: pd.Series[Any], name: str, notes: list[str]) -> list[Any]:
    values: list[Any] = column.tolist()
    try:
        missing: list[bool] = column.isna().tolist()
    except ArithmeticError:  # a Decimal("sNaN") raises it
        raise CannotRead(f"column {shown(name)} has a signalling NaN") from None
    if not any(missing):
        return values
    if getattr(column.dtype, "kind", "") == "f" and _were_integers(values, missing):
        notes.append(f"column {shown(name)} has whole numbers and missing values: read as integers")
        values = [gone or int(value) for value, gone in zip(values, missing, strict=True)]
    return [None if gone else value for value, gone in zip(values, missing, strict=True)]


def _were_integers(values: list[Any], missing: list[bool]) -> bool:
    """Whether the floats are integers, which pandas turned into floats as some were missing."""
    present = [value for value, gone in zip(values, missing, strict=True) if not gone]
    return bool(present) and all(abs(v) < _EXACT and v == int(v) for v in present)
