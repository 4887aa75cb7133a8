from __future__ import annotations

import csv
import io
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.environment import Command
from support.strategies import examples, texts

import tokbench
from tokbench.errors import CannotRead
from tokbench.readers import common, delimited, read
from tokbench.readers.delimited import read_csv, read_tsv
from tokbench.readers.options import ReadOptions

if TYPE_CHECKING:
    from collections.abc import Callable

    from tokbench.payload import Json
    from tokbench.readers.common import Reading


def parse_csv(text: str, *, tables: bool = False, strings: bool = False) -> Json:
    return read_csv(text, ReadOptions(strings=strings), tables=tables).data


def parse_tsv(text: str, *, tables: bool = False, strings: bool = False) -> Json:
    return read_tsv(text, ReadOptions(strings=strings), tables=tables).data


_CELLS = st.lists(st.lists(texts(), min_size=2, max_size=2), max_size=4)


@examples(60, 10_000)
@given(_CELLS, st.sampled_from(["\n", "\r\n"]))
def test_csv_of_python_reads_back_as_text(rows: list[list[str]], end: str) -> None:
    """Any text survives quoting: quotes, separators and every kind of line end."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([["a", "b"], *rows])
    got = parse_csv(written.getvalue(), strings=True)
    assert got == [dict(zip("ab", row, strict=True)) for row in rows]


def _escaped(text: str) -> str:
    for plain, escape in (("\\", r"\\"), ("\t", r"\t"), ("\n", r"\n"), ("\r", r"\r")):
        text = text.replace(plain, escape)
    return text


@examples(60, 10_000)
@given(_CELLS)
def test_escaped_tsv_reads_back_as_text(rows: list[list[str]]) -> None:
    """Tabs, line ends and backslashes survive as escapes, and a quote is a quote."""
    lines = ["\t".join(map(_escaped, row)) for row in [["a", "b"], *rows]]
    got = parse_tsv("\n".join(lines), strings=True)
    assert got == [dict(zip("ab", row, strict=True)) for row in rows]


def test_other_backslashes_are_themselves_and_escapes_are_noted() -> None:
    reading = read_tsv("path\tnote\nC:\\dir\\x\ta\\tb\\\\\n")
    assert reading.data == [{"path": "C:\\dir\\x", "note": "a\tb\\"}]
    assert "escapes" in reading.notes[0]
    assert read_tsv("path\nC:\\dir\\x\n").notes == ()


READERS = pytest.mark.parametrize(
    ("parse", "separator"), [(parse_csv, ","), (parse_tsv, "\t")], ids=["csv", "tsv"]
)


@READERS
def test_a_line_with_a_name_begins_a_table(parse: Callable[..., Json], separator: str) -> None:
    text = "# orders, old\nid|sum\n1|2.5\n\n\n# \nname|z\n|true\n# x|y\n".replace("|", separator)
    assert parse(text, tables=True) == {
        "orders, old": [{"id": 1, "sum": 2.5}],
        "": [{"name": None, "z": "true"}, {"name": "# x", "z": "y"}],
    }


def test_quoted_lines_are_no_sections() -> None:
    """A cell may hold a blank line, a line that starts with `# `, and a quote."""
    text = '# a\nx,y\n1,"# b\n\n# ""c"""\n\n# b\nz\n""\n"# z"'
    assert parse_csv(text, tables=True) == {
        "a": [{"x": 1, "y": '# b\n\n# "c"'}],
        "b": [{"z": None}, {"z": "# z"}],
    }


@pytest.mark.parametrize(
    ("header", "names", "note"),
    [
        ("|x", ["column_1", "x"], 'column 1 has no name: it is named "column_1"'),
        ("a|a|b", ["a", "a_2", "b"], 'column 2 repeats the name "a": it is named "a_2"'),
        (
            "a|a|a_2||",
            ["a", "a_3", "a_2", "column_4", "column_5"],
            'column 2 repeats the name "a": it is named "a_3", 2 more columns too',
        ),
        ("|column_1", ["column_1_2", "column_1"], 'it is named "column_1_2"'),
    ],
)
@pytest.mark.parametrize("suffix", ["csv", "tsv"])
def test_every_column_has_a_name_of_its_own(
    tmp_path: Path, suffix: str, header: str, names: list[str], note: str
) -> None:
    """As the index column of pandas and R, which has none."""
    separator = {"csv": ",", "tsv": "\t"}[suffix]
    path = tmp_path / f"rows.{suffix}"
    row = separator.join("1" for _ in names)
    path.write_text(f"{header.replace('|', separator)}\n{row}\n", encoding="utf-8")
    payload = read(path)
    assert payload.data == [dict.fromkeys(names, 1)]
    assert any(note in each for each in payload.notes)
    row_of = tokbench.compare(path, suffix, fidelity="full").payloads[0].row(suffix)
    assert row_of.fidelity.verdict == "lossless"


