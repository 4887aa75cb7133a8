"""Data that formats are known to garble: it comes back the same, or the verdict says what is gone.

The texts are judged by readers that are not ours (``independent``), the verdicts by what the data
lose in each notation.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from support.independent import (
    by_csv,
    by_markdown_list,
    by_markdown_table,
    by_pyyaml,
    by_tsv,
    by_xml,
    by_yaml_1_2,
    same,
)
from support.strategies import AWKWARD_KEYS, NUMBERS_AS_TEXT, WORDS_OF_YAML

import tokbench
from tokbench import serializers
from tokbench.fidelity import check
from tokbench.payload import Payload

if TYPE_CHECKING:
    from tokbench.payload import Json
    from tokbench.result import Fidelity, PayloadResult

TREES = (
    "json-pretty", "json-min", "json-default", "json-ascii", "json-short-legend", "yaml", "toon",
    "toon-tab",
)  # fmt: skip
"""Formats that must lose nothing whatever the data."""

TABLES = ("csv", "tsv", "markdown", "csv-flat")
"""Formats whose cells are text and whose empty cell is null."""


def compared(data: Json) -> PayloadResult:
    return tokbench.compare(data, "all", "chars", fidelity="full").payloads[0]


def fidelity(result: PayloadResult, name: str) -> Fidelity:
    row = result.row(name)
    assert row.skipped is None, row.skipped
    return row.fidelity


def all_lossless(data: Json, names: tuple[str, ...] = TREES) -> PayloadResult:
    result = compared(data)
    found = {name: fidelity(result, name) for name in names}
    assert {name: it for name, it in found.items() if it.verdict != "lossless"} == {}
    return result


class TestYaml:
    @pytest.mark.parametrize("text", [*WORDS_OF_YAML, *NUMBERS_AS_TEXT])
    def test_text_stays_text_for_both_versions(self, text: str) -> None:
        """Norway, versions, times, octals, exponents: quoted where either reader would err."""
        data: Json = [{"code": text, "plain": "word"}, {"code": f"{text} ", "plain": text}]
        rendering = tokbench.render(data, "yaml")
        assert by_pyyaml(rendering) == data
        assert by_yaml_1_2(rendering) == data

    @pytest.mark.parametrize("key", AWKWARD_KEYS)
    def test_keys_stay_text_for_both_versions(self, key: str) -> None:
        """A key that looks like a boolean, a merge or an operator is a name all the same."""
        data: Json = {key: {"x": 1}, "other": [{key: key}]}
        rendering = tokbench.render(data, "yaml")
        assert by_pyyaml(rendering) == data
        assert by_yaml_1_2(rendering) == data

    def test_numbers_stay_numbers(self) -> None:
        """``1e-7`` is text to PyYAML: a float is written with a point."""
        data: Json = [1e-7, 1.5e300, 5e-324, 0.1, 1e16, -0.0, 2**70, 0, -5]
        rendering = tokbench.render(data, "yaml")
        assert "1.0e-07" in rendering
        assert same(data, by_pyyaml(rendering))
        assert same(data, by_yaml_1_2(rendering))

    def test_data_that_repeat_are_written_out(self) -> None:
        """No anchor hides what a model would have to read."""
        shared: Json = {"hosts": ["a", "b"]}
        rendering = tokbench.render({"jobs": [shared, shared], "base": shared}, "yaml")
        assert "&" not in rendering
        assert "*" not in rendering
        assert rendering.count("hosts") == 3


PEOPLE: Json = [
    {"id": 1, "nick": "Z", "age": 1.5},
    {"id": 2, "nick": None, "age": 5},
    {"id": 3, "age": 6},
    {"id": 4, "nick": "", "age": 7},
    {"id": 5, "nick": "null", "age": 8},
]
"""An absent value in each way that JSON has for it."""


class TestTables:
    @pytest.mark.parametrize("name", TABLES)
    def test_null_missing_and_empty_text_collapse_and_are_named(self, name: str) -> None:
        """The report has the column, and how many records share its empty cell."""
        found = fidelity(compared(PEOPLE), name)
        assert found.verdict == "lossy"
        assert any("nick" in note and "3 records" in note for note in found.notes)
        assert ("[2].nick", "missing") in [(p.path, p.kind) for p in found.problems]

    def test_rows_of_json_lose_only_the_missing(self) -> None:
        """JSON rows tell null from text, but not null from nothing."""
        found = fidelity(compared(PEOPLE), "json-rows")
        assert (found.verdict, found.problem_count) == ("lossy", 1)
        assert found.problems[0].path == "[2].nick"

    def test_trees_keep_the_difference(self) -> None:
        """A key that is missing is missing, and null is null."""
        all_lossless(PEOPLE, (*TREES, "jsonl"))

    def test_nested_cells_are_json_and_their_doubles_are_found(self) -> None:
        """A list and the text that spells it are one cell: lossy, and never Python's spelling."""
        data: Json = [
            {"id": 1, "tags": ["a", "b"], "geo": {"lat": 1.5, "ok": True}, "n": None},
            {"id": 2, "tags": '["a","b"]', "geo": {}, "n": "None"},
        ]
        rendering = tokbench.render(data, "csv")
        assert '"{""lat"":1.5,""ok"":true}"' in rendering
        assert "True" not in rendering
        for name in ("csv", "tsv", "markdown"):
            found = fidelity(compared(data), name)
            assert found.verdict == "lossy"
            assert [p.path for p in found.problems] == ["[1].tags"]

    def test_no_guard_against_formulas(self) -> None:
        """An apostrophe before ``=`` or ``-`` is for spreadsheets, and turns numbers into text."""
        data: Json = [{"n": -5.0, "c": "=1+1"}, {"n": 3, "c": "@who"}, {"n": -0.5, "c": "+86 10"}]
        assert tokbench.render(data, "csv") == "n,c\n-5.0,=1+1\n3,@who\n-0.5,+86 10"
        all_lossless(data, TABLES)

    def test_tsv_keeps_tabs_line_ends_quotes_and_backslashes(self) -> None:
        r"""Backslash escapes; the text ``\t`` is not a tab."""
        data: list[Json] = [
            {"k": "a", "v": "6'2\" board"},
            {"k": "b", "v": "tab\there"},
            {"k": "c", "v": "two\nlines\rand\r\nmore"},
            {"k": "d", "v": "back\\slash \\t \\\\n"},
            {"k": "e", "v": '"quoted"'},
        ]
        rendering = tokbench.render(data, "tsv")
        assert rendering.count("\n") == len(data)
        assert by_tsv(rendering) == data
        all_lossless(data, ("csv", "tsv"))

    def test_csv_keeps_every_line_end(self) -> None:
        """A line end inside a value is data, also a bare carriage return."""
        data: Json = [{"a": "x\r\ny", "b": "x\ry"}, {"a": "x\ny", "b": "\r\n"}]
        assert by_csv(tokbench.render(data, "csv")) == data
        all_lossless(data, (*TREES, "csv", "tsv", "xml"))

    def test_a_pipe_never_adds_a_column(self) -> None:
        """GFM splits cells before it reads code; backslashes are escaped as well."""
        data: Json = [
            {"cmd": "du -k | sort", "why": "a || b"},
            {"cmd": "C:\\dir\\|x", "why": "\\"},
            {"cmd": "\\|", "why": "ends with\\"},
        ]
        rendering = tokbench.render(data, "markdown")
        assert by_markdown_table(rendering) == data
        all_lossless(data, ("markdown",))

    @pytest.mark.parametrize(
        "text",
        ["two\nlines", "<br>", "<b>x</b>", "`a|b`", "*em*", "~~no~~", "a_b_ _c_", "&amp;", "[a](b)",
         "  padded  ", "\u00a0wide\u00a0", "cr\rlf"],
    )  # fmt: skip
    def test_what_a_markdown_renderer_would_alter_is_never_lossless(self, text: str) -> None:
        """Markup, line ends and outer spaces are named, whatever our own reader makes of them."""
        found = fidelity(
            compared([{"id": 1, "text": text}, {"id": 2, "text": "plain"}]), "markdown"
        )
        assert found.verdict != "lossless"
        assert [problem.path for problem in found.problems] == ["[0].text"]

    def test_one_column_keeps_its_blank_records(self) -> None:
        """An empty cell alone on its line is a record; where it cannot be told, TSV says so."""
        data: Json = [{"a": None}, {"a": 1}, {"a": None}, {"a": None}]
        all_lossless(data, ("csv", "markdown"))
        for given in (data, {"t": data}):
            assert "blank line" in (compared(given).row("tsv").skipped or "")

    @pytest.mark.parametrize("name", ["csv", "tsv"])
    def test_a_table_never_keeps_a_byte_order_mark_at_its_start(self, name: str) -> None:
        """The mark is dropped as soon as the text is saved and read: quoted, or else lossy."""
        data: Json = [{"\ufeffid": 1, "name": "x"}]
        lossy = fidelity(compared(data), name).verdict == "lossy"
        assert lossy == tokbench.render(data, name).startswith("\ufeff")

    @pytest.mark.parametrize(
        "key",
        ["# key", "- x", "> said", "1. one", "2) two", "[3]", "[ ]", "| a |", "+", "---", "==="],
    )
    def test_no_key_becomes_a_block_of_markdown(self, key: str) -> None:
        """A key that starts like a heading, a list or a quotation is escaped."""
        data: Json = [{key: 1, "other": "x"}, {key: 2}]
        assert by_markdown_list(tokbench.render(data, "markdown-kv")) == data
        all_lossless(data, ("markdown-kv",))

    @pytest.mark.parametrize("mark", ["_", "*", "~", "`"])
    def test_markup_that_a_key_opens_and_its_value_closes_is_doubted(self, mark: str) -> None:
        """In ``- key: value`` both stand on one line; in a table each has a cell of its own."""
        result = compared([{f"{mark}x": f"y{mark}", "snake_case": "a_b * c"}])
        assert fidelity(result, "markdown").verdict == "lossless"
        found = fidelity(result, "markdown-kv")
        assert found.verdict == "ambiguous"
        assert len(found.problems) == 2

    @pytest.mark.parametrize("name", ["a #", "##", " a", "a\\*b", "nul\x00", "*a*", "a&amp;"])
    def test_names_of_tables_obey_the_rules_of_headings(self, name: str) -> None:
        """What a heading would lose of a table's name is lost."""
        result = compared({name: [{"id": 1, "v": "x"}]})
        for form in ("markdown", "markdown-kv"):
            assert fidelity(result, form).verdict != "lossless"

    def test_no_records_are_no_saving(self) -> None:
        """An empty list has no columns: skipped with the reason, never a row of no tokens."""
        result = compared([])
        for name in TABLES:
            row = result.row(name)
            assert row.skipped is not None
            assert row.tokens == {}
            assert "column" in row.skipped

    @pytest.mark.parametrize("text", ["42", "-0.5", "1.10", "1e5", "true", "null", "", "[1]", "{}"])
    @pytest.mark.parametrize("name", [*TABLES, "xml"])
    def test_text_that_spells_another_kind_is_never_lossless(self, name: str, text: str) -> None:
        """Where cells are text, nobody can tell the text ``42`` from the number."""
        assert fidelity(compared([{"id": 7, "v": text}]), name).verdict != "lossless"

    @pytest.mark.parametrize("text", ["007", "+1", "1_000", "12:30", "no", "True", "NaN", "1,5"])
    @pytest.mark.parametrize("name", ["csv", "tsv", "xml"])
    def test_text_that_json_cannot_spell_is_kept(self, name: str, text: str) -> None:
        """A ZIP code is no number of JSON, so it stays text."""
        assert fidelity(compared([{"id": 7, "v": text}]), name).verdict == "lossless"


