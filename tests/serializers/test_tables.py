"""The tables: CSV, TSV, Markdown, and text that looks like their own marks."""

from __future__ import annotations

import csv
import io
from html import escape
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from markdown_it import MarkdownIt
from support.independent import by_markdown_table
from support.one_format import back, render
from support.strategies import examples, records, texts

from tokbench.errors import CannotRead, CannotRender
from tokbench.serializers import cells, get
from tokbench.serializers.markdown import ambiguity

if TYPE_CHECKING:
    from tokbench.payload import Json, Record

BLOCK_STARTS = [
    *("- a", "+ a", "* a", "1. d", "12) d", "# a", "## b", "> c", "a: b", "---", "***", "==="),
    *("```", "~~~ a", "[a]: b", "|a|", "<div>", "1.", "-", "\\- a", "[3]", "[ ]", "+", "| a |"),
]
"""Keys that a renderer of Markdown would take for a list, a heading, a quotation and so on."""

SECTION_NAMES = ["csv", "tsv", "markdown", "markdown-kv", "csv-flat"]


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


class TestCsvFlat:
    def test_nested_objects_get_dotted_columns(self) -> None:
        """Lists stay JSON in their cell; the columns of a missing object are empty."""
        data: Json = [
            {"id": 1, "geo": {"lat": 1.5, "at": {"city": "Oslo"}}, "tags": ["a", "b"]},
            {"id": 2, "geo": None, "tags": []},
        ]
        assert render("csv-flat", data) == (
            'id,geo.lat,geo.at.city,tags\n1,1.5,Oslo,"[""a"",""b""]"\n2,,,[]'
        )

    @pytest.mark.parametrize(
        "data",
        [[{"a.b": 1, "a": {"b": 2}}], [{"a": {"b": 1}}, {"a.b": 2}], [{"a": {"b": 1}, "a.b": 2}]],
    )
    def test_two_values_of_one_column_are_refused(self, data: Json) -> None:
        """A key with a dot beside an object that spreads to the same column."""
        with pytest.raises(CannotRender, match=r"share the column 'a\.b'"):
            render("csv-flat", data)

    @pytest.mark.parametrize("value", [0, False, "x", [1]])
    def test_an_object_here_and_a_value_there_are_refused(self, value: Json) -> None:
        """The value would have no column of its own."""
        with pytest.raises(CannotRender, match="'a' is an object in some records"):
            render("csv-flat", [{"a": {"b": 1}}, {"a": value}])

    @pytest.mark.parametrize("data", [[{"a": 1, "a.b": 2}], [{"a.b": 2, "a": 1}]])
    def test_a_dotted_key_under_another_column_comes_back(self, data: Json) -> None:
        """It can only be a key with a dot, since its prefix is a value."""
        assert back("csv-flat", data) == data


