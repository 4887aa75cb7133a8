"""Reads Parquet and Excel through pandas, where pandas and its readers are installed."""

from __future__ import annotations

import io
import json
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tokbench.errors import CannotRead
from tokbench.optional import extra
from tokbench.progress import reached, step
from tokbench.readers.cells import text_or_json
from tokbench.readers.columns import require_columns
from tokbench.readers.common import Reading
from tokbench.readers.headers import check_columns
from tokbench.readers.options import DEFAULTS, ReadOptions
from tokbench.readers.python_ import Copier
from tokbench.text import printable, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd


class _Source(io.BytesIO):
    """The bytes of a file, which says how many of them have been read."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self._passed = 0
        self._size = max(1, len(data))

    def read(self, size: int | None = -1, /) -> bytes:
        """As that of any file."""
        found = super().read(size)
        self._passed += len(found)
        reached(min(1.0, self._passed / self._size))
        return found


def read_parquet(data: bytes) -> Reading:
    """The records of a Parquet file; integers beside missing values stay integers.

    Raises:
        CannotRead: It is not a Parquet file, or pandas or pyarrow is not installed.
    """
    with step(0, 2):
        frame = _through_pandas(
            "Parquet",
            "pyarrow",
            lambda pandas: pandas.read_parquet(
                _Source(data), engine="pyarrow", dtype_backend="pyarrow"
            ),
        )
    return _copied(frame)


def read_excel(data: bytes, options: ReadOptions = DEFAULTS) -> Reading:
    """The records of an Excel file; where several sheets have any, each is a table by its name.

    The first row that is not blank is the header. Each cell is of the kind that Excel stores, so
    the text ``42`` is text; text that is a list or an object in JSON is that.

    Raises:
        CannotRead: It is not an Excel file, a column has no name or the name of another, a column
            to keep is not there, or pandas or openpyxl is not installed.
    """
    with step(0, 2):
        sheets: dict[str, pd.DataFrame] = _through_pandas(
            "Excel",
            "openpyxl",
            lambda pandas: pandas.read_excel(
                _Source(data),
                sheet_name=None,
                header=None,
                dtype=object,
                keep_default_na=False,
                na_values=[""],
                engine="openpyxl",
            ),
        )
    names: list[str] = []
    tables = {name: _records(frame, name, options, names) for name, frame in sheets.items()}
    filled = {name: records for name, records in tables.items() if records is not None}
    if not filled:
        raise CannotRead("every sheet is empty: there is nothing to measure")
    require_columns(options, names)
    return _copied(filled if len(filled) > 1 else next(iter(filled.values())))


def _copied(data: object) -> Reading:
    copier = Copier()
    with step(1, 2):
        return Reading(copier.copy(data), copier.notes())


def _records(
    frame: pd.DataFrame, sheet: str, options: ReadOptions, names: list[str]
) -> list[dict[str, Any]] | None:
    """The records of a sheet, or None where it is blank; its columns are added to the names."""
    missing = frame.isna().to_numpy().tolist()
    rows = [
        [None if gone else value for value, gone in zip(row, gaps, strict=True)]
        for row, gaps in zip(frame.to_numpy().tolist(), missing, strict=True)
        if not all(gaps)
    ]
    if not rows:
        return None
    width = max(len(row) - row[::-1].index(_last(row)) for row in rows)
    columns = [_text(value) for value in rows[0][:width]]
    try:
        check_columns(columns)
    except CannotRead as error:
        raise error.within(f"sheet {shown(sheet)}") from None
    names += columns
    readers = [_text if options.keeps_text(column) else _value for column in columns]
    return [
        {column: read(value) for column, read, value in zip(columns, readers, row, strict=False)}
        for row in rows[1:]
    ]


def _last(row: list[Any]) -> Any:
    return next(value for value in reversed(row) if value is not None)


def _value(value: Any) -> Any:
    return text_or_json(value) if isinstance(value, str) else value


def _text(value: Any) -> Any:
    """A cell as text; the copier turns a date into text later."""
    if value is None:
        return ""
    return json.dumps(value) if isinstance(value, (bool, int, float)) else value


def _through_pandas(what: str, engine: str, read: Callable[[Any], Any]) -> Any:
    """What a reader of pandas returns for a file.

    Raises:
        CannotRead: A package is missing, or the file is of another kind or damaged.
    """
    for package in ("pandas", engine):
        with extra("pandas", package, needed_by=what, error=CannotRead):
            import_module(package)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are about parts of a sheet without data
            return read(import_module("pandas"))
    except Exception as error:  # the libraries that pandas uses raise errors of every kind
        why = " ".join(str(error).split()) or type(error).__name__
        raise CannotRead(f"not {what} that pandas can read: {printable(why)}") from None
