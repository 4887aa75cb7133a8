"""What the round trip finds in data that notations are known to change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.one_format import render

import tokbench
from tokbench import serializers
from tokbench.errors import CannotRender
from tokbench.fidelity import check
from tokbench.payload import Payload

if TYPE_CHECKING:
    from tokbench.payload import Json
    from tokbench.result import Fidelity

TREES = (
    "json-pretty", "json-min", "json-default", "json-ascii", "json-short-legend", "yaml", "toon",
    "toon-tab",
)  # fmt: skip
"""Formats that lose nothing of any data."""

TABLES = ("csv", "tsv", "markdown", "csv-flat")
"""Formats whose cells are text and whose empty cell is null."""


PEOPLE: Json = [
    {"id": 1, "nick": "Z", "age": 1.5},
    {"id": 2, "nick": None, "age": 5},
    {"id": 3, "age": 6},
    {"id": 4, "nick": "", "age": 7},
    {"id": 5, "nick": "null", "age": 8},
]
"""An absent value in each way that JSON has for it."""


def fidelity(data: Json, name: str) -> Fidelity:
    """What the round trip through a format finds."""
    form, payload = serializers.get(name), Payload("payload", data)
    return check(payload, form, form.render(payload))


def assert_lossless(data: Json, names: tuple[str, ...] = TREES) -> None:
    found = {name: fidelity(data, name) for name in names}
    assert {name: it for name, it in found.items() if it.verdict != "lossless"} == {}


class TestTables:
    @pytest.mark.parametrize("name", TABLES)
    def test_null_missing_and_empty_text_collapse_and_are_named(self, name: str) -> None:
        """A note has the column, and how many of its cells are empty."""
        found = fidelity(PEOPLE, name)
        assert found.verdict == "ambiguous"
        assert any("nick" in note and "3 empty cells" in note for note in found.notes)
        assert ("[2].nick", "missing") in [(p.path, p.kind) for p in found.problems]

    def test_rows_of_json_lose_only_the_missing(self) -> None:
        """JSON rows keep null and text apart, but not null and a missing key."""
        found = fidelity(PEOPLE, "json-rows")
        assert (found.verdict, found.problem_count) == ("ambiguous", 1)
        assert found.problems[0].path == "[2].nick"

    def test_trees_keep_the_difference(self) -> None:
        """A key that is missing is missing, and null is null."""
        assert_lossless(PEOPLE, (*TREES, "jsonl"))

    def test_nested_cells_are_json_and_their_doubles_are_found(self) -> None:
        """A list and the text that spells it make the same cell, by JSON's spelling: lossy."""
        data: Json = [
            {"id": 1, "tags": ["a", "b"], "geo": {"lat": 1.5, "ok": True}, "n": None},
            {"id": 2, "tags": '["a","b"]', "geo": {}, "n": "None"},
        ]
        rendering = render("csv", data)
        assert '"{""lat"":1.5,""ok"":true}"' in rendering
        assert "True" not in rendering
        for name in ("csv", "tsv", "markdown"):
            found = fidelity(data, name)
            assert found.verdict == "lossy"
            assert [p.path for p in found.problems] == ["[1].tags"]

    @pytest.mark.parametrize(
        "text",
        ["two\nlines", "<br>", "<b>x</b>", "`a|b`", "*em*", "~~no~~", "a_b_ _c_", "&amp;", "[a](b)",
         "  padded  ", "\u00a0wide\u00a0", "cr\rlf"],
    )  # fmt: skip
    def test_what_a_markdown_renderer_would_alter_is_never_lossless(self, text: str) -> None:
        """Markup, line ends and outer spaces are reported even where our own reader keeps them."""
        found = fidelity([{"id": 1, "text": text}, {"id": 2, "text": "plain"}], "markdown")
        assert found.verdict != "lossless"
        assert [problem.path for problem in found.problems] == ["[0].text"]

    def test_one_column_keeps_its_blank_records(self) -> None:
        """An empty cell alone on its line is a record; TSV, which cannot write it, refuses."""
        data: Json = [{"a": None}, {"a": 1}, {"a": None}, {"a": None}]
        assert_lossless(data, ("csv", "markdown"))
        for given in (data, {"t": data}):
            with pytest.raises(CannotRender, match="blank line"):
                render("tsv", given)

    @pytest.mark.parametrize("name", ["csv", "tsv"])
    def test_a_table_never_keeps_a_byte_order_mark_at_its_start(self, name: str) -> None:
        """The mark is dropped as soon as the text is saved and read: quoted, or else lossy."""
        data: Json = [{"\ufeffid": 1, "name": "x"}]
        lossy = fidelity(data, name).verdict == "lossy"
        assert lossy == render(name, data).startswith("\ufeff")

    @pytest.mark.parametrize("mark", ["_", "*", "~", "`"])
    def test_markup_that_a_key_opens_and_its_value_closes_is_ambiguous(self, mark: str) -> None:
        """In ``- key: value`` both are on one line; in a table each has its own cell."""
        data: Json = [{f"{mark}x": f"y{mark}", "snake_case": "a_b * c"}]
        assert fidelity(data, "markdown").verdict == "lossless"
        found = fidelity(data, "markdown-kv")
        assert found.verdict == "ambiguous"
        assert len(found.problems) == 2

    @pytest.mark.parametrize("name", ["a #", "##", " a", "a\\*b", "nul\x00", "*a*", "a&amp;"])
    def test_names_of_tables_obey_the_rules_of_headings(self, name: str) -> None:
        """What a heading loses of a table's name is a loss."""
        data: Json = {name: [{"id": 1, "v": "x"}]}
        for form in ("markdown", "markdown-kv"):
            assert fidelity(data, form).verdict != "lossless"

    @pytest.mark.parametrize("text", ["42", "-0.5", "1.10", "1e5", "true", "", "[1]", "{}"])
    @pytest.mark.parametrize("name", [*TABLES, "xml"])
    def test_text_that_spells_another_kind_is_never_lossless(self, name: str, text: str) -> None:
        """Where cells are text, the text ``42`` and the number look the same."""
        assert fidelity([{"id": 7, "v": text}], name).verdict != "lossless"

    def test_the_text_null_is_ambiguous_only_where_it_is_read_by_itself(self) -> None:
        """In a column an empty cell is null, and this text says that all of it is text."""
        names = (*TABLES, "markdown-kv", "xml")
        found = [n for n in names if fidelity([{"v": "null"}], n).verdict != "lossless"]
        assert found == ["markdown-kv", "xml"]

    @pytest.mark.parametrize("text", ["007", "+1", "1_000", "12:30", "no", "True", "NaN", "1,5"])
    @pytest.mark.parametrize("name", ["csv", "tsv", "xml"])
    def test_text_that_json_cannot_spell_is_kept(self, name: str, text: str) -> None:
        """JSON does not write numbers like a ZIP code, so it stays text."""
        assert fidelity([{"id": 7, "v": text}], name).verdict == "lossless"


