"""What the formats of tables share: names of tables, refusals, and tables with few values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.one_format import back, render

from tokbench.errors import CannotRender
from tokbench.serializers import cells

if TYPE_CHECKING:
    from tokbench.payload import Json

SECTION_NAMES = ["csv", "tsv", "markdown", "markdown-kv", "csv-flat"]


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
