"""CSV and TSV: quotes, escapes, and text that looks like their own marks."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from support.one_format import back, render
from support.strategies import examples, records

from tokbench.serializers import cells

if TYPE_CHECKING:
    from tokbench.payload import Json, Record


class TestCsv:
    @examples(25, 5000)
    @given(records())
    def test_python_reads_the_cells(self, data: list[Record]) -> None:
        """Python's own reader finds the text of every cell, whatever is in it."""
        columns = list(dict.fromkeys(key for record in data for key in record))
        assume(columns)
        rows = [[cells.cell(record.get(column)) for column in columns] for record in data]
        text = render("csv", [*data])
        assert list(csv.reader(io.StringIO(text, newline=""), strict=True)) == [columns, *rows]

    def test_cells_are_quoted_only_where_needed(self) -> None:
        """Comma, quote, LF and a bare CR need them on every Python version; spaces do not."""
        values = ["a,b", 'say "hi"', "two\nlines", "a\rb\r\n", " lead", "tab\t", "'q'"]
        data: Json = [{"v": value} for value in values]
        assert render("csv", data) == (
            'v\n"a,b"\n"say ""hi"""\n"two\nlines"\n"a\rb\r\n"\n lead\ntab\t\n\'q\''
        )
        assert back("csv", data) == data

    def test_nothing_guards_against_formulas(self) -> None:
        """Text that a spreadsheet would run is written as it is, since a model reads it."""
        data: Json = [{"a": -5.0, "b": "=1+1"}, {"a": 3, "b": "@handle"}, {"a": 0, "b": "+86 10"}]
        assert render("csv", data) == "a,b\n-5.0,=1+1\n3,@handle\n0,+86 10"
        assert all(back(name, data) == data for name in ("csv", "tsv", "markdown", "csv-flat"))

    def test_values_are_spelled_as_json_spells_them(self) -> None:
        """Never ``True``, ``None`` or Python's text of a list."""
        data: Json = [{"t": True, "n": None, "l": ["a"], "o": {"x": 1.5}, "f": 1e-07, "i": 2**70}]
        assert render("csv", data) == (
            't,n,l,o,f,i\ntrue,,"[""a""]","{""x"":1.5}",1e-07,1180591620717411303424'
        )
        assert back("csv", data) == data

    @pytest.mark.parametrize("value", [None, ""])
    def test_an_empty_cell_alone_on_its_line_is_quoted(self, value: Json) -> None:
        """Else the record would be a blank line, which readers skip."""
        assert render("csv", [{"a": value}, {"a": 1}]) == 'a\n""\n1'
        assert back("csv", [{"a": value}, {"a": 1}]) == [{"a": None}, {"a": 1}]

    def test_a_column_that_looks_like_a_section_is_quoted(self) -> None:
        """A first line ``# key`` names a table only without quotes."""
        data: Json = [{"# id": 1, "b": "x"}]
        assert render("csv", data) == '"# id",b\n1,x'
        assert back("csv", data) == data


class TestTsv:
    def test_one_line_a_record_whatever_it_holds(self) -> None:
        """Tabs, line breaks and backslashes are escaped; a quote is an ordinary character."""
        notes = ["6'2\" board", "tab\there", "two\nlines", "back\\slash \\t", '"quoted"', "cr\r"]
        data: Json = [{"note": note, "n": 1} for note in notes]
        assert render("tsv", data).split("\n") == [
            "note\tn",
            "6'2\" board\t1",
            "tab\\there\t1",
            "two\\nlines\t1",
            "back\\\\slash \\\\t\t1",
            '"quoted"\t1',
            "cr\\r\t1",
        ]
        assert back("tsv", data) == data
