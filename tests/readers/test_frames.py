from __future__ import annotations

import datetime
import io
import sys
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from tokbench.errors import InputError
from tokbench.readers import ReadOptions, from_python, read, read_text

if TYPE_CHECKING:
    from pathlib import Path

    from tokbench.payload import Json, Payload


def excel(**sheets: list[list[Any]]) -> bytes:
    file = io.BytesIO()
    with pd.ExcelWriter(file, engine="openpyxl") as book:
        for name, rows in sheets.items():
            frame = pd.DataFrame(rows, dtype=object)
            frame.to_excel(book, sheet_name=name, header=False, index=False)
    return file.getvalue()


def read_excel(content: bytes, *, strings: bool = False) -> Payload:
    return read_text(content, "book.xlsx", options=ReadOptions("excel", strings=strings))


_COLUMN = st.one_of(
    st.lists(st.one_of(st.none(), st.integers(-(2**40), 2**40)), min_size=3, max_size=3),
    st.lists(st.one_of(st.none(), st.text()), min_size=3, max_size=3),
    st.lists(st.one_of(st.none(), st.booleans()), min_size=3, max_size=3),
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=3, max_size=3),
)


@examples(30, 1_000)
@given(st.dictionaries(st.text("abcdef", min_size=1), _COLUMN, min_size=1, max_size=4))
def test_a_frame_gives_its_records_back(columns: dict[str, list[Json]]) -> None:
    """Integers beside missing values come back as integers, and what is missing as null."""
    got = from_python(pd.DataFrame(columns)).data
    want = [{name: values[row] for name, values in columns.items()} for row in range(3)]
    assert repr(got) == repr(want)


def test_what_pandas_makes_of_data_is_undone() -> None:
    frame = pd.DataFrame(
        {
            "id": [1, None, 3],
            "exact": pd.array([2**60 + 1, None, 3], dtype="Int64"),
            "share": [0.5, None, 2.0],
            "when": pd.to_datetime(pd.Series(["2024-01-05", None, "2024-01-06"])),
            "tags": [["a"], None, [{"b": None}]],
            "kind": pd.Categorical(["x", None, "x"]),
        }
    )
    payload = from_python(frame)
    assert repr(payload.data) == repr(
        [
            {"id": 1, "exact": 2**60 + 1, "share": 0.5, "when": "2024-01-05T00:00:00",
             "tags": ["a"], "kind": "x"},
            {"id": None, "exact": None, "share": None, "when": None, "tags": None, "kind": None},
            {"id": 3, "exact": 3, "share": 2.0, "when": "2024-01-06T00:00:00",
             "tags": [{"b": None}], "kind": "x"},
        ]
    )  # fmt: skip
    assert any('column "id"' in note for note in payload.notes)
    assert any("ISO text" in note for note in payload.notes)


def test_frames_may_be_inside_other_data_and_have_numbers_as_labels() -> None:
    frame = pd.DataFrame([[1, True]], columns=pd.Index([2024, "x"]))
    payload = from_python({"orders": frame, "none": pd.DataFrame({"a": []})})
    assert payload.data == {"orders": [{"2024": 1, "x": True}], "none": []}
    assert payload.shape == "tables"


def test_an_index_with_data_is_noted() -> None:
    frame = pd.DataFrame({"a": [1]}, index=pd.Index(["r"], name="row"))
    assert any("reset_index" in note for note in from_python(frame).notes)
    filtered = pd.DataFrame({"a": [1, 2]}).query("a > 1")
    assert from_python(filtered).notes == ()


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), 'two columns are named "a"'),
        (pd.DataFrame([[1, 2]], columns=pd.Index([1, "1"])), 'two columns are named "1"'),
        (pd.DataFrame([[1]], columns=pd.Index([None])), "column 1 has no name"),
        (pd.DataFrame([[1]], columns=[b"a"]), "the name of column 1: bytes is not a JSON type"),
        (pd.DataFrame({"a": [Decimal("sNaN")]}), 'column "a" has a signalling NaN'),
        (
            pd.DataFrame([[1]], columns=pd.MultiIndex.from_tuples([("a", "b")])),
            "the columns have several levels",
        ),
        (pd.DataFrame({"a": [1.5, float("inf")]}), "[1].a: inf is not a JSON number"),
        (pd.DataFrame({"a": [{"b": {1}}]}), "[0].a.b: set is not a JSON type"),
    ],
)
def test_a_frame_that_is_no_table_of_json_is_one_line(frame: pd.DataFrame, message: str) -> None:
    with pytest.raises(InputError) as caught:
        from_python(frame)
    assert message in str(caught.value)


