"""Every error is one line that says where and what to do."""

from __future__ import annotations

import ast
import pickle
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tokbench import errors
from tokbench.errors import (
    CannotRead,
    CounterError,
    DuplicateNameError,
    InputError,
    TokbenchError,
    UnknownNameError,
    UsageError,
    option,
    options_spelled_for,
)


def _all_errors() -> list[type[TokbenchError]]:
    found: list[type[TokbenchError]] = []
    left = [TokbenchError]
    while left:
        found.append(left.pop())
        left += found[-1].__subclasses__()
    return [error for error in found if error.__module__ == errors.__name__]


def test_the_tree_in_the_docstring_is_complete() -> None:
    """A reader of the module's docstring sees every error."""
    assert errors.__doc__ is not None
    assert [error for error in _all_errors() if error.__name__ not in errors.__doc__] == []


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (InputError("not JSON"), "not JSON"),
        (InputError("not JSON", source="a.json"), "a.json: not JSON"),
        (InputError("not JSON", source="a.json", line=3), "a.json:3: not JSON"),
        (InputError("not JSON", source="a.json", line=3, column=7), "a.json:3:7: not JSON"),
    ],
)
def test_an_input_error_starts_with_its_place(error: InputError, text: str) -> None:
    """The place reads as compilers and editors write it."""
    assert str(error) == text


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (UsageError("no name", hint="give one"), "no name: give one"),
        (UsageError("no name", place="a.toml"), "a.toml: no name"),
        (UsageError("no name", place="a.toml", hint="give one"), "a.toml: no name: give one"),
        (UsageError("not UTF-8: byte 3", hint="save it so"), "not UTF-8: byte 3; save it so"),
        (UsageError("no depth", hint="set depth: 0"), "no depth; set depth: 0"),
        (InputError("no", source="a", line=3, hint="do"), "a:3: no: do"),
        (UsageError("no name", place="checks[0]").within("a.toml"), "a.toml: checks[0]: no name"),
        (UsageError("no name").within("a.toml"), "a.toml: no name"),
    ],
)
def test_the_parts_of_an_error_make_its_line(error: TokbenchError, text: str) -> None:
    """Place, reason and hint; a semicolon where reason or hint has a colon of its own."""
    assert str(error) == text


def test_an_error_of_a_text_becomes_the_error_of_its_source() -> None:
    """All parts are kept."""
    error = CannotRead("no", line=2, column=5, hint="do").of_source("a.json")
    assert str(error) == "a.json:2:5: no: do"
    assert (error.source, error.line, error.column, error.hint) == ("a.json", 2, 5, "do")


def test_an_outer_place_leaves_the_first_error_as_it_is() -> None:
    """A counter keeps its failure, which several checks report."""
    error = CounterError("no key", hint="set one")
    assert str(error.within("check 'a'")) == "check 'a': no key: set one"
    assert error.place is None


def test_options_are_spelled_for_their_caller() -> None:
    """A Python caller never reads an option of the command line; a shell takes what is printed."""
    path = 'data["a b"]'

    def spelled() -> list[str]:
        return [option("input_format"), option("records", path), option("strings", True)]

    python = ["input_format=", "records='data[\"a b\"]'", "strings=True"]
    assert spelled() == python
    with options_spelled_for("command line"):
        shell = spelled()
        with options_spelled_for("configuration"):
            keys = spelled()
        assert spelled() == shell
    assert shell == ["--input-format", "--records 'data[\"a b\"]'", "--strings"]
    assert shlex.split(shell[1]) == ["--records", path]
    assert keys == ["input_format", 'records = "data[\\"a b\\"]"', "strings = true"]
    assert spelled() == python


_OPTION = re.compile(r"(?<![\w-])--[a-z]{2}")
_COMMAND = re.compile(
    r"(tokbench check|pytest) --[a-z-]+"
    r"|^--(verify|end-of-options|format=%H|exclude-standard)$"
)


def test_only_the_command_line_spells_its_options() -> None:
    """Messages below it use :func:`tokbench.errors.option`, or name a whole command."""
    root = Path(errors.__file__).parent
    written = [
        f"{path.relative_to(root)}: {text}"
        for path in root.rglob("*.py")
        if path.parent.name != "cli" and path.name not in ("errors.py", "make.py")
        for text in _texts(ast.parse(path.read_text("utf-8")))
        if _OPTION.search(_COMMAND.sub("", text))
    ]
    assert written == []


def _texts(tree: ast.Module) -> Iterator[str]:
    """The texts of a module that are not docstrings."""
    nodes = list(ast.walk(tree))
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def test_a_reader_keeps_its_reason_apart_from_the_place() -> None:
    """A caller that knows the name of the file puts it before line and column."""
    error = CannotRead("no such thing", line=2, column=5)
    assert (str(error), error.reason, error.line, error.column) == (
        "no such thing",
        "no such thing",
        2,
        5,
    )


def test_an_unknown_name_lists_what_exists_and_the_nearest() -> None:
    """A typing error can be corrected without the documentation."""
    near = UnknownNameError("format", "jsonmin", ["json-pretty", "json-min"])
    assert str(near) == (
        "unknown format 'jsonmin'; did you mean 'json-min'? (known: json-pretty, json-min)"
    )
    far = UnknownNameError("format", "zzz", ["json-pretty"])
    assert str(far) == "unknown format 'zzz' (known: json-pretty)"


def test_a_duplicate_name_names_both_owners() -> None:
    """One of the two must be removed."""
    text = str(DuplicateNameError("format", "csv", "tokbench", "other-package"))
    assert "tokbench" in text
    assert "other-package" in text


@pytest.mark.parametrize(
    "error",
    [
        UnknownNameError("format", "x", ["y"]),
        DuplicateNameError("format", "x", "a", "b"),
        InputError("not JSON", source="a.json", line=3, column=7),
        CannotRead("no", line=4),
        UsageError("no", place="a.toml", hint="do"),
    ],
)
def test_an_error_crosses_from_one_process_to_another(error: TokbenchError) -> None:
    """With its text and its attributes, whatever its class."""
    back = pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
    assert (type(back), str(back), vars(back)) == (type(error), str(error), vars(error))
