"""Input that has tripped other tools: it is read right, or refused in one line with its place."""

from __future__ import annotations

import csv
import json
import re
from typing import TYPE_CHECKING

import pytest
import yaml

from tokbench.errors import InputError
from tokbench.payload import MAX_DEPTH, Payload
from tokbench.readers import read, read_text

if TYPE_CHECKING:
    from pathlib import Path

    from tokbench.payload import Json


def of_yaml(text: str) -> Payload:
    return read_text(text, "given.yaml", input_format="yaml")


def refusal(text: str | bytes, notation: str) -> InputError:
    """The error of a text that must not be read; one line, with the name of the source."""
    with pytest.raises(InputError) as caught:
        read_text(text, "given", input_format=notation)
    assert str(caught.value).startswith("given:")
    assert "\n" not in str(caught.value)
    return caught.value


class TestYaml:
    @pytest.mark.parametrize(
        ("plain", "value"),
        [
            ("no", False), ("NO", False), ("yes", True), ("on", True), ("Off", False),
            ("3.10", 3.1), ("22:23", 1343), ("1:30:15", 5415), ("12:42:11:05", 2743865),
            ("0777", 511),
        ],
    )  # fmt: skip
    def test_plain_scalars_are_what_pyyaml_says_with_a_note_on_the_line(
        self, plain: str, value: Json
    ) -> None:
        """YAML 1.1 has its way, but nobody is left to find out from a wrong count."""
        payload = of_yaml(f"ok: 1\ncode: {plain}\nquoted: '{plain}'\n")
        assert payload.data == {"ok": 1, "code": value, "quoted": plain}
        assert isinstance(payload.data, dict)
        assert type(payload.data["code"]) is type(value)
        assert yaml.safe_load(f"code: {plain}") == {"code": value}
        assert any("line 2" in note and plain in note for note in payload.notes)

    @pytest.mark.parametrize("plain", ["true", "false", "null", "3.5", "80:80", "word", "1e5x"])
    def test_what_everybody_reads_alike_has_no_note(self, plain: str) -> None:
        """A note on everything would be a note on nothing."""
        assert of_yaml(f"code: {plain}\n").notes == ()

    @pytest.mark.parametrize("key", ["on", "no", "1", "true", "3.10", "12:30", "null", "~"])
    def test_keys_keep_the_text_that_stands_there(self, key: str) -> None:
        """A key is a name: ``on`` is no boolean, and ``1`` no number."""
        assert of_yaml(f"{key}: 1\n").data == {key: 1}

    def test_a_date_as_a_key_is_text(self) -> None:
        """JSON has no dates, and no keys but text."""
        assert of_yaml("2024-01-05: f\n").data == {"2024-01-05": "f"}

    @pytest.mark.parametrize(
        "text", ["a: 1\na: 2\n", '1: a\n"1": b\n', "x:\n  on: 1\n  'on': 2\n", "{a: 1, a: 1}\n"]
    )
    def test_two_keys_of_one_name_are_refused(self, text: str) -> None:
        """Neither value may vanish, also where the keys differ only by their quotes."""
        assert refusal(text, "yaml").line is not None

    def test_an_equals_sign_is_text(self) -> None:
        """Nobody who writes a plain ``=`` means the obsolete value type of YAML 1.1."""
        assert of_yaml("ops:\n- '!='\n- =\n").data == {"ops": ["!=", "="]}

    def test_a_merge_key_merges_only_unquoted(self) -> None:
        """Quotes make ``<<`` a key like any other."""
        text = 'base: &b {k: 1, j: 2}\nuse:\n  <<: *b\n  j: 3\nkept:\n  "<<": 1\n'
        assert of_yaml(text).data == {
            "base": {"k": 1, "j": 2},
            "use": {"k": 1, "j": 3},
            "kept": {"<<": 1},
        }

    def test_aliases_stand_for_what_they_repeat(self) -> None:
        """The same records, whether they were written once or three times."""
        short = "d: &d {retries: 3, hosts: [a, b]}\njobs: [*d, *d]\n"
        long = "d: {retries: 3, hosts: [a, b]}\njobs: [{retries: 3, hosts: [a, b]}, "
        assert of_yaml(short).data == of_yaml(long + "{retries: 3, hosts: [a, b]}]\n").data

    def test_an_alias_bomb_is_refused(self) -> None:
        """A kilobyte that stands for a billion values must not fill the memory."""
        lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
        lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
        assert "alias" in str(refusal("\n".join(lines), "yaml"))

    def test_an_alias_to_itself_is_refused(self) -> None:
        """No tree holds itself."""
        refusal("&a\n- 1\n- *a\n", "yaml")

    @pytest.mark.parametrize("number", [".nan", ".inf", "-.Inf"])
    def test_numbers_that_json_has_not_are_refused(self, number: str) -> None:
        """Half of the formats could not hold them."""
        assert refusal(f"a: 1\nb: {number}\n", "yaml").line == 2