def test_parquet_keeps_integers_and_nested_data_exact(tmp_path: Path) -> None:
    path = tmp_path / "orders.parquet"
    pd.DataFrame(
        {
            "id": pd.array([2**60 + 1, None], dtype="Int64"),
            "tags": [["a", "b"], None],
            "geo": [{"lat": 1.5}, {"lat": None}],
            "day": [datetime.date(2024, 1, 5), None],
            "price": [Decimal("1.10"), Decimal("2.00")],
            "ok": [True, None],
        }
    ).to_parquet(path)
    payload = read(path)
    assert repr(payload.data) == repr(
        [
            {"id": 2**60 + 1, "tags": ["a", "b"], "geo": {"lat": 1.5}, "day": "2024-01-05",
             "price": 1.1, "ok": True},
            {"id": None, "tags": None, "geo": {"lat": None}, "day": None, "price": 2.0, "ok": None},
        ]
    )  # fmt: skip
    assert payload.text is None
    assert payload.size == path.stat().st_size
    assert read_text(path.read_bytes()).data == payload.data


def test_excel_cells_keep_the_kind_that_the_sheet_gives_them() -> None:
    """The text 42 is text; only lists and objects in JSON are read."""
    book = excel(
        data=[
            [None, None, None, None],
            ["id", "code", 2024, "day"],
            [1, "007", True, datetime.date(2024, 1, 5)],
            [None, None, None, None],
            [2.5, "42", None, None],
            [3, '{"a":1}', None, None],
        ]
    )
    payload = read_excel(book)
    assert repr(payload.data) == repr(
        [
            {"id": 1, "code": "007", "2024": True, "day": "2024-01-05T00:00:00"},
            {"id": 2.5, "code": "42", "2024": None, "day": None},
            {"id": 3, "code": {"a": 1}, "2024": None, "day": None},
        ]
    )
    assert any("ISO text" in note for note in payload.notes)
    assert read_excel(book, strings=True).data == [
        {"id": "1", "code": "007", "2024": "true", "day": "2024-01-05T00:00:00"},
        {"id": "2.5", "code": "42", "2024": "", "day": ""},
        {"id": "3", "code": '{"a":1}', "2024": "", "day": ""},
    ]


def test_excel_columns_are_kept_text_by_name() -> None:
    """In whichever sheet they are; a name that no sheet has is refused."""
    book = excel(one=[["a", "b"], [1, 2.5]], two=[["b"], [True], [None]])
    kept = read_text(book, "book.xlsx", ReadOptions(text=("b",)))
    assert kept.data == {"one": [{"a": 1, "b": "2.5"}], "two": [{"b": "true"}]}
    with pytest.raises(InputError, match=r"text='c' is no column, there are"):
        read_text(book, "book.xlsx", ReadOptions(text=("c",)))


def test_sheets_that_hold_anything_are_tables_by_their_names() -> None:
    payload = read_excel(excel(one=[["a"], ["NA"]], blank=[], two=[["b"], [2]]))
    assert payload.data == {"one": [{"a": "NA"}], "two": [{"b": 2}]}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (excel(x=[["a", "a"], [1, 2]]), 'sheet "x": column "a" appears twice'),
        (excel(x=[["a", None, "b"], [1, 2, 3]]), 'sheet "x": column 2 has no name'),
        (excel(x=[]), "every sheet is empty"),
        (b"PK\x03\x04 and no more", "not Excel that pandas can read"),
        (b"id,name\n", "not Excel that pandas can read"),
    ],
)
def test_a_book_that_cannot_be_read_is_one_line(content: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_excel(content)
    assert str(caught.value).startswith("book.xlsx: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("content", [b"PAR1", b"PAR1 and no more PAR1", b"id,name\n"])
def test_a_broken_parquet_file_is_one_line(content: bytes) -> None:
    with pytest.raises(InputError, match="not Parquet that pandas can read"):
        read_text(content, options=ReadOptions("parquet"))


@pytest.mark.parametrize(
    ("notation", "missing"),
    [("parquet", "pandas"), ("parquet", "pyarrow"), ("excel", "pandas"), ("excel", "openpyxl")],
)
def test_a_missing_package_is_one_line_with_its_install_command(
    notation: str, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)  # as if it were not installed
    with pytest.raises(InputError) as caught:
        read_text(b"PAR1", options=ReadOptions(notation))
    assert missing in str(caught.value)
    assert "pip install 'tokbench[pandas]'" in str(caught.value)
