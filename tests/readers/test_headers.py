"""What is above a table, and how its columns are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.environment import Command
from support.strategies import examples

import tokbench
from tokbench.errors import CannotRead
from tokbench.readers import ReadOptions, common, read, read_text
from tokbench.readers.delimited import read_csv
from tokbench.readers.notations import INPUT_FORMATS
from tokbench.serializers.delimited import FORMATS

NO_HEADER = ReadOptions(no_header=True)
CSV, TSV = (INPUT_FORMATS[name].read for name in ("csv", "tsv"))
IRIS = "5.1,3.5,1.4,setosa\n4.9,3.0,1.4,setosa\n"
LOOKS = "the first line looks like data: no_header= makes it a record"


@pytest.mark.parametrize(
    ("text", "data", "note"),
    [
        ("\n\na,b\n1,2\n", [{"a": 1, "b": 2}], "starts in line 3: 2 blank lines"),
        ("# x\n#\n\na,b\n1,2\n", [{"a": 1, "b": 2}], "starts in line 4: 2 comment lines"),
        ("#x\na,b\n#1,2\n", [{"a": "#1", "b": 2}], "starts in line 2: 1 comment line"),
        ("# x\n# y, z\n# a,b,c\n1,2,3\n", [{"# a": 1, "b": 2, "c": 3}], "in line 3: 2 comment"),
        ("#a,b\n#1,2\n\n3,4\n", [{"#a": "#1", "b": 2}, {"#a": "3", "b": 4}], None),
        ("#a\n#b\n1\n", [{"#a": "#b"}, {"#a": "1"}], None),
        ("#a,b\n#1,2\n", [{"#a": "#1", "b": 2}], None),
    ],
)
def test_what_is_above_a_table_is_left_out(text: str, data: object, note: str | None) -> None:
    reading = CSV(text, ReadOptions())
    assert reading.data == data
    assert any(note in each for each in reading.notes) if note else reading.notes == ()


def test_one_line_above_a_header_names_a_table() -> None:
    """As in the notation of several tables; with a note, as a comment may have been meant."""
    reading = CSV("# exported\na,b\n1,2\n", ReadOptions())
    assert reading.data == {"exported": [{"a": 1, "b": 2}]}
    assert reading.notes == ('line 1 is read as the name of a table, "exported"',)


def test_comments_do_not_hide_what_separates_cells(tmp_path: Path) -> None:
    path = tmp_path / "solar.csv"
    path.write_text("# one, two\n#\n# time;ghi\nmorning;1.5\nnoon;2.5\n", encoding="utf-8")
    assert read(path).data == [{"# time": "morning", "ghi": 1.5}, {"# time": "noon", "ghi": 2.5}]


@pytest.mark.parametrize(("notation", "separator"), [(CSV, ","), (TSV, "\t")])
def test_rows_wider_than_the_header_make_columns(notation: object, separator: str) -> None:
    """Where most are: the header of R lacks a name, and a title is no header."""
    text = "2|two\n1|2|3\n4|5|6\n7|8\n".replace("|", separator)
    reading = notation(text, ReadOptions())  # type: ignore[operator]
    names = ["2", "two", "column_3"]
    rows = ((1, 2, 3), (4, 5, 6), (7, 8, None))
    assert reading.data == [dict(zip(names, row, strict=True)) for row in rows]
    assert reading.notes[:2] == (
        "line 2 has 3 cells for 2 columns, 1 more row too: there are 3 columns, and missing cells "
        "are null",
        'column 3 has no name: it is named "column_3"',
    )


def test_a_few_rows_wider_than_the_header_are_refused() -> None:
    with pytest.raises(CannotRead, match="3 cells for 2 columns") as caught:
        read_csv("a,b\n1,2\n1,2,3\n")
    assert caught.value.line == 3
    assert caught.value.hint == "put quotes around a cell that holds what separates cells"


def test_the_cells_that_a_wide_row_adds_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tokbench.readers.delimited.MAX_REPEATED", 5)
    assert common.MAX_REPEATED > 5
    read_csv("a\n1,2\n1,2\n1,2,3,4\n")
    with pytest.raises(CannotRead, match="lack more than 5 cells"):
        read_csv("a\n1,2\n1,2\n1,2,3,4,5\n")


def test_a_file_may_have_no_header(tmp_path: Path) -> None:
    path = tmp_path / "iris.csv"
    path.write_text(IRIS, encoding="utf-8")
    assert read(path).notes[-1] == LOOKS
    payload = read(path, NO_HEADER)
    assert payload.data == [
        {"column_1": 5.1, "column_2": 3.5, "column_3": 1.4, "column_4": "setosa"},
        {"column_1": 4.9, "column_2": 3.0, "column_3": 1.4, "column_4": "setosa"},
    ]
    assert 'column 1 has no name: it is named "column_1", 3 more columns too' in payload.notes
    assert LOOKS not in payload.notes
    row = tokbench.compare(path, "csv", no_header=True, fidelity="full").payloads[0].row("csv")
    assert row.fidelity.verdict == "lossless"
    assert TSV(IRIS.replace(",", "\t"), NO_HEADER).data == payload.data
    assert read_text(IRIS, options=NO_HEADER).data == payload.data


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("1,2\n3,4\n", True),
        ("1,2,3\n4,5,6\n", False),
        ("5.1,3.5,1.4\n4.9,3.0,1.4\n", True),
        ("1.5,a\n2.5,b\n", True),
        ("5,7\n", True),
        ("country,2019,2020,2021\nA,1,2,3\n", False),
        (",2.5\n1,2\n", False),
        ("a,2\nb,c\n", False),
        ("a,b\n1,2\n", False),
        ("7,b\n,x\n", False),
    ],
)
def test_a_first_line_that_looks_like_data_is_told(text: str, looks: bool) -> None:
    assert (LOOKS in CSV(text, ReadOptions()).notes) == looks


def test_the_command_takes_it_and_a_check_keeps_it(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_bytes("né,1\nzoë,2\n".encode("cp1252"))
    options = ("--no-header", "--encoding", "cp1252")
    done = command("render", "rows.csv", "-f", "json-min", *options)
    assert json.loads(done.stdout) == [
        {"column_1": "né", "column_2": 1},
        {"column_1": "zoë", "column_2": 2},
    ]
    check = '[[checks]]\nname = "a"\npaths = "rows.csv"\nformat = "json-min"\nno_header = true\n'
    (tmp_path / "tokbench.toml").write_text(f'{check}encoding = "cp1252"\n', encoding="utf-8")
    assert command("check", "--update").returncode == 0
    lock = (tmp_path / "tokbench.lock").read_text(encoding="utf-8")
    assert '"no_header": true' in lock
    assert '"encoding": "cp1252"' in lock
    assert command("check").returncode == 0


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("suffix", ["csv", "tsv"])
def test_every_line_end_ends_a_row(tmp_path: Path, end: str, suffix: str) -> None:
    """A table with the line ends of old Macs is not one long header."""
    path = tmp_path / f"rows.{suffix}"
    text = "a,b\n1,x\n2,y\n".replace(",", {"csv": ",", "tsv": "\t"}[suffix])
    path.write_bytes(text.replace("\n", end).encode())
    assert read(path).data == [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]


@pytest.mark.parametrize("option", ["no_header", "encoding"])
def test_data_that_were_read_take_none(option: str) -> None:
    with pytest.raises(tokbench.TokbenchError, match=f"{option}= is only for files"):
        tokbench.compare([{"a": 1}], **{option: "x"})  # type: ignore[arg-type]


_CELL = st.text("#ab", max_size=2)


@examples(200, 20_000)
@given(st.integers(1, 3).flatmap(lambda n: st.lists(st.tuples(*[_CELL] * n), min_size=1)))
def test_a_rendering_has_no_comments(rows: list[tuple[str, ...]]) -> None:
    """Whatever its cells start with."""
    names = [f"#{number}" for number in range(len(rows[0]))]
    data = [dict(zip(names, (cell or None for cell in row), strict=True)) for row in rows]
    csv = FORMATS[0]
    assert csv.read is not None
    assert csv.read(csv.render(tokbench.Payload("p", data))) == data  # type: ignore[arg-type]