class TestJson:
    @pytest.mark.parametrize(
        ("text", "key", "line"),
        [
            ('{"a":{"x":0},"b":1,"a":2}', "a", 1),
            ('[\n{"deep": {"n": 1,\n"n": 1}}]', "n", 3),
            ('{"":1,"":2}', "", 1),
            ('{"caf\\u00e9":1,"café":2}', "café", 1),
        ],
    )
    def test_a_key_that_stands_twice_is_refused_with_its_place(
        self, text: str, key: str, line: int
    ) -> None:
        """What one parser drops in silence would be counted as a saving."""
        error = refusal(text, "json")
        assert json.dumps(key, ensure_ascii=False) in str(error) or repr(key) in str(error)
        assert error.line == line

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
    def test_numbers_that_json_has_not_are_refused(self, number: str) -> None:
        """Python writes them, and strict readers refuse them."""
        error = refusal(f'{{"a":1,\n"b":{number}}}', "json")
        assert error.line == 2
        assert "JSON" in str(error)

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ('{\n// why\n"a": 1}', 2), ('{"a": 1, /* why */ "b": 2}', 1), ('{"a": [1,\n2,],}', 2),
            ("{'a': True}", 1), ("{a: 1}", 1), ('{"a": 1', 1), ('{"a": 1}}', 1), ("[1 2]", 1),
            ("\x1d\x1dA", 1), ("[1,                 ]", 1), ("[                 x]", 1),
        ],
    )  # fmt: skip
    def test_what_is_nearly_json_is_refused_with_its_place(self, text: str, line: int) -> None:
        """Comments, commas, quotes and cuts: the payload should be what is really sent."""
        error = refusal(text, "json")
        assert (error.line, error.column is not None) == (line, True)

    def test_comments_get_a_hint(self) -> None:
        """Who gives an editor's configuration learns why it is no JSON."""
        assert "comment" in str(refusal('{\n// target\n"a": 1}', "json"))

    @pytest.mark.parametrize("number", [2**53 + 1, 2**64 - 1, 2**70, -(2**63) - 1])
    def test_integers_keep_all_digits(self, number: int) -> None:
        """An id that went through a double would be another record's id."""
        assert read_text(f"[{number}]", input_format="json").data == [number]
        assert read_text(f"id\n{number}", input_format="csv").data == [{"id": number}]
        assert of_yaml(f"- {number}").data == [number]

    @pytest.mark.parametrize("opening", ["[", '{"a":'])
    def test_depth_has_one_limit_on_every_python(self, opening: str) -> None:
        """Up to the limit it is read, past it refused, and no depth overflows the stack."""
        closing, leaf = {"[": ("]", "[]"), '{"a":': ("}", "{}")}[opening]

        def nested(levels: int) -> str:
            return opening * (levels - 1) + leaf + closing * (levels - 1)

        assert read_text(nested(MAX_DEPTH), input_format="json").shape == "tree"
        for levels in (MAX_DEPTH + 1, 1000, 20_000):
            assert str(MAX_DEPTH) in str(refusal(nested(levels), "json"))
            assert "nest" in str(refusal(nested(levels), "yaml"))

    def test_half_a_character_is_kept(self) -> None:
        """Text that was cut inside an emoji is text; two halves together are the emoji."""
        data = read_text(r'["\ud83d", "x\udbc0y", "\ud83d\udc4d"]', input_format="json").data
        assert data == ["\ud83d", "x\udbc0y", "👍"]


class TestJsonLines:
    @pytest.mark.parametrize("text", ['{"t":"a"}\n\n   \n{"t":"b"}\n', '{"t":"a"}\r\n{"t":"b"}\r\n',
                                      '{"t":"a"}\n{"t":"b"}'])  # fmt: skip
    def test_blank_lines_and_line_ends_do_not_matter(self, text: str) -> None:
        """Two records are two records."""
        payload = read_text(text, input_format="jsonl")
        assert (payload.data, payload.notes) == ([{"t": "a"}, {"t": "b"}], ())

    @pytest.mark.parametrize(
        ("text", "line"),
        [('{"t":1}\n{"t":2}\n{"t":', 3), ('{"t":1}\n{"t":\n{"t":3}', 2), ('\n\n{"t":1}\nx', 4)],
    )
    def test_a_broken_line_is_refused_wherever_it_stands(self, text: str, line: int) -> None:
        """Counts must not depend on where a log was cut."""
        assert refusal(text, "jsonl").line == line

    def test_json_lines_under_the_name_of_json(self, tmp_path: Path) -> None:
        """A suffix that misleads is found out from the content, and said."""
        path = tmp_path / "log.json"
        path.write_text('{"t":1}\n{"t":2}\n')
        payload = read(path)
        assert payload.data == [{"t": 1}, {"t": 2}]
        assert "JSON Lines" in payload.notes[0]