class TestMarkdown:
    def test_every_row_has_its_own_pipes_alone(self) -> None:
        """Pipes in values are escaped, inside code too; a line break is ``<br>``."""
        data: Json = [
            {"cmd": "a | b", "note": "`x|y`"},
            {"cmd": "two\nlines\r\nthree", "note": "C:\\dir\\|x"},
        ]
        text = render("markdown", data)
        assert text.split("\n") == [
            "| cmd | note |",
            "|---|---|",
            "| a \\| b | `x\\|y` |",
            "| two<br>lines<br>three | C:\\\\dir\\\\\\|x |",
        ]

    def test_a_pipe_never_adds_a_column(self) -> None:
        """GFM splits cells before it reads code; backslashes are escaped as well."""
        data: Json = [
            {"cmd": "du -k | sort", "why": "a || b"},
            {"cmd": "C:\\dir\\|x", "why": "\\"},
            {"cmd": "\\|", "why": "ends with\\"},
        ]
        assert by_markdown_table(render("markdown", data)) == data
        assert back("markdown", data) == data

    def test_spaces_around_a_value_are_lost(self) -> None:
        """GFM strips a cell, and so does the reading back."""
        assert back("markdown", [{"a": " x ", "b": 1}]) == [{"a": "x", "b": 1}]

    @examples(25, 5000)
    @given(texts())
    def test_a_renderer_shows_a_text_that_is_not_ambiguous(self, text: str) -> None:
        """An independent GFM parser gives the text itself."""
        assume(ambiguity(text) is None and text == text.strip(" \t\v\f"))
        parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        tokens = parser.parse(render("markdown", [{"k": "v", "text": text}]))
        shown = [token.children or [] for token in tokens if token.type == "inline"][-1]
        assert {token.type for token in shown} <= {"text", "text_special"}
        assert "".join(token.content for token in shown) == text.replace("\0", "\ufffd")

    @pytest.mark.parametrize(
        "text",
        [
            "line\nbreak",
            "a<br>b",
            "*em*",
            "2*3*4",
            "`code`",
            "_em_",
            "~~x~~",
            "<b>",
            "&amp;",
            "[a](b)",
        ],
    )
    def test_markup_is_ambiguous(self, text: str) -> None:
        """A renderer shows another text, so the format cannot be called lossless there."""
        assert ambiguity(text)

    @pytest.mark.parametrize(
        "text", ["snake_case_name", "5 * 3", "a < b", "R&D", "[x]", "~", "it's"]
    )
    def test_ordinary_text_is_not_ambiguous(self, text: str) -> None:
        """Characters of markup where they mark nothing."""
        assert ambiguity(text) is None

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("markdown", "no table"),
            ("markdown", "| a |"),
            ("markdown-kv", "- a: 1"),
            ("markdown-kv", "## 1\nno item"),
        ],
    )
    def test_other_text_is_refused(self, name: str, text: str) -> None:
        """The readers of our layouts refuse text of another layout."""
        read = get(name).read
        assert read is not None
        with pytest.raises(CannotRead):
            read(text)

    def test_a_list_keeps_missing_apart_from_null(self) -> None:
        """A record shows the keys that it has; colons and backslashes in keys are escaped."""
        data: Json = [{"a:b\\": "x: y"}, {}, {"c": None}]
        assert render("markdown-kv", data) == "## 1\n- a\\:b\\\\: x: y\n\n## 2\n\n## 3\n- c:"
        assert back("markdown-kv", data) == data

    @pytest.mark.parametrize("key", BLOCK_STARTS)
    def test_a_key_that_looks_like_a_block_is_shown_as_a_key(self, key: str) -> None:
        """A renderer sees one list of one item: no heading, quotation, fence or list in it."""
        data: Json = [{key: "x"}]
        text = render("markdown-kv", data)
        html = MarkdownIt("commonmark").render(text)
        shown = escape(key, quote=False).replace('"', "&quot;")
        assert html == f"<h2>1</h2>\n<ul>\n<li>{shown}: x</li>\n</ul>\n"
        assert back("markdown-kv", data) == data


class TestSections:
    @pytest.mark.parametrize("name", SECTION_NAMES)
    def test_a_bare_list_and_one_named_table_differ(self, name: str) -> None:
        """One table under a key keeps its key."""
        assert back(name, [{"a": 1}]) == [{"a": 1}]
        assert back(name, {"k": [{"a": 1}]}) == {"k": [{"a": 1}]}

    @pytest.mark.parametrize("name", SECTION_NAMES)
    @pytest.mark.parametrize("key", ["", "# x", "a,b", "|", "a: b", "x #y"])
    def test_any_key_of_one_line_names_a_table(self, name: str, key: str) -> None:
        """It is written as it is after ``# ``."""
        data: Json = {key: [{"a": 1}], "other": [{"a": 2}]}
        assert back(name, data) == data

    @pytest.mark.parametrize("name", ["csv", "tsv"])
    def test_spaces_around_a_name_stay(self, name: str) -> None:
        """Markdown's headings lose them, and its reader says so."""
        data: Json = {" x ": [{"a": 1}]}
        assert back(name, data) == data
        assert back("markdown", data) == {"x": [{"a": 1}]}

    @pytest.mark.parametrize("name", SECTION_NAMES)
    def test_a_key_with_a_line_break_is_refused(self, name: str) -> None:
        """It does not fit on one line."""
        with pytest.raises(CannotRender, match="line break"):
            render(name, {"a\nb": [{"x": 1}]})

    @pytest.mark.parametrize("name", SECTION_NAMES)
    def test_half_a_character_is_refused_with_its_path(self, name: str) -> None:
        """No UTF-8 text holds it, and these formats have no escape."""
        with pytest.raises(CannotRender, match=r"at \[1\]\.note"):
            render(name, [{"note": "x"}, {"note": "\ud83d"}])


