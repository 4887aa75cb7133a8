"""A new format is one module and one line; what else it needs is asked for by name."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from support import larger_package

if TYPE_CHECKING:
    from pathlib import Path

TOY = """
import json

from tokbench.serializers import Format

FORMATS = (
    Format(
        name="toy",
        label="A toy",
        holds="any JSON",
        summary="JSON behind a mark",
        render=lambda payload: "toy " + json.dumps(payload.data),
        read=lambda text: json.loads(text.removeprefix("toy ")),
        default=True,
    ),
)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package and the toy format in it."""
    made = tmp_path_factory.mktemp("toy")
    larger_package.make(
        made,
        "serializers/toy.py",
        TOY,
        registry="serializers/__init__.py",
        after="_MODULES = {\n",
        line='    "toy": "toy",\n',
    )
    return made


def test_one_module_and_one_line_add_a_format(folder: Path) -> None:
    """The default set has it, and the command line lists, renders, reads and counts it."""
    listed = larger_package.run(folder, "tokbench", "formats")
    assert re.search(r"^toy +default +any JSON +JSON behind a mark", listed.stdout, re.MULTILINE)
    done = larger_package.run(folder, "tokbench", "compare", "fixtures/tools.json", "-o", "json")
    assert (done.returncode, done.stderr) == (0, "")
    rows = {row["format"]: row for row in json.loads(done.stdout)["payloads"][0]["rows"]}
    assert rows["toy"]["fidelity"]["verdict"] == "lossless"
    assert rows["toy"]["tokens"]["o200k_base"] > rows["json-min"]["tokens"]["o200k_base"]


def test_what_a_new_format_lacks_is_asked_for_by_name(folder: Path) -> None:
    """Its golden files, its row of the README and its independent reader."""
    done = larger_package.run(
        folder,
        "pytest",
        "-p",
        "no:cacheprovider",
        "tests/serializers/test_goldens.py",
        "tests/fuzz/test_verdicts.py",
        "tests/test_readme.py",
        "-k",
        "toy or every_format_has",
    )
    assert re.findall(r"^E +AssertionError: (.*)", done.stdout, re.MULTILINE) == [
        *(
            f"{shape}.toy.txt is missing: run this test with UPDATE_GOLDENS=1"
            for shape in ("table", "tables", "tree")
        ),
        "add readers of ['toy'] to READERS in tests/support/independent.py",
        "README.md has no row for ['toy']: python reports/build.py readme",
    ]
