"""A new counter is one module and one line."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest
from support import larger_package

if TYPE_CHECKING:
    from pathlib import Path

TOY = """
from dataclasses import dataclass

from tokbench.counters import Scheme
from tokbench.result import CounterInfo


@dataclass(frozen=True)
class Lines:
    info = CounterInfo("toy", "exact")

    def count(self, text):
        return text.count("\\n") + 1


SCHEMES = [Scheme("toy", "exact", "counts lines", lambda _: Lines())]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package and the toy counter in it."""
    made = tmp_path_factory.mktemp("toy")
    larger_package.make(
        made,
        "counters/toy.py",
        TOY,
        registry="counters/__init__.py",
        after='_MODULES = ("openai", ',
        line='"toy", ',
    )
    return made


def test_the_list_has_it(folder: Path) -> None:
    listed = larger_package.run(folder, "tokbench", "counters", "-o", "csv")
    assert ["toy", "exact", "counts lines"] in list(csv.reader(listed.stdout.splitlines()))


def test_a_comparison_counts_with_it(folder: Path) -> None:
    done = larger_package.run(
        folder, "tokbench", "compare", "fixtures/tools.json", "-c", "toy", "-o", "json"
    )
    assert (done.returncode, done.stderr) == (0, "")
    rows = {row["format"]: row for row in json.loads(done.stdout)["payloads"][0]["rows"]}
    assert rows["csv"]["tokens"] == {"toy": 21}
    assert rows["json-min"]["tokens"] == {"toy": 1}
