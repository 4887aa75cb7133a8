"""The rows of a pandas DataFrame, as Python data.

Nothing here imports pandas: whoever has a DataFrame has done so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tokbench.errors import CannotRead
from tokbench.readers.python_scalars import key_text
from tokbench.text import shown

if TYPE_CHECKING:
    import pandas as pd

_EXACT = 1 << 53
"""Up to here a double holds every integer."""


class Rows(NamedTuple):
    """The rows of a DataFrame.

    Attributes:
        records: One dictionary a row; a missing value is None.
        notes: One line each.
    """

    records: list[dict[str, Any]]
    notes: list[str]


def rows_of(frame: pd.DataFrame) -> Rows:
    """The rows of a DataFrame; a missing value is None, and its index is left out.

    Raises:
        CannotRead: Two columns have one name, or one has none that can be text.
    """
    names = _names(frame.columns.tolist())
    notes: list[str] = []
    columns = [_values(frame.iloc[:, position], name, notes) for position, name in enumerate(names)]
    index = frame.index
    if index.name is not None or index.nlevels > 1 or index.dtype.kind not in "iu":
        notes.append("the index of the DataFrame is left out: .reset_index() makes it a column")
    if not columns:
        return Rows([{} for _ in range(len(frame))], notes)
    return Rows([dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)], notes)


def _names(labels: list[Any]) -> list[str]:
    names: dict[str, None] = {}
    for number, label in enumerate(labels, 1):
        if isinstance(label, tuple):
            raise CannotRead("the columns have several levels: give each one name")
        if label is None:
            raise CannotRead(f"column {number} has no name")
        try:
            name = key_text(label)
        except ValueError as error:
            raise CannotRead(f"the name of column {number}: {error}") from None
        if name in names:
            raise CannotRead(f"two columns are named {shown(name)}")
        names[name] = None
    return list(names)


def _values(column: pd.Series[Any], name: str, notes: list[str]) -> list[Any]:
    values: list[Any] = column.tolist()
    try:
        missing: list[bool] = column.isna().tolist()
    except ArithmeticError:  # of a Decimal that signals
        raise CannotRead(f"column {shown(name)} holds a signalling NaN") from None
    if not any(missing):
        return values
    if getattr(column.dtype, "kind", "") == "f" and _were_integers(values, missing):
        notes.append(
            f"column {shown(name)} holds whole numbers beside missing values: read as integers"
        )
        values = [gone or int(value) for value, gone in zip(values, missing, strict=True)]
    return [None if gone else value for value, gone in zip(values, missing, strict=True)]


def _were_integers(values: list[Any], missing: list[bool]) -> bool:
    """Whether pandas made a column of integers floats, only because some are missing."""
    present = [value for value, gone in zip(values, missing, strict=True) if not gone]
    return bool(present) and all(abs(v) < _EXACT and v == int(v) for v in present)
