"""Formats and counters of third parties, installed as a real package with entry points."""

from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from pathlib import Path

import pytest
from support.environment import Command

MODULE = """
from dataclasses import dataclass

from tokbench.counters import CounterInfo, Scheme
from tokbench.serializers import Format


def shout(payload):
    return repr(payload.data).upper()


SHOUT = Format("shout", "Shout", "any JSON", "Python's repr, loud.", shout, read=None)


@dataclass(frozen=True)
class Letters:
    letters: str

    @property
    def info(self):
        return CounterInfo("letters:" + self.letters, "assumed")

    def count(self, text):
        return sum(text.upper().count(letter) for letter in self.letters.upper())


SCHEMES = [Scheme("letters", "assumed", "counts letters", Letters, "ABC")]
"""

ENTRY_POINTS = """
[tokbench.serializers]
shout = loud_tokens:SHOUT

[tokbench.counters]
letters = loud_tokens:SCHEMES
"""


def _wheel(folder: Path, name: str, module: str, entry_points: str) -> Path:
    """A wheel, by the binary distribution format: a module, its metadata and a record of hashes."""
    info = f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": module,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": entry_points,
    }
    lines = [f"{path},sha256={_digest(text)},{len(text.encode())}" for path, text in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*lines, f"{info}/RECORD,,\n"])
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for file, text in files.items():
            wheel.writestr(file, text)
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def _installed(folder: Path, *wheels: Path) -> str:
    """Install pure wheels into a folder of their own, as ``pip install --target`` does."""
    site = folder / "site"
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as file:
            file.extractall(site)
    return str(site)


@pytest.fixture
def site(tmp_path: Path) -> str:
    return _installed(tmp_path, _wheel(tmp_path, "loud_tokens", MODULE, ENTRY_POINTS))


@pytest.fixture
def payload(tmp_path: Path) -> Path:
    path = tmp_path / "p.json"
    path.write_text('[{"a": "banana"}]', "utf-8")
    return path


def test_they_appear_in_the_lists(site: str, command: Command) -> None:
    listed = command("formats", "-o", "csv", PYTHONPATH=site)
    assert (listed.returncode, "shout" in listed.stdout) == (0, True)
    listed = command("counters", "-o", "csv", PYTHONPATH=site)
    assert (listed.returncode, "letters:ABC" in listed.stdout) == (0, True)


def test_they_are_compared(site: str, payload: Path, command: Command) -> None:
    done = command(
        *("compare", payload, "-f", "json-min,shout", "-c", "letters:AN", "-o", "json"),
        PYTHONPATH=site,
    )
    assert done.returncode == 0, done.stderr
    rows = {row["format"]: row for row in json.loads(done.stdout)["payloads"][0]["rows"]}
    assert rows["shout"]["tokens"] == rows["json-min"]["tokens"] == {"letters:AN": 6}
    assert rows["shout"]["label"] == "Shout"


def test_all_formats_hold_them(site: str, payload: Path, command: Command) -> None:
    done = command("compare", payload, "-f", "all", "-o", "markdown", PYTHONPATH=site)
    assert done.returncode == 0, done.stderr
    assert "| shout |" in done.stdout


def test_they_are_rendered(site: str, payload: Path, command: Command) -> None:
    done = command("render", payload, "-f", "shout", PYTHONPATH=site)
    assert (done.returncode, done.stdout.rstrip()) == (0, "[{'A': 'BANANA'}]")


def test_a_name_taken_twice_names_both_owners(
    tmp_path: Path, payload: Path, command: Command
) -> None:
    """Two packages, or one of them and tokbench: nobody wins silently."""
    loud = _wheel(tmp_path, "loud_tokens", MODULE, ENTRY_POINTS)
    other = _wheel(
        tmp_path, "other_tokens", MODULE, ENTRY_POINTS.replace("loud_tokens", "other_tokens")
    )
    both = _installed(tmp_path, loud, other)
    for arguments, what in (
        (("-f", "shout"), "format 'shout'"),
        (("-c", "letters:A"), "counter 'l"),
    ):
        done = command("compare", payload, *arguments, PYTHONPATH=both)
        assert done.returncode == 2
        assert what in done.stderr
        assert "loud_tokens" in done.stderr
        assert "other_tokens" in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_plugin_that_does_not_load_is_one_line(
    tmp_path: Path, payload: Path, command: Command
) -> None:
    broken = _installed(
        tmp_path, _wheel(tmp_path, "broken", "1 / 0", "[tokbench.counters]\nx = broken")
    )
    done = command("compare", payload, "-c", "x", PYTHONPATH=broken)
    assert done.returncode == 2
    assert "broken" in done.stderr
    assert "division by zero" in done.stderr
    assert done.stderr.count("\n") == 1
    assert command("compare", payload, "-o", "json", PYTHONPATH=broken).returncode == 0
