from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, payloads

from tokbench import readers, serializers
from tokbench.errors import CannotRender, InputError, UnknownNameError
from tokbench.payload import Json, Payload
from tokbench.readers import INPUT_FORMATS, ReadOptions, read, read_text

ROWS: Json = [{"id": 1, "name": "Zoë"}, {"id": 2, "name": "Ann"}]
AS_JSON = '[{"id":1,"name":"Zoë"},{"id":2,"name":"Ann"}]'
TEXTS = {
    "json": AS_JSON,
    "jsonl": '{"id":1,"name":"Zoë"}\n{"id":2,"name":"Ann"}\n',
    "csv": "id,name\n1,Zoë\n2,Ann\n",
    "tsv": "id\tname\n1\tZoë\n2\tAnn\n",
    "yaml": "- id: 1\n  name: Zoë\n- id: 2\n  name: Ann\n",
    "toon": "[2]{id,name}:\n  1,Zoë\n  2,Ann\n",
}


def refused(source: str | os.PathLike[str]) -> str:
    with pytest.raises(InputError) as caught:
        read(source)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("notation", "suffix"),
    [
        ("json", ".json"), ("json", ".JSON"), ("json", ".geojson"), ("json", ".jsonc"),
        ("jsonl", ".jsonl"), ("jsonl", ".ndjson"), ("csv", ".csv"), ("tsv", ".tsv"),
        ("tsv", ".tab"), ("yaml", ".yaml"), ("yaml", ".yml"), ("toon", ".toon"),
    ],
)  # fmt: skip
def test_the_suffix_says_the_notation(notation: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"rows{suffix}"
    path.write_text(TEXTS[notation], encoding="utf-8", newline="")
    payload = read(path)
    assert payload.data == ROWS
    assert payload.notes == ()
    assert payload.name == str(path)
    assert payload.text == TEXTS[notation]
    assert payload.size == path.stat().st_size


@pytest.mark.parametrize("notation", TEXTS)
@pytest.mark.parametrize("name", ["rows", "rows.dat", "-"])
def test_without_a_known_suffix_the_content_decides(
    notation: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = TEXTS[notation].encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    (tmp_path / name).write_bytes(content)
    payload = read(name if name == "-" else tmp_path / name)
    assert payload.data == ROWS
    assert payload.name == ("<stdin>" if name == "-" else str(tmp_path / name))
    assert notation == "json" or "read as" in payload.notes[0]


def test_the_name_of_a_text_says_the_notation_too() -> None:
    assert read_text("a: 1", "x.yaml").notes == ()
    with pytest.raises(InputError, match=r'^"two\\nlines\.json":1:2: '):
        read_text("[", "two\nlines.json")


@pytest.mark.parametrize("notation", TEXTS)
def test_a_named_notation_overrules_suffix_and_content(notation: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_text(TEXTS[notation], encoding="utf-8", newline="")
    assert read(path, ReadOptions(notation)).data == ROWS
    with pytest.raises(UnknownNameError, match=r"unknown input format 'jsn'.*'json'.*toon"):
        read(path, ReadOptions("jsn"))


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("42", 42), ('"x"', "x"), ("null", None), (" {} ", {}), ("---\na: 1", {"a": 1}),
        ("key: value, and more\n", {"key": "value, and more"}),
        ("# comment\nkey: [1]\n", {"key": [1]}),
        ("a:\n  - 1\n", {"a": [1]}),
        ("meta: x\nitems[1]{a}:\n  1\n", {"meta": "x", "items": [{"a": 1}]}),
        ("tags[2]: a,b\n", {"tags": ["a", "b"]}),
        ('"odd, key": 1\n', {"odd, key": 1}),
        ("[1]\n[2]\n", [[1], [2]]),
    ],
)  # fmt: skip
def test_content_is_recognized(text: str, data: Json) -> None:
    assert read_text(text).data == data


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "it looks like no notation of data"),
        ("<a>b</a>", "it looks like no notation of data"),
        ("one line, of prose", "it is no CSV: it has one line"),
        ("You are, as ever, helpful\nAnswer, please.\n", "it is no CSV: 2 cells for 3 columns"),
        ("Hi, you:\nDo, this, now.\n", "it is no CSV: 3 cells for 2 columns"),
        ("a\tb\n1\n", "it is no TSV: 1 cell for 2 columns"),
        ("# Rules\nBe kind, always, to all\nBe brief, too.\n", "it is no CSV: 2 cells"),
        ("name\nAnn\nBob\n", "it looks like no notation of data"),
        ("Role: assistant\nBe brief.\n", "it is no YAML: "),
        ("---\n", "it is no YAML: it is a scalar"),
        ("--- scalar", "it looks like no notation of data"),
        ("---\ntitle: x\n---\n# Body\nBe brief.\n", "it looks like no notation of data"),
        ("a: 1\na: 2\n", 'it is no YAML: key "a" appears twice'),
        ("{{ question }}", "it looks like no notation of data"),
        ("[INST] Be brief. [/INST]", "it looks like no notation of data"),
        ("[1] Knuth, 1968.", "it looks like no notation of data"),
        ("Hello, friend.\nAnswer, please.\n", "it looks like no notation of data"),
        ("[3]: see below\n[4]: see above\n", "it is no TOON: "),
        ("# T\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "it looks like no notation of data"),
        ("{% for x in y %}", "it looks like no notation of data"),
    ],
)
def test_what_reads_as_no_data_is_plain_text(text: str, why: str) -> None:
    payload = read_text(text)
    assert (payload.shape, payload.text, payload.data) == ("text", text, text)
    (note,) = payload.notes
    assert note.startswith(f"read as plain text, as {why}")
    assert note.endswith("; input_format= decides otherwise")


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("Hello,friend\nAnswer,please\n", "CSV"),
        ("a,b\n1,\n\n2,3\n", "CSV"),
        ('a,b\n"1\n2",3\n', "CSV"),
        ("# users\nid,name\n1,Ann\n\n# limits\ncpu,gpu,ram\n1,2,3\n", "CSV"),
        ("a\tb\n1\t2, 3\n", "TSV"),
        ("- Be kind.\n- Be brief.\n", "YAML"),
        ("# What\n\n---\n{a: 1}\n", "YAML"),
        ("%YAML 1.1\n---\na: 1\n", "YAML"),
    ],
)
def test_a_note_says_what_data_a_text_was_taken_for(text: str, notation: str) -> None:
    payload = read_text(text)
    assert payload.shape != "text"
    note = f"read as {notation}, which it looks like; input_format= decides otherwise"
    assert payload.notes[0] == note


