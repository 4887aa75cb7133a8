"""The names that programs build on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tokbench
from tokbench.errors import CannotRender, UsageError


def test_every_public_name_is_there() -> None:
    """Listed, and found under the package itself."""
    assert sorted(tokbench.__all__) == dir(tokbench)
    for name in tokbench.__all__:
        assert getattr(tokbench, name) is not None


def test_another_name_is_an_attribute_error() -> None:
    """As for any module."""
    with pytest.raises(AttributeError, match="'nope'"):
        _ = tokbench.nope


def test_importing_the_package_imports_next_to_nothing(python: Callable[[str], str]) -> None:
    """A program that only uses ``tokbench.bpe`` imports nothing else."""
    program = "import sys, tokbench.bpe; print(sorted(m for m in sys.modules if 'tokbench' in m))"
    assert python(program) == "['tokbench', 'tokbench.bpe', 'tokbench.version']"


def test_calls_take_the_options_of_reading(tmp_path: Path) -> None:
    """As the command line takes them: notation, records, and cells that stay text."""
    path = tmp_path / "rows.txt"
    path.write_text("id\n007\n1\n", encoding="utf-8")
    assert tokbench.render(path, "json-min", input_format="csv") == '[{"id":"007"},{"id":"1"}]'
    text = tokbench.render(path, "json-min", input_format="csv", records="[1]", strings=True)
    assert text == '{"id":"1"}'
    data = {"meta": 1, "items": [{"a": 1}]}
    (payload,) = tokbench.compare(data, records="items").payloads
    assert (payload.records, payload.shape) == (1, "table")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"input_format": "csv"}, r"^input_format= is only for files"),
        ({"strings": True}, r"^strings= is only for files"),
        ({"text": "a"}, r"^text= is only for files"),
    ],
)
def test_data_that_were_read_take_no_notation(options: dict[str, Any], reason: str) -> None:
    """It would be without effect."""
    with pytest.raises(UsageError, match=reason):
        tokbench.compare([{"a": 1}], **options)
    with pytest.raises(UsageError, match=reason):
        tokbench.render([{"a": 1}], "csv", **options)


def test_the_hint_of_a_python_call_works() -> None:
    """The error names the argument, and with it the call works."""
    data = {"meta": 1, "items": [{"a": 1}]}
    with pytest.raises(CannotRender, match=r"; records='items' picks the records out$"):
        tokbench.render(data, "csv")
    assert tokbench.render(data, "csv", records="items") == "a\n1"