def test_rows_of_another_form_are_refused() -> None:
    """The reader of ``json-rows`` refuses other JSON."""
    read = get("json-rows").read
    assert read is not None
    for text in ["[]", '{"a":1}', '{"columns":["a"],"rows":[[1,2]]}', '{"columns":["a"]}']:
        with pytest.raises(CannotRead):
            read(text)


def test_a_name_that_is_columns_is_no_table_of_its_own() -> None:
    """Tables named like the parts of the layout keep their names."""
    data: Json = {"columns": [{"a": 1}], "rows": [{"b": 2}]}
    assert back("json-rows", data) == data


@pytest.mark.parametrize("data", [[], [None], [None, 1]])
def test_lines_hold_any_list(data: list[Json]) -> None:
    """JSON Lines holds ``null`` too, and an empty text is the empty list."""
    assert render("jsonl", data) == "\n".join("null" if v is None else str(v) for v in data)
    assert back("jsonl", data) == data


@pytest.mark.parametrize(
    ("name", "data", "reason", "hint"),
    [
        (
            "jsonl",
            {"at": 1, "rows": [1]},
            "JSON Lines holds a list, not an object",
            "records='rows' picks one out",
        ),
        ("jsonl", {"at": 1}, "JSON Lines holds a list, not an object", None),
        ("jsonl", "text", "JSON Lines holds a list, not a string", None),
        (
            "csv",
            {"at": 1, "in": {"rows": [{"a": 1}]}},
            "not only lists of objects: at is a number",
            "records='in.rows' picks the records out",
        ),
        (
            "csv",
            [{"a": "\ud83d"}],
            "half a surrogate pair at [0].a, which UTF-8 cannot hold",
            "send it as JSON, which escapes it",
        ),
    ],
)
def test_a_refusal_has_a_reason_and_a_hint(
    name: str, data: Json, reason: str, hint: str | None
) -> None:
    """What is wrong and what to do about it are two parts; options are spelled for Python here."""
    with pytest.raises(CannotRender) as caught:
        render(name, data)
    assert (caught.value.reason, caught.value.hint) == (reason, hint)


class TestSparse:
    GRIDS = ("csv", "tsv", "markdown", "json-rows", "csv-flat")

    @pytest.mark.parametrize("name", GRIDS)
    def test_records_that_share_no_key_are_refused(self, name: str) -> None:
        """Two thousand of them have four million cells, all but two thousand without a value."""
        rows: Json = [{f"key{number}": number} for number in range(2000)]
        with pytest.raises(CannotRender, match="3,998,000 cells would be empty and 2,000"):
            render(name, rows)

    def test_several_tables_are_taken_together(self) -> None:
        """None of them is large by itself."""
        rows: Json = [{f"key{number}": number} for number in range(600)]
        with pytest.raises(CannotRender, match="1,437,600 cells would be empty"):
            render("csv", {f"table{number}": rows for number in range(4)})

    def test_nested_objects_are_taken_apart_first(self) -> None:
        """One column as CSV is a thousand and more as CSV with dotted columns."""
        rows: Json = [{"a": {f"key{number}": number}} for number in range(1100)]
        assert render("csv", rows).count("\n") == 1100
        with pytest.raises(CannotRender, match="1,208,900 cells would be empty"):
            render("csv-flat", rows)

    def test_a_format_that_writes_what_is_there_holds_them(self) -> None:
        rows: Json = [{f"key{number}": number} for number in range(2000)]
        assert render("markdown-kv", rows).count("- key") == 2000

    @pytest.mark.parametrize("name", GRIDS)
    def test_a_large_table_may_lack_many_values(
        self, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """More empty cells than the limit, but only nine for each value that is there."""
        monkeypatch.setattr(cells, "MAX_ABSENT", 1_000)
        columns: Json = {f"key{number}": number for number in range(10)}
        short: Json = {"key0": 1}
        assert render(name, [columns, *([short] * 120)])
        with pytest.raises(CannotRender, match="1,200 cells would be empty"):
            render(name, [columns, *([{}] * 120)])
