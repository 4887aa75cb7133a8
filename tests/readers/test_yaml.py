from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, json_values, payloads

from tokbench import serializers
from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json, Payload
from tokbench.readers import common, yaml_


def refused(text: str) -> CannotRead:
    with pytest.raises(CannotRead) as caught:
        yaml_.parse(text)
    return caught.value


@examples(40, 4_000)
@given(json_values(), st.booleans(), st.booleans(), st.sampled_from([20, 1 << 30]))
def test_what_pyyaml_writes_is_read_as_pyyaml_does(
    value: Json, flow: bool, unicode: bool, width: int
) -> None:
    """Block and flow style, folded or not, escaped or not; and mostly it is what was written."""
    text = yaml.safe_dump(
        value, default_flow_style=flow, allow_unicode=unicode, width=width, sort_keys=False
    )
    assert repr(yaml_.parse(text)) == repr(yaml.load(text, yaml.CSafeLoader))
    if not unicode:  # PyYAML loses a NEL that it does not escape
        assert repr(yaml_.parse(text)) == repr(value)


@examples(100, 20_000)
@given(st.text("-:?,[]{}#&*!|>'\"%@` \n0123456789.eE+_xoyn~=<ab", max_size=30))
def test_scalars_are_what_pyyaml_says(text: str) -> None:
    """PyYAML is the oracle: where both read a plain scalar, it is the same value."""
    try:
        ours = yaml_.parse(f"- {text}\n")
        theirs = yaml.load(f"- {text}\n", yaml.CSafeLoader)
    except (CannotRead, yaml.YAMLError, ValueError):
        return
    if isinstance(ours, list) and isinstance(ours[0], (int, float, str)):
        assert isinstance(theirs, list)
        kind = type(theirs[0])
        assert ours == theirs or kind.__name__ in ("date", "datetime")


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("a: [1,\n  2", 3, 1, "did not find expected"),
        ("a: 1\n\tb: 2\n", 2, 1, "tab character"),
        ("a: b: c\n", 1, 5, "not allowed"),
        ("a: 1\nb: 2\na: 3\n", 3, 1, 'key "a" appears twice'),
        ("x: {1: a, '1': b}\n", 1, 11, 'key "1" appears twice'),
        ("x:\n  on: 1\n  'on': 2\n", 3, 3, 'key "on" appears twice'),
        ("? [a]\n: b\n", 1, 5, "cannot be a key"),
        ("a: 1\n---\nb: 2\n", 2, 1, "a second document"),
        ("a: *b\n", 1, 4, "no anchor"),
        ("&a\n- 1\n- [*a]\n", 3, 4, "inside the data that it refers to"),
        ("a: .nan\n", 1, 4, "is not a JSON number"),
        ("- 1\n- -.Inf\n", 2, 3, "is not a JSON number"),
        ("[.inf]\n", 1, 2, "is not a JSON number"),
        ("- 1.0e+999\n", 1, 3, "is not a JSON number"),
        ("a: !!binary aGk=\n", 1, 4, "is not a JSON type"),
        ("!!set {a, b}\n", 1, 1, "is not a JSON type"),
        ("!!omap [a: 1]\n", 1, 1, "is not a JSON type"),
        ("a: !x%0Ay b\n", 1, 4, "the tag !x\\ny is not a JSON type"),
        ("a: !Ref b\n", 1, 4, "!Ref is not a JSON type"),
        ("a: !Sub [b]\n", 1, 4, "!Sub is not a JSON type"),
        ("a: !!int x\n", 1, 4, "is not a number"),
        ("a: !!bool x\n", 1, 4, "neither true nor false"),
        ("a: 2024-02-30\n", 1, 4, "is not a date"),
        ("a: !!timestamp x\n", 1, 4, "is not a date"),
        ("a: 0b_\n", 1, 4, "is not a number"),
        ("a: 1" + ":1" * 9000, 1, 4, "longer than Python reads"),
        ("a: 0x" + "f" * 4900, 1, 4, "is not a number"),
        ("a: " + "9" * 4301, 1, 4, "is not a number"),
        ("a: \x01\n", 1, 4, "U+0001"),
        ("a:\n  - \ud83d\n", 2, 5, "surrogate"),
        ("<<: 1\n", 1, 5, "<< takes"),
        ("x: &x 1\nuse: {<<: [*x]}\n", 2, 14, "<< takes"),
    ],
)
def test_a_fault_has_its_place(text: str, line: int, column: int, reason: str) -> None:
    error = refused(text)
    assert reason in error.reason
    assert (error.line, error.column) == (line, column)


