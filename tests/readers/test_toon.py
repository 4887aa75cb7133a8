from __future__ import annotations

import pytest
import toon_format
from hypothesis import given
from support.strategies import examples, json_values

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json
from tokbench.readers import toon


def same_number(value: Json) -> Json:
    """The data with every whole float as an integer: TOON writes both the same."""
    if isinstance(value, list):
        return [same_number(item) for item in value]
    if isinstance(value, dict):
        return {key: same_number(item) for key, item in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


@examples(40, 4_000)
@given(json_values())
def test_what_the_package_writes_reads_back(value: Json) -> None:
    read = same_number(toon.parse(toon_format.dumps(value)))
    assert repr(read) == repr(same_number(value))


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a: 1\na: 2\n", 2, "Duplicate key"),
        ("x[3]{a,b}:\n  1,2\n", 1, "found 1"),
        ("x[1]{a,b}:\n  1,2,3\n", 2, "found 3"),
        ("x[2]{a,a}:\n  1,2\n", 1, "Duplicate field"),
        ("a:\n\tb: 1\n", 2, "Tabs"),
        ("a: 1e999\n", 1, "out of range"),
        ("a: " + "9" * 5000, 1, "4300 digits"),
        ('a: "x\n', 1, "Unterminated"),
    ],
)
def test_a_fault_has_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(CannotRead) as caught:
        toon.parse(text)
    assert caught.value.line == line
    assert reason in caught.value.reason
    assert len(caught.value.reason) <= 200


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 1_200])
def test_depth_has_one_limit(levels: int) -> None:
    def nested(count: int) -> str:
        return "".join("  " * level + "a:\n" for level in range(count))

    assert toon.parse(nested(MAX_DEPTH - 1))
    with pytest.raises(CannotRead, match="nested deeper than 300"):
        toon.parse(nested(levels))
