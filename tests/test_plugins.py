"""The plugins that docs/plugins.md builds, installed as a real package with entry points."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import tomllib
import zipfile
from pathlib import Path

import pytest
from support.environment import ROOT, Command

PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The one block of the page in a language."""
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


MODULE = block("python")
PROJECT = tomllib.loads(block("toml"))["project"]
ENTRY_POINTS = "\n".join(
    line
    for group, points in PROJECT["entry-points"].items()
    for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
)
PEOPLE = [{"name": "Ada", "tags": ["a", "=\n"]}, {"name": None, "age": 41}]


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
    return _installed(tmp_path, _wheel(tmp_path, "house_tokens", MODULE, ENTRY_POINTS))


@pytest.fixture
def payload(tmp_path: Path) -> Path:
    path = tmp_path / "people.json"
    path.write_text(json.dumps(PEOPLE), "utf-8")
    return path


@pytest.mark.parametrize("line", block("sh").splitlines())
def test_the_commands_of_the_page_run(
    site: str, payload: Path, command: Command, line: str
) -> None:
    assert payload.name in line or "people" not in line
    done = command(*line.split()[1:], PYTHONPATH=site)
    assert (done.returncode, done.stderr) == (0, "")
    assert "pairs" in done.stdout or "letters" in done.stdout or '"name"="Ada"' in done.stdout


def test_both_are_compared(site: str, payload: Path, command: Command) -> None:
    done = command(
        *("compare", payload, "-f", "json-min,pairs", "-c", "letters:ae", "-o", "json"),
        PYTHONPATH=site,
    )
    assert done.returncode == 0, done.stderr
    rows = {row["format"]: row for row in json.loads(done.stdout)["payloads"][0]["rows"]}
    assert rows["pairs"]["tokens"] == rows["json-min"]["tokens"] == {"letters:ae": 9}
    assert (rows["pairs"]["label"], rows["pairs"]["fidelity"]["verdict"]) == ("Pairs", "lossless")


def test_all_formats_include_a_plugins(site: str, payload: Path, command: Command) -> None:
    done = command("compare", payload, "-f", "all", "-o", "markdown", PYTHONPATH=site)
    assert done.returncode == 0, done.stderr
    assert "| pairs |" in done.stdout


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ('{"a": [{"b": 1}]}', "more than one table, or a table with a name"),
        ('[{"a": 1}, {}]', "a record without a key"),
        ("42", "table"),
    ],
)
def test_what_the_format_cannot_hold_is_skipped_with_the_reason(
    site: str, command: Command, data: str, reason: str
) -> None:
    done = command("compare", "-", "-f", "pairs", "-o", "json", stdin=data, PYTHONPATH=site)
    assert done.returncode == 0, done.stderr
    rows = {row["format"]: row for row in json.loads(done.stdout)["payloads"][0]["rows"]}
    assert reason in rows["pairs"]["skipped"]


def test_a_counter_that_fails_says_why_in_one_line(
    site: str, payload: Path, command: Command
) -> None:
    done = command("compare", payload, "-c", "letters:a1,chars", PYTHONPATH=site)
    assert (done.returncode, done.stderr) == (3, "")
    (line,) = [line for line in done.stdout.splitlines() if "is no letter" in line]
    assert line.endswith(": letters:a1 failed: 'a1' has a character that is no letter")


def test_a_name_taken_twice_names_both_owners(
    tmp_path: Path, payload: Path, command: Command
) -> None:
    """Of two packages, or of one and tokbench: neither replaces the other."""
    house = _wheel(tmp_path, "house_tokens", MODULE, ENTRY_POINTS)
    other = _wheel(
        tmp_path, "other_tokens", MODULE, ENTRY_POINTS.replace("house_tokens", "other_tokens")
    )
    both = _installed(tmp_path, house, other)
    for arguments, what in (
        (("-f", "pairs"), "format 'pairs'"),
        (("-c", "letters:a"), "counter 'letters'"),
    ):
        done = command("compare", payload, *arguments, PYTHONPATH=both)
        assert done.returncode == 2
        assert what in done.stderr
        assert "house_tokens" in done.stderr
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