@pytest.mark.parametrize("text", ["", "# only this\n", "%YAML 1.1\n"])
def test_no_document_is_refused(text: str) -> None:
    assert refused(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("!!str 42", "42"), ("! 42", "42"), ("!!int '7'", 7), ("!!float 1", 1.0),
        ("!!null ''", None), ("!!seq [1]", [1]), ("!!map {a: 1}", {"a": 1}), ("'42'", "42"),
        ("!!bool 'yes'", True),
        ("=", "="), ("2024-01-05", "2024-01-05"), ("null", None), ("~: ~", {"~": None}),
        ("2001-12-14 21:59:43.1 -5", "2001-12-14T21:59:43.100000-05:00"), ('"\\ud83d"', "\ud83d"),
        ("&k on: *k", {"on": True}), ("{&a x: 1, y: *a}", {"x": 1, "y": "x"}),
        ("|\n  a\n  b\n", "a\nb\n"), ("[a, [b, {c: d}]]", ["a", ["b", {"c": "d"}]]),
    ],
)  # fmt: skip
def test_known_readings(text: str, value: Json) -> None:
    assert repr(yaml_.parse(text)) == repr(value)


@pytest.mark.parametrize(
    "text",
    [
        "use: {<<: {a: 1, b: 2}, b: 3, c: 4}",
        "use: {b: 3, <<: {a: 1, b: 2}}",
        "x: &x {k: 1, x: 9}\ny: &y {k: 2, y: 3}\nuse: {<<: [*x, *y], z: 1}",
        "x: &x {k: 1}\ny: &y {<<: *x, j: 2}\nuse: {<<: *y}",
    ],
)
def test_merge_keys_are_what_pyyaml_says_in_values_and_order(text: str) -> None:
    """An own key beats a merged one, and an earlier mapping a later one."""
    theirs = yaml.safe_load(text)
    assert repr(yaml_.parse(text)) == repr(theirs)


@pytest.mark.parametrize("key", ["1", "true", "null", "~", "on", "12:30"])
def test_a_key_is_its_text(key: str) -> None:
    """``on`` is no boolean there, and ``1`` no number."""
    assert yaml_.parse(f"{key}: 1\n") == {key: 1}


def test_a_quoted_merge_key_is_a_key_like_any_other() -> None:
    assert yaml_.parse('kept: {"<<": 1}\n') == {"kept": {"<<": 1}}