class TestTables:
    @pytest.mark.parametrize(
        ("text", "line", "names"),
        [
            ("name,score,score\nAda,7,9\n", 1, '"score"'),
            ("a,,b\n1,2,3\n", 1, "2"),
            ("a,b\n1,2\n1,2,3\n", 3, "3 cells for 2 columns"),
            ('a,b\n1,"2\n', 2, "never closed"),
            ('a,b\n1,"2"x\n', 2, "quote"),
        ],
    )
    def test_what_would_drop_a_cell_is_refused(self, text: str, line: int, names: str) -> None:
        """A column or a cell that vanished would count as a saving."""
        error = refusal(text, "csv")
        assert error.line == line
        assert names in str(error)

    def test_a_short_row_is_noted(self) -> None:
        """Missing cells are null, and the line is named."""
        payload = read_text("a,b,c\n1,2,3\n1\n", input_format="csv")
        assert payload.data == [{"a": 1, "b": 2, "c": 3}, {"a": 1, "b": None, "c": None}]
        assert "line 3" in payload.notes[0]

    def test_only_a_header_is_no_record(self) -> None:
        """Nothing to count is said, not divided by."""
        payload = read_text("a,b\n", input_format="csv")
        assert payload.data == []
        assert "no records" in payload.notes[0]

    @pytest.mark.parametrize("nothing", ["", " ", "\n\n", "\ufeff"])
    def test_nothing_is_refused(self, nothing: str) -> None:
        """An empty file has no tokens to save."""
        for notation in ("csv", "tsv", "json", "jsonl", "yaml", "toon"):
            assert "empty" in str(refusal(nothing, notation))

    def test_a_cell_may_hold_a_document(self) -> None:
        """The csv module's limit is no limit of ours, and stays as it was for everybody else."""
        before = csv.field_size_limit()
        payload = read_text(f"id,text\n1,{'x' * 140_000}\n2,y\n", input_format="csv")
        assert isinstance(payload.data, list)
        assert len(payload.data) == 2
        assert payload.data[0] == {"id": 1, "text": "x" * 140_000}
        assert csv.field_size_limit() == before

    def test_quotes_are_literal_in_tsv(self) -> None:
        """TSV has escapes and no quoting: inches and quoted words stay as they stand."""
        payload = read_text('name\tnote\nA\t6\'2" board\nB\t"quoted"\n', input_format="tsv")
        assert payload.data == [
            {"name": "A", "note": "6'2\" board"},
            {"name": "B", "note": '"quoted"'},
        ]

    @pytest.mark.parametrize(
        ("cell", "value"),
        [
            ("42", 42), ("-0.5", -0.5), ("true", True), ("false", False), ("", None),
            ("007", "007"), ("1.10", "1.10"), ("+1", "+1"), ("1e5", "1e5"), ("True", "True"),
            ("null", "null"), ("NaN", "NaN"), ("٤٢", "٤٢"), ("1_000", "1_000"), (" 1", " 1"),
        ],
    )  # fmt: skip
    def test_cells_are_numbers_only_where_json_spells_them_so(self, cell: str, value: Json) -> None:
        """ZIP codes and versions stay text; with ``--strings`` everything does."""
        payload = read_text(f"a,b\n{cell},x\n", input_format="csv")
        assert payload.data == [{"a": value, "b": "x"}]
        strings = read_text(f"a,b\n{cell},x\n", input_format="csv", strings=True)
        assert strings.data == [{"a": cell, "b": "x"}]


class TestEncodings:
    JSON = '[{"id":1,"name":"Zoë"},{"id":2,"name":"👍"}]'

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
    def test_one_text_in_many_encodings_is_one_payload(self, encoding: str) -> None:
        """What a spreadsheet or PowerShell saved is the same data, mark or no mark."""
        mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
        given = read_text((mark + self.JSON).encode(encoding), input_format="json")
        assert (given.data, given.text) == (json.loads(self.JSON), self.JSON)

    def test_a_mark_is_no_part_of_the_first_column(self) -> None:
        """The first header is ``id``, and not the mark and ``id``."""
        marked = read_text("id,v\n1,2\n".encode("utf-8-sig"), input_format="csv")
        assert marked.data == [{"id": 1, "v": 2}]

    def test_bytes_of_no_encoding_are_refused(self) -> None:
        """Latin-1 is not guessed at; the byte is named."""
        assert re.search(r"UTF-8", str(refusal('["é"]'.encode("latin-1"), "json")))
