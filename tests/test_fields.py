"""Values of files are checked as they are taken, and errors name file, key and what is right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from tokbench.errors import ConfigError, InputError, TokbenchError
from tokbench.fields import Fields, as_choice, as_flag, as_integer, as_text, or_null

KIND = partial(as_choice, "kind", ("table", "tree"))
DOCUMENT = {
    "name": "a",
    "on": True,
    "count": 3,
    "kind": "table",
    "rows": [{"id": 1}, {"id": 2}],
    "names": ["a", "b"],
    "inner table": {"size": 1, "note": None},
}


def fields(document: object = DOCUMENT) -> Fields:
    return Fields.of(document, "a.json", ConfigError, hint="restore it")


def test_values_come_out_as_they_are() -> None:
    """Each by its key."""
    saved = fields()
    assert (saved.text("name"), saved.take("count", as_integer)) == ("a", 3)
    assert saved.take("on", as_flag) is True
    assert saved.take("kind", KIND) == "table"
    assert [row.take("id", as_integer) for row in saved.tables("rows")] == [1, 2]
    assert list(saved.list("names", as_text)) == ["a", "b"]
    assert saved.table("inner table").take("size", as_integer) == 1
    assert saved.table("inner table").take("note", or_null(as_text)) is None


def test_a_missing_key_has_its_default() -> None:
    """Null is a value, not a missing key."""
    saved = fields({"null": None})
    assert saved.text("no", None) is None
    assert saved.take("no", as_integer, 7) == 7
    assert saved.list("no", as_text, ()) == ()
    assert list(saved.tables("no", ())) == []
    assert saved.table("no", {}).values == {}
    with pytest.raises(ConfigError, match=r"^a.json: null: must be text, not null: restore it$"):
        saved.text("null", "default")


WRONG: dict[str, Callable[[Fields], object]] = {
    "a.json: no: is missing: restore it": lambda f: f.text("no"),
    "a.json: count: must be text, not 3: restore it": lambda f: f.text("count"),
    'a.json: name: must be true or false, not "a": restore it': lambda f: f.take("name", as_flag),
    "a.json: on: must be a whole number, not true: restore it": lambda f: f.take("on", as_integer),
    "a.json: count: must be at least 4, not 3: restore it": lambda f: f.take(
        "count", partial(as_integer, at_least=4)
    ),
    "a.json: count: must be at most 2 tokens, not 3: restore it": lambda f: f.take(
        "count", partial(as_integer, at_most=2, unit="tokens")
    ),
    "a.json: kind: unknown kind 'table'; did you mean 'tables'? (known: tables)": lambda f: f.take(
        "kind", partial(as_choice, "kind", ("tables",))
    ),
    'a.json: name: must be an object, not "a": restore it': lambda f: f.table("name"),
    'a.json: ["inner table"]: must be a list, not {…}: restore it': lambda f: f.tables(
        "inner table"
    ),
    'a.json: names[0]: must be an object, not "a": restore it': lambda f: f.tables("names"),
    "a.json: rows[1].id: must be text, not 2: restore it": lambda f: f.tables("rows")[1].text("id"),
    'a.json: ["inner table"].size: must be text, not 1: restore it': lambda f: f.table(
        "inner table"
    ).text("size"),
    "a.json: rows[0].id: unknown key 'id' (known: x); restore it": lambda f: f.tables("rows")[
        0
    ].refuse_unknown(["x"]),
    "a.json: rows[1]: odd: drop it": lambda f: _raised(f.fault("odd", "rows", 1, hint="drop it")),
}


def _raised(error: TokbenchError) -> None:
    raise error


@pytest.mark.parametrize("line", WRONG)
def test_an_error_names_file_and_key(line: str) -> None:
    """And says what the value must be, and what it is."""
    with pytest.raises(ConfigError) as caught:
        WRONG[line](fields())
    assert str(caught.value) == line


def test_a_document_must_be_an_object() -> None:
    """Its place is the file alone."""
    with pytest.raises(ConfigError, match=r"^a.json: must be an object, not \[…\]: restore it$"):
        fields([1])


def test_a_text_without_a_file_has_paths_alone() -> None:
    """The caller that reads the file adds its name."""
    saved = Fields({"a": 1}, "", InputError)
    with pytest.raises(InputError, match=r"^a: must be text, not 1$") as caught:
        saved.text("a")
    assert str(caught.value.within("b.json")) == "b.json: a: must be text, not 1"
