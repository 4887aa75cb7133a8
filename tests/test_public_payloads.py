"""Several payloads in one call, and names with commas between them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tokbench
from tokbench.errors import InputError, UsageError

DATA = [{"id": 1, "ok": True}, {"id": 2, "ok": False}]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "one.json"
    path.write_text('[{"id":1}]', encoding="utf-8")
    return path


def names(comparison: tokbench.Comparison) -> list[str]:
    return [payload.name for payload in comparison.payloads]


def test_a_mapping_names_paths_and_data(file: Path) -> None:
    """Its keys are the names, whatever a payload would be called by itself."""
    own = tokbench.Payload("own", {"a": 1})
    several = {"file": file, "text": str(file), "data": DATA, "payload": own}
    comparison = tokbench.compare(payloads=several, formats="json-min")
    assert names(comparison) == ["file", "text", "data", "payload"]
    assert own.name == "own"
    alone = tokbench.compare(DATA, formats="json-min").payloads[0]
    assert comparison.payloads[2].rows == alone.rows
    assert [total.format for total in comparison.totals] == ["json-pretty", "json-min"]


def test_paths_need_no_mapping(file: Path) -> None:
    """Any iterable of them does, and payloads may be among them."""
    several = (each for each in (file, str(file), tokbench.Payload("own", {"a": 1})))
    assert names(tokbench.compare(payloads=several)) == [str(file), str(file), "own"]


def test_what_is_given_alone_is_one_payload() -> None:
    """A list and a mapping are data there."""
    assert names(tokbench.compare({"a": DATA, "b": DATA})) == ["<data>"]


def test_options_of_reading_are_for_all(tmp_path: Path) -> None:
    """As on the command line."""
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("id\n7\n", encoding="utf-8")
    comparison = tokbench.compare(
        payloads=sorted(tmp_path.iterdir()), formats="json-min", strings=True
    )
    assert {payload.row("json-min").chars for payload in comparison.payloads} == {
        len('[{"id":"7"}]')
    }


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, "^give either data, a path, or payloads=$"),
        ({"data_or_path": DATA, "payloads": {"a": DATA}}, "^give either data, a path"),
        ({"payloads": []}, "^payloads= has no payload$"),
        ({"payloads": {}}, "^payloads= has no payload$"),
        ({"payloads": "a.json"}, "^payloads= is one str: give it a list of paths"),
        ({"payloads": 5}, "^payloads= is one int: give it a list of paths"),
        ({"payloads": DATA}, r"^payloads\[0\]: dict is no path: give data a name"),
        ({"payloads": {1: DATA}}, "^the name 1 in payloads= is not text$"),
        ({"payloads": {"a": DATA}, "strings": True}, "^strings= is only for files"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(arguments: dict[str, Any], reason: str) -> None:
    """In one line."""
    with pytest.raises(UsageError, match=reason):
        tokbench.compare(**arguments)


def test_a_file_that_cannot_be_read_is_named_by_its_path(tmp_path: Path) -> None:
    """Not by the name that it was given."""
    with pytest.raises(InputError, match=r"nope\.json: no such file"):
        tokbench.compare(payloads={"a": DATA, "b": tmp_path / "nope.json"})


def test_data_are_named_in_errors() -> None:
    """The name is what tells payloads apart."""
    with pytest.raises(InputError, match=r"^b: \[0\]"):
        tokbench.compare(payloads={"a": DATA, "b": [{1, 2}]})


def test_names_may_have_commas_between_them() -> None:
    """As on the command line; a list of names works too."""
    texts = tokbench.compare(DATA, "json-min, csv", "o200k_base,cl100k_base")
    lists = tokbench.compare(DATA, ["json-min", "csv"], ["o200k_base", "cl100k_base"])
    assert texts == lists
    assert [row.format for row in texts.payloads[0].rows] == ["json-pretty", "json-min", "csv"]


@pytest.mark.parametrize("argument", ["formats", "counters"])
def test_a_text_without_a_name_is_refused(argument: str) -> None:
    """Such as that of a variable that is not set."""
    arguments: dict[str, Any] = {"data_or_path": DATA, argument: " ,"}
    with pytest.raises(UsageError, match=f"^{argument}= was given no name: name one"):
        tokbench.compare(**arguments)
