"""Files as people have them are read, and CSV and TSV are lossless in their own notation.

The files are those of the folder ``TOKBENCH_REAL_FILES``, at any depth, by their suffixes.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from support.environment import REAL_FILES

from tokbench import serializers
from tokbench.errors import CannotRender, InputError
from tokbench.fidelity import check
from tokbench.readers import read

SUFFIXES = {
    "delimited": {".csv", ".tsv", ".tab", ".psv"},
    "JSON": {".json", ".jsonl", ".ndjson", ".geojson", ".jsonc"},
    "YAML": {".yaml", ".yml"},
}
TO_READ = {"delimited": 97, "JSON": 97, "YAML": 90}
"""The percentage of the files of each notation that must be read."""

LOSSLESS = 98
"""The percentage of the delimited files that were read which must be lossless in CSV or TSV."""


class Outcome(NamedTuple):
    path: Path
    what: str
    said: str = ""


@cache
def files(notation: str) -> list[Path]:
    assert REAL_FILES, "TOKBENCH_REAL_FILES must name a folder of files"
    paths = sorted(Path(REAL_FILES).rglob("*"))
    found = [path for path in paths if path.suffix.lower() in SUFFIXES[notation]]
    assert found, f"there are no {notation} files in {REAL_FILES}"
    return found


@cache
def outcomes(notation: str) -> list[Outcome]:
    return [outcome(path) for path in files(notation)]


def outcome(path: Path) -> Outcome:
    try:
        read(path)
    except InputError as error:
        what = "refused with a hint" if error.hint else "refused"
        return Outcome(path, what, str(error).removeprefix(f"{path}:"))
    except Exception as error:  # what the test is there to find
        return Outcome(path, "crashed", repr(error))
    return Outcome(path, "read")


def verdict(path: Path) -> Outcome:
    """What the round trip finds in the notation of the file's suffix."""
    form = serializers.get("csv" if path.suffix.lower() in {".csv", ".psv"} else "tsv")
    payload = read(path)
    try:
        fidelity = check(payload, form, serializers.rendered(payload, form))
    except CannotRender as error:
        return Outcome(path, "skipped", str(error))
    return Outcome(path, fidelity.verdict, str(fidelity.problems[:1]))


def report(title: str, found: list[Outcome], fine: str) -> float:
    """Print how many files had each outcome and those that are not fine; the percentage that is."""
    counts = Counter(each.what for each in found)
    print(f"\n{title}: {len(found)} files:", ", ".join(f"{n} {what}" for what, n in counts.items()))
    for each in found:
        if each.what != fine:
            print(f"  {each.what}: {each.path.name}: {each.said}")
    return 100 * counts[fine] / len(found)


@pytest.mark.parametrize("notation", SUFFIXES)
def test_files_are_read(notation: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = outcomes(notation)
    with capsys.disabled():
        rate = report(notation, found, "read")
    assert [each for each in found if each.what == "crashed"] == []
    assert rate >= TO_READ[notation]


def test_delimited_files_are_lossless_in_their_own_notation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = [verdict(each.path) for each in outcomes("delimited") if each.what == "read"]
    with capsys.disabled():
        rate = report("delimited in their own notation", found, "lossless")
    assert rate >= LOSSLESS
