"""The layout of every format, fixed in files.

``UPDATE_GOLDENS=1 pytest tests/serializers/test_goldens.py`` writes them again; the diff says what
a change of layout would do to the text that people pay for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.goldens import assert_golden

from tokbench import serializers
from tokbench.errors import CannotRender
from tokbench.payload import Payload

if TYPE_CHECKING:
    from tokbench.payload import Json

GOLDENS = Path(__file__).parent / "goldens"

PAYLOADS: dict[str, Json] = {
    "table": [
        {"id": 1, "name": "Zoë", "active": True, "score": 9.5, "note": "a, b | c"},
        {"id": 2, "name": "Li: 李 😀", "active": False, "score": None, "tags": ["x", "y z"]},
        {"id": 3, "name": "6'2\" tall", "note": "two\nlines", "home": {"city": "Å", "zip": "0150"}},
    ],
    "tables": {
        "orders": [
            {"id": 7, "status": "shipped", "paid": True},
            {"id": 8, "status": "", "paid": None},
        ],
        "customers": [{"id": "42", "name": "C:\\dir\t<b>"}],
    },
    "tree": {
        "service": "search",
        "limits": {"depth": 300, "ratio": 0.25, "tiny": 1e-07, "on": True},
        "hosts": ["eu-1", {"name": "eu-2", "port": "3022:22"}, [], {}],
        "2x4": "no",
        "matrix": [[1, 2], [3]],
        "empty": "",
        "none": None,
    },
}


def rendered(form: serializers.Format, data: Json) -> str:
    try:
        return form.render(Payload("golden", data))
    except CannotRender as error:
        return f"skipped: {error}"


CASES = [(shape, name) for shape in PAYLOADS for name in serializers.ALL]


@pytest.mark.parametrize(("shape", "name"), CASES, ids=[f"{s}-{n}" for s, n in CASES])
def test_a_format_keeps_its_layout(shape: str, name: str) -> None:
    """A rendering equals its golden file, byte for byte but for the file's final newline."""
    text = rendered(serializers.get(name), PAYLOADS[shape])
    assert_golden(GOLDENS / f"{shape}.{name}.txt", f"{text}\n")


def test_no_golden_is_left_over() -> None:
    """Each file in the folder is the golden of a format that exists."""
    assert {path.name for path in GOLDENS.iterdir()} == {f"{s}.{n}.txt" for s, n in CASES}