def test_the_values_that_aliases_add_have_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What an alias inside an anchor means is counted each time."""
    monkeypatch.setattr(yaml_, "MAX_REPEATED", 12)
    twelve = "a: &a [1, 2, 3]\nb: [*a, *a, *a]\n"
    assert yaml_.parse(twelve) == {"a": [1, 2, 3], "b": [[1, 2, 3]] * 3}
    assert "expand to more than 12" in refused(twelve + "c: [*a]\n").reason
    assert "expand to more than 12" in refused("a: &a [1, 2]\nb: &b [*a, *a]\nc: *b\n").reason
    assert common.MAX_REPEATED == 1_000_000


def test_aliases_count_towards_the_depth() -> None:
    levels = MAX_DEPTH - 100
    deep = "a: &a " + "[" * levels + "]" * levels
    assert yaml_.parse(f"{deep}\nb: " + "[" * 99 + "*a" + "]" * 99)
    assert "nested deeper" in refused(f"{deep}\nb: " + "[" * 100 + "*a" + "]" * 100).reason


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 1_500, 20_000])
@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_depth_has_one_limit(opening: str, levels: int) -> None:
    assert refused(opening * levels).reason == common.TOO_DEEP


@pytest.mark.parametrize(
    ("plain", "note"),
    [
        ("no", "plain no is read as false"),
        ("On", "plain On is read as true"),
        ("Off", "plain Off is read as false"),
        ("22:23", "base-60 number 1343"),
        ("12:42:11:05", "base-60 number 2743865"),
        ("1:30.5", "base-60 number 90.5"),
        ("010", "octal number 8"),
        ("0777", "octal number 511"),
        ("3.10", "number 3.1: quote it to keep the zero"),
        ("-1.500", "number -1.5"),
        ("1e-7", "text in YAML 1.1"),
        ("09", "a number in YAML 1.2"),
        ("0o17", "a number in YAML 1.2"),
    ],
)
def test_a_doubtful_scalar_is_noted_and_a_quoted_one_is_not(plain: str, note: str) -> None:
    """The value is what PyYAML says; a quoted scalar and a key are their text."""
    reading = yaml_.read(f"a: x\nb: {plain}\nc: '{plain}'\n{plain}: y\n")
    assert repr(reading.data) == repr(
        {"a": "x", "b": yaml.safe_load(plain), "c": plain, plain: "y"}
    )
    assert len(reading.notes) == 1
    assert reading.notes[0].startswith("line 2: ")
    assert note in reading.notes[0]


def test_a_date_is_noted_and_kept_as_text() -> None:
    """JSON has no dates, neither as values nor as keys."""
    reading = yaml_.read("a: 2024-01-05\n2024-01-06: b\n")
    assert reading.data == {"a": "2024-01-05", "2024-01-06": "b"}
    (note,) = reading.notes
    assert note.startswith("line 1: ")
    assert 'is kept as the text "2024-01-05"' in note


@pytest.mark.parametrize(
    "plain", ["true", "null", "1.5", "10", "0", "0x1F", "1_000", "80:80", "y", "word", "1e5x"]
)
def test_what_is_not_doubtful_is_not_noted(plain: str) -> None:
    assert yaml_.read(f"a: {plain}\n").notes == ()


def test_notes_gather_lines() -> None:
    notes = yaml_.read("".join(f"- {word}\n" for word in ["no", "yes", "3.10"] * 3)).notes
    assert [note.split(":")[0] for note in notes] == [
        "lines 1, 2, 4, 5, 7 and 1 more", "lines 3, 6 and 9",
    ]  # fmt: skip


COMMENTED = """\
# first
a: 1  # second
b: "x # no"
c: |
  # no

# third
d: [1, # fourth
  2]
e: plain#no
  more # fifth
f: é😀 # sixth
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("more", ["", 'g: "\\ud83d"\n'], ids=["C parser", "Python parser"])
def test_comments_are_counted_and_noted(end: str, more: str) -> None:
    text = (COMMENTED + more).replace("\n", end)
    reading = yaml_.read(text)
    assert reading.comments == 6
    assert reading.notes[0].startswith("only the text as given has its 6 comments (")
    assert reading.notes[0].endswith(" % of it): renderings drop them")


def test_the_part_of_comments_is_that_of_the_characters() -> None:
    (note,) = yaml_.read("a: 12\n#345\n").notes
    assert "has its 1 comment (36.4 % of it)" in note


@examples(100, 2_000)
@given(data=payloads())
def test_what_is_written_has_no_comments(data: Json) -> None:
    """Whatever its texts hold."""
    assert yaml_.read(serializers.get("yaml").render(Payload("x", data))).comments == 0