class TestNumbers:
    def test_large_integers_keep_all_digits_everywhere(self) -> None:
        """No format goes through a double, so no two ids become one."""
        data: Json = [{"id": 2**56 + n, "max": 2**64 - 1, "huge": 2**70} for n in range(1, 4)]
        assert_lossless(data, tuple(name for name in serializers.ALL if name != "json-short"))
        for name in serializers.ALL:
            assert str(2**56 + 2) in render(name, data)

    def test_toon_spells_numbers_its_own_way(self) -> None:
        """``1.0`` as ``1`` is what the format defines: the same number, so a note and no loss."""
        data: Json = {"a": 1.0, "b": -0.0, "c": 1e-7, "d": 1e21, "e": 1.5e300, "f": 2**53 + 1}
        assert_lossless(data)
        found = fidelity(data, "toon")
        assert any("2 numbers" in note and "1.0 came back as 1" in note for note in found.notes)


class TestTexts:
    def test_half_a_character_is_escaped_or_skipped(self) -> None:
        """JSON and YAML escape the half; other formats are skipped."""
        data: Json = [{"ok": "👍", "lone": "\ud83d", "mid": "x\udbc0y"}]
        assert render("json-min", data) == ('[{"ok":"👍","lone":"\\ud83d","mid":"x\\udbc0y"}]')
        assert_lossless(data, ("json-pretty", "json-min", "json-ascii", "jsonl", "yaml"))
        for name in ("toon", "csv", "tsv", "markdown", "xml"):
            with pytest.raises(CannotRender, match=r"surrogate|U\+D83D"):
                render(name, data)

    def test_text_that_looks_like_toon_stays_text(self) -> None:
        """Phone numbers, grades, headers and lists in strings, alone and as cells."""
        texts: list[Json] = [
            ".62", "+86133", "100.0", "true", "null", "42", "1e5", "-3", "05", "-", "- item", "a,b",
            "a:b", "a|b", "#tag", " lead", "trail ", "", "[2]: x", "open (items[2]) then: x", "{x}",
            "tab\there", "line\nbreak", 'quote"d', "back\\slash", "[]", "{}", "[2]{a,b}:",
        ]  # fmt: skip
        assert_lossless(texts)
        assert_lossless([{"id": index, "v": text} for index, text in enumerate(texts)])


class TestKeys:
    def test_keys_that_are_data_are_lost_without_their_legend(self) -> None:
        """A map keyed by dates: the verdict counts every key, and says what the legend costs."""
        data: Json = {f"2024-01-{day:02}": {"open": day, "close": day + 1} for day in range(1, 29)}
        (result,) = tokbench.compare(data, "json-short", "chars").payloads
        found = result.row("json-short").fidelity
        assert (found.verdict, found.problem_count) == ("lossy", 28 + 2)
        assert {problem.kind for problem in found.problems} == {"key"}
        assert len(render("json-short-legend", data)) > len(render("json-min", data))
        assert any("json-short-legend" in note for note in found.notes)