class TestNumbers:
    def test_large_integers_keep_all_digits_everywhere(self) -> None:
        """No format goes through a double, and none makes two ids one."""
        data: Json = [{"id": 2**56 + n, "max": 2**64 - 1, "huge": 2**70} for n in range(1, 4)]
        all_lossless(data, tuple(name for name in serializers.ALL if name != "json-short"))
        for name in serializers.ALL:
            assert str(2**56 + 2) in tokbench.render(data, name)

    def test_toon_spells_numbers_its_own_way(self) -> None:
        """``1.0`` as ``1`` is what the format defines: the same number, so a note and no loss."""
        data: Json = {"a": 1.0, "b": -0.0, "c": 1e-7, "d": 1e21, "e": 1.5e300, "f": 2**53 + 1}
        found = fidelity(all_lossless(data), "toon")
        assert any("2 numbers" in note and "1.0 came back as 1" in note for note in found.notes)

    def test_numbers_that_json_has_not_never_get_a_count(self) -> None:
        """Python data with NaN are refused in one line with the path."""
        with pytest.raises(tokbench.TokbenchError, match=r"mean"):
            compared({"mean": float("nan"), "n": 1})


class TestTexts:
    def test_half_a_character_is_escaped_or_skipped(self) -> None:
        """JSON escapes only the half; YAML too; what is UTF-8 through and through is skipped."""
        data: Json = [{"ok": "👍", "lone": "\ud83d", "mid": "x\udbc0y"}]
        assert tokbench.render(data, "json-min") == (
            '[{"ok":"👍","lone":"\\ud83d","mid":"x\\udbc0y"}]'
        )
        result = all_lossless(data, ("json-pretty", "json-min", "json-ascii", "jsonl", "yaml"))
        for name in ("toon", "csv", "tsv", "markdown", "xml"):
            assert "surrogate" in (result.row(name).skipped or "") or "U+D83D" in (
                result.row(name).skipped or ""
            )

    def test_text_that_looks_like_toon_stays_text(self) -> None:
        """Phone numbers, grades, headers and lists in strings, alone and as cells."""
        texts: list[Json] = [
            ".62", "+86133", "100.0", "true", "null", "42", "1e5", "-3", "05", "-", "- item", "a,b",
            "a:b", "a|b", "#tag", " lead", "trail ", "", "[2]: x", "open (items[2]) then: x", "{x}",
            "tab\there", "line\nbreak", 'quote"d', "back\\slash", "[]", "{}", "[2]{a,b}:",
        ]  # fmt: skip
        all_lossless(texts)
        all_lossless([{"id": index, "v": text} for index, text in enumerate(texts)])

    def test_xml_keeps_any_key_and_any_text(self) -> None:
        """Keys that are no names stand in an attribute; markup is escaped."""
        keys = ("2x4", "a b", "a_b", "^[a-z]+$", "/v1/{id}", "xmlns", "@type", "#text", "", "ns:t",
                "é", "item", "f", "k", 'q"<&>')  # fmt: skip
        data: Json = [{key: f'<{key} & "x">' for key in keys}]
        assert by_xml(tokbench.render(data, "xml")) == data
        all_lossless(data, ("xml",))