TEXT_SUFFIXES = (".txt", ".md", ".MD", ".xml", ".html", ".j2", ".jinja2", ".prompt", ".rst", ".log")


@pytest.mark.parametrize("text", [*TEXTS.values(), " \n\n", "{", "a: {{ b }}"])
@pytest.mark.parametrize("suffix", TEXT_SUFFIXES)
def test_a_file_of_text_is_never_parsed(suffix: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / f"prompt.json{suffix}"
    path.write_text(text, encoding="utf-8", newline="")
    payload = read(path)
    assert (payload.shape, payload.text, payload.data) == ("text", text, text)
    assert (payload.notes, payload.records) == ((), None)
    for form in serializers.formats():
        with pytest.raises(CannotRender, match="plain text has no data"):
            form.rendering(payload)
    assert serializers.get("as-given").rendering(payload) == text


@pytest.mark.parametrize("text", TEXTS.values())
def test_without_its_data_any_text_is_plain(text: str, tmp_path: Path) -> None:
    """Where a part of the data is asked for, they are parsed."""
    path = tmp_path / "rows.yaml"
    path.write_text(text + "\n!Broken {", encoding="utf-8")
    assert read(path, parsed=False).text == text + "\n!Broken {"
    with pytest.raises(InputError, match=r"rows\.yaml:"):
        read(path, ReadOptions(records="a"), parsed=False)


def test_plain_text_has_no_part(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"^x\.txt: is plain text: records='a' leads nowhere; input"
    ):
        read_text("a: 1", "x.txt", ReadOptions(records="a"))


@pytest.mark.parametrize(
    "content", [b"\x00\x00\x00\x18ftypmp42", b"abcd\x00efgh", b"\x89PNG\r\n\x1a\n\x00"]
)
@pytest.mark.parametrize("name", ["x.txt", "x"])
def test_binary_data_are_no_plain_text(content: bytes, name: str) -> None:
    with pytest.raises(InputError, match=r"^x(\.txt)?: (binary data|not UTF)"):
        read_text(content, name)


def test_json_and_json_lines_are_recognized_whatever_the_suffix(tmp_path: Path) -> None:
    (tmp_path / "lines.json").write_text(TEXTS["jsonl"], encoding="utf-8")
    (tmp_path / "pretty.jsonl").write_text('[\n  {"id": 1}\n]\n', encoding="utf-8")
    lines, pretty = read(tmp_path / "lines.json"), read(tmp_path / "pretty.jsonl")
    assert (lines.data, pretty.data) == (ROWS, [{"id": 1}])
    assert lines.notes == ("read as JSON Lines, which is what it contains",)
    assert pretty.notes == ("read as JSON, which is what it contains",)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('{"a": 1}\n{"a": 2}\n{"a":', 3, "ends before"),
        ('{"a": 1}\n{"a": 2, "a": 3}\n', 2, "appears twice"),
        ("[\n  1,\n  2", 3, "ends before"),
        ('{\n "a": 1\n} x', 3, "more text"),
    ],
)
def test_the_reader_that_came_farther_reports_the_fault(text: str, line: int, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        read_text(text)
    assert caught.value.line == line
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("encoding", "note"),
    [
        ("utf-8", None),
        ("utf-8-sig", "the byte-order mark of UTF-8 is left out"),
        ("utf-16", "the byte-order mark of UTF-16 is left out"),
        ("utf-32", "the byte-order mark of UTF-32 is left out"),
        ("utf-16-le", "read as UTF-16-LE"),
        ("utf-16-be", "read as UTF-16-BE"),
        ("utf-32-le", "read as UTF-32-LE"),
    ],
)
@pytest.mark.parametrize("notation", ["json", "csv", "yaml"])
def test_encodings_that_say_what_they_are(encoding: str, note: str | None, notation: str) -> None:
    content = TEXTS[notation].encode(encoding)
    payload = read_text(content, options=ReadOptions(notation))
    assert payload.data == ROWS
    assert payload.text == TEXTS[notation]
    assert payload.size == len(content)
    assert payload.notes == ((note,) if note else ())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b'{"a":\n "caf\xe9"}',
            "x:2:6: not UTF-8: byte 0xE9 at offset 11; encoding='cp1252' decodes it",
        ),
        (b'{"\xc3\xa9": "\xff"}', "x:1:8: not UTF-8: byte 0xFF"),
        (b'{"a": "caf\xc3', "x:1:11: not UTF-8"),
        ("[1]".encode("utf-16") + b"\x00", "x: not UTF-16: byte 0x00 at offset 8"),
        (b"\xff\xfe\x00\xd8", "x: not UTF-16"),
        (b"\x1f\x8b\x08\x00\x80", "x: compressed by gzip: unpack it first"),
        (b"PK\x03\x04\xff\xff", "x: a zip archive: unpack it first"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "x: binary data"),
        (b"\xef\xbb\xbf", "x: empty"),
        (b"", "x: empty: there is nothing to measure"),
        (b" \r\n\t", "x: empty"),
    ],
)
def test_bytes_that_are_no_text_are_refused(content: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_text(content, "x", options=ReadOptions("json"))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("notation", TEXTS)
@pytest.mark.parametrize("nothing", ["", " ", "\n\n", "\ufeff"])
def test_nothing_is_refused_in_every_notation(notation: str, nothing: str) -> None:
    with pytest.raises(InputError, match=r"^given: empty"):
        read_text(nothing, "given", options=ReadOptions(notation))


def test_the_text_as_given_keeps_its_line_ends() -> None:
    assert read_text(b'{"a":\r\n1}\r\n').text == '{"a":\r\n1}\r\n'


def test_files_that_cannot_be_opened_are_one_line(tmp_path: Path) -> None:
    assert refused(tmp_path / "no.json") == f"{tmp_path / 'no.json'}: no such file"
    assert refused(tmp_path) == f"{tmp_path}: is a folder: name the files in it"
    assert "null" in refused("a\0b.json")
    assert refused('{"a":\n1}').endswith(": no such file")
    assert "name too long" in refused("x" * 5000)


def test_a_file_without_permission_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faked, because a superuser may read everything."""

    def refuse(*arguments: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", refuse)
    assert refused(tmp_path / "x.json").endswith("no permission to read it")


def test_the_size_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "MAX_SIZE", 10)
    path = tmp_path / "x.json"
    path.write_text("[1,2,3,45]")
    assert read(path).data == [1, 2, 3, 45]
    path.write_text("[1,2,3,456]")
    assert refused(path) == f"{path}: more than 10 bytes: measure a part of it"


def test_a_pipe_is_read_like_a_file(tmp_path: Path) -> None:
    """Such as the one that a shell makes of `<(command)`."""
    there, here = os.pipe()
    os.write(here, b'{"a": 1}')
    os.close(here)
    try:
        assert read(f"/dev/fd/{there}").data == {"a": 1}
    finally:
        os.close(there)


def test_records_picks_a_part_whose_text_is_not_the_text_as_given() -> None:
    payload = read_text(
        '{"data": {"items": [{"a": 1}]}}', options=ReadOptions(records="data.items")
    )
    assert (payload.data, payload.text, payload.shape) == ([{"a": 1}], None, "table")
    with pytest.raises(InputError, match=r'<stdin>: records= leads nowhere: data has no "item"'):
        read_text('{"data": {"items": []}}', options=ReadOptions(records="data.item"))


def test_strings_keeps_every_cell_text() -> None:
    assert read_text("a,b\n1,\n", options=ReadOptions("csv", strings=True)).data == [
        {"a": "1", "b": ""}
    ]
    assert read_text("a\tb\n1\ttrue\n", options=ReadOptions("tsv", strings=True)).data == [
        {"a": "1", "b": "true"}
    ]


@pytest.mark.parametrize("name", ["json-min", "jsonl"])
@examples(20, 2_000)
@given(data=payloads())
def test_lossless_renderings_are_read_back_as_files(name: str, data: Json) -> None:
    """A rendering that is saved under its suffix is the payload again."""
    try:
        text = serializers.get(name).render(Payload("x", data))
    except CannotRender:
        return
    if not text or text.isspace():
        return
    notation = name.split("-")[0]
    assert repr(read_text(text, options=ReadOptions(notation)).data) == repr(data)


_SEEDS = (
    *TEXTS.values(),
    'a: &x {k: [1, "\\ud83d"]}\nb: *x\n<<: {c: 1.50}\n? d\n: 2024-01-05\n',
    'name,"no, te"\n"a ""b""\n",{"x":1}\n',
    'k[2|]{a,b}:\n  1|"x\\n"\n  true|null\nl[2]:\n  - a: 1\n  - [1]: 2\n',
    '{"a":[1,2.5e-3,-0,"\\u00e9",null,true,{}],"b":{"c":[]}}',
    "a\tb\\tc\n\\n\t{}\n",
)


def reason_of_refusal(content: str | bytes, notation: str | None) -> str | None:
    """The one line that refuses the content, or None where it is read."""
    try:
        payload = read_text(content, "given", options=ReadOptions(notation))
    except InputError as error:
        (line,) = str(error).splitlines()
        return line
    json.dumps(payload.data, allow_nan=False)  # whatever is read, JSON can hold
    return None


@pytest.mark.parametrize("notation", [None, *INPUT_FORMATS])
@examples(60, 20_000)
@given(
    seed=st.sampled_from(_SEEDS),
    edits=st.lists(
        st.tuples(
            st.integers(0, 80),
            st.integers(0, 4),
            st.one_of(
                st.sampled_from(
                    [
                        "\n",
                        "\r",
                        "\t",
                        '"',
                        "'",
                        "{",
                        "}",
                        "[",
                        "]",
                        ",",
                        ":",
                        "\\",
                        "&a ",
                        "*a",
                        "<<",
                        "!!x ",
                        "\x00",
                        "\ud800",
                        "é",
                        "\ufeff",
                        "|",
                        "- ",
                        "# ",
                        "9" * 400,
                        "1e999",
                        "NaN",
                        "---\n",
                        "\u2028",
                    ]
                ),
                st.text(max_size=2),
            ),
        ),
        max_size=5,
    ),
    as_bytes=st.sampled_from(["utf-8", "utf-16", "latin-1", None]),
)
def test_damaged_input_is_read_or_refused_in_one_line(
    notation: str | None, seed: str, edits: list[tuple[int, int, str]], as_bytes: str | None
) -> None:
    """There is no traceback, whatever is in a file."""
    for at, length, insert in edits:
        seed = seed[:at] + insert + seed[at + length :]
    content = seed.encode(as_bytes, "replace") if as_bytes else seed
    reason = reason_of_refusal(content, notation)
    assert reason is None or reason.startswith("given")


@pytest.mark.parametrize("notation", [None, *INPUT_FORMATS])
@examples(40, 10_000)
@given(content=st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(notation: str | None, content: bytes) -> None:
    reason = reason_of_refusal(content, notation)
    assert reason is None or reason.startswith("given")