def test_a_text_that_may_be_no_table_needs_names(command: Command) -> None:
    """On standard input, where it is not known to be one."""
    done = command("compare", "-o", "json", stdin="Hi,, you\nDo, this, now\n")
    assert json.loads(done.stdout)["payloads"][0]["shape"] == "text"


@READERS
@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a|b\n1|2\n\n1|2|3\n", 4, "3 cells for 2 columns"),
        ("", None, "no header line"),
    ],
)
def test_faults_of_a_table_are_named_by_line(
    parse: Callable[..., Json], separator: str, text: str, line: int | None, reason: str
) -> None:
    assert_fault(parse, text.replace("|", separator), line, reason)


@READERS
@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("# a\nx\n1\n\ny\n2", 5, "must name the table"),
        ("# a\nx\n1\n\n# a\ny\n2", 5, 'a second table is named "a"'),
        ("# a\n", None, "no header line"),
    ],
)
def test_faults_between_tables_are_named_by_line(
    parse: Callable[..., Json], separator: str, text: str, line: int | None, reason: str
) -> None:
    assert_fault(partial(parse, tables=True), text.replace("|", separator), line, reason)


def assert_fault(parse: Callable[[str], Json], text: str, line: int | None, reason: str) -> None:
    with pytest.raises(CannotRead) as caught:
        parse(text)
    assert caught.value.line == line
    assert reason in caught.value.reason


def test_a_fault_after_cells_with_line_breaks_has_the_line_of_its_record() -> None:
    with pytest.raises(CannotRead) as caught:
        parse_csv('a,b\n"1\n\n2",3\n4,5,6\n')
    assert caught.value.line == 5


@pytest.mark.parametrize(
    ("text", "reason"), [('a,b\n1,"2\n', "never closed"), ('a,b\n1,"2"x\n', "quote")]
)
def test_faults_of_quotes_are_named_by_line(text: str, reason: str) -> None:
    assert_fault(parse_csv, text, 2, reason)


@pytest.mark.parametrize(("read", "header"), [(read_csv, "a,b\n"), (read_tsv, "a\tb\n")])
def test_a_header_alone_is_noted(read: Callable[[str], Reading], header: str) -> None:
    """An empty table is not counted as a saving without a word."""
    reading = read(header)
    assert reading.data == []
    assert "no records" in reading.notes[0]


def test_short_rows_are_null_and_noted_once() -> None:
    reading = read_csv("a,b,c\n1\n2,3\n4,5,6\n")
    assert reading.data == [
        {"a": 1, "b": None, "c": None}, {"a": 2, "b": 3, "c": None}, {"a": 4, "b": 5, "c": 6},
    ]  # fmt: skip
    assert reading.notes == (
        "line 2 has 1 cell for 3 columns, 1 more row too: missing cells are null",
    )


@READERS
def test_the_cells_that_short_rows_lack_have_a_limit(
    parse: Callable[..., Json], separator: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long header over many short rows would add cells that are not in the file."""
    monkeypatch.setattr(delimited, "MAX_REPEATED", 4)
    header = separator.join("abc")
    assert parse(f"{header}\n1\n2\n") == [{"a": n, "b": None, "c": None} for n in (1, 2)]
    with pytest.raises(CannotRead, match="lack more than 4 cells") as caught:
        parse(f"{header}\n1\n2\n3\n")
    assert caught.value.line == 4


def test_blank_lines_are_records_only_where_there_is_one_column() -> None:
    assert parse_csv("a,b\n\n1,2\n\n") == [{"a": 1, "b": 2}]
    assert parse_csv("a\n1\n\n2\n") == [{"a": 1}, {"a": None}, {"a": 2}]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_ends_a_record(end: str) -> None:
    assert parse_csv(f"a,b{end}1,2{end}3,4{end}") == [{"a": 1, "b": 2}, {"a": 3, "b": 4}]


@READERS
def test_a_cell_has_a_limit_and_the_csv_module_keeps_its_own(
    parse: Callable[..., Json], separator: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "MAX_CELL", 200_000)
    before = csv.field_size_limit()
    long = f"a{separator}b\n1{separator}{'x' * 200_000}"
    assert parse(long) == [{"a": 1, "b": "x" * 200_000}]
    with pytest.raises(CannotRead, match="more than 200,000 characters"):
        parse(long + "x")
    assert csv.field_size_limit() == before
    assert before < 200_000 < common.MAX_CELL