class TestKeys:
    def test_short_keys_never_collide(self) -> None:
        """Keys of one letter keep it, codes take the others, and values are never touched."""
        data: Json = {
            "settings": {"grid": {"R": 10, "S": 10}, "B": {"kind": "S", "note": "settings"}},
            "gear": "B", "a": 1, "b": {"a": "b", "aa": "kind"}, "rank": "R",
        }  # fmt: skip
        all_lossless(data, ("json-short-legend",))
        short = json.loads(tokbench.render(data, "json-short"))
        assert {"a", "b"} <= set(short)
        assert len(short) == 5
        assert fidelity(compared(data), "json-short").verdict == "lossy"

    def test_keys_that_are_data_are_lost_without_their_legend(self) -> None:
        """A map keyed by dates: the verdict counts every key, and says what the legend costs."""
        data: Json = {f"2024-01-{day:02}": {"open": day, "close": day + 1} for day in range(1, 29)}
        result = compared(data)
        found = fidelity(result, "json-short")
        assert (found.verdict, found.problem_count) == ("lossy", 28 + 28 * 2)
        assert {problem.kind for problem in found.problems} == {"key"}
        legend = result.row("json-short-legend").tokens["chars"]
        minified = result.row("json-min").tokens["chars"]
        assert legend is not None
        assert minified is not None
        assert legend > minified
        assert any("json-short-legend" in note for note in found.notes)

    def test_keys_keep_their_order(self) -> None:
        """Numbers as keys are not sorted, in any format."""
        data: Json = {"10": "ten", "2": "two", "1": "one", "0": "zero"}
        for name in (*TREES, "xml"):
            rendering = tokbench.render(data, name)
            places = [rendering.index(word) for word in ("ten", "two", "one", "zero")]
            assert places == sorted(places), name


class TestVerdicts:
    def test_equality_does_not_hide_kinds(self) -> None:
        """``True == 1 == 1.0`` in Python; a format that mixes them up is not lossless."""
        form = serializers.get("json-min")
        payload = Payload("p", [True, 1, 1.0, "1", 0, False, -0.0, None, "null"])
        found = check(payload, form, '[1,1,1,"1",0,0,0,null,"null"]')
        assert [problem.path for problem in found.problems] == ["[0]", "[5]"]
        assert found.verdict == "lossy"
        assert any("2 numbers" in note for note in found.notes)

    def test_only_lossless_formats_are_best(self) -> None:
        """The cheapest that loses something is not recommended, unless it is asked for."""
        data: Json = [{"id": n, "code": "42", "name": f"name {n}"} for n in range(5)]
        strict = tokbench.compare(data, "all", "o200k_base").best()
        loose = tokbench.compare(data, "all", "o200k_base", allow_lossy=True).best()
        assert strict is not None
        assert loose is not None
        assert (strict.fidelity, loose.fidelity != "lossless") == ("lossless", True)
        assert loose.tokens < strict.tokens
