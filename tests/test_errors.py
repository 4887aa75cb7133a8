"""Every error is one line that says where and what to do."""

from __future__ import annotations

import pickle

import pytest

from tokbench import errors
from tokbench.errors import (
    CannotRead,
    DuplicateNameError,
    InputError,
    TokbenchError,
    UnknownNameError,
)


def _all_errors() -> list[type[TokbenchError]]:
    found: list[type[TokbenchError]] = []
    left = [TokbenchError]
    while left:
        found.append(left.pop())
        left += found[-1].__subclasses__()
    return [error for error in found if error.__module__ == errors.__name__]


def test_the_tree_in_the_docstring_is_complete() -> None:
    """Who reads the module's docstring sees every error there is."""
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


def test_a_reader_keeps_its_reason_apart_from_the_place() -> None:
    """Who knows the file's name can put it before line and column."""
    error = CannotRead("no such thing", line=2, column=5)
    assert (str(error), error.reason, error.line, error.column) == (
        "no such thing",
        "no such thing",
        2,
        5,
    )


def test_an_unknown_name_lists_what_exists_and_the_nearest() -> None:
    """A slip of the finger needs no second look at the documentation."""
    near = UnknownNameError("format", "jsonmin", ["json-pretty", "json-min"])
    assert str(near) == (
        "unknown format 'jsonmin'; did you mean 'json-min'? (known: json-pretty, json-min)"
    )
    far = UnknownNameError("format", "zzz", ["json-pretty"])
    assert str(far) == "unknown format 'zzz' (known: json-pretty)"


def test_a_duplicate_name_names_both_owners() -> None:
    """Whoever has to give way is in the message."""
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
    ],
)
def test_an_error_crosses_from_one_process_to_another(error: TokbenchError) -> None:
    """With its text and its attributes, however it was made."""
    back = pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
    assert (type(back), str(back), vars(back)) == (type(error), str(error), vars(error))
