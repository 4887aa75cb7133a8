"""Folders, globs and files that ``compare`` is given."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tokbench import cli
from tokbench.cli.sources import Unread, expand

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder to work in, with data in it at several depths."""
    monkeypatch.chdir(tmp_path)
    for name in (
        *("data/b.json", "data/a.csv", "data/deep/c.YAML", "data/.hidden.json", "data/x.bin"),
        *("data/.git-ignored/d.json", "other/[1].json", "other/1.json"),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("id\n1\n" if name.endswith("csv") else '[{"id": 1}]', "utf-8")
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["data"], ["data/a.csv", "data/b.json", "data/deep/c.YAML"]),
        (["data/*.json"], ["data/b.json"]),
        (["data/**/*.[cY]*"], ["data/a.csv", "data/deep/c.YAML"]),
        (["other/[1].json"], ["other/[1].json"]),
        (["other/[0-9].json"], ["other/1.json"]),
        (["data/b.json", "data", "-"], ["data/b.json", "data/a.csv", "data/deep/c.YAML", "-"]),
        (["other/1.json", "none.json"], ["other/1.json", "none.json"]),
    ],
)
def test_names_mean_files(folder: Path, names: list[str], expected: list[str]) -> None:
    """A folder its files of a known suffix by path; a file that exists is no glob."""
    assert expand(names) == expected


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("empty", "empty: no file in it that can be read"),
        ("data/*.toml", "data/*.toml: no file matches"),
    ],
)
def test_a_name_without_files_is_one_line(
    folder: Path, capfd: pytest.CaptureFixture[str], name: str, reason: str
) -> None:
    """Alone it is an error; beside others they are shown, and it is a row."""
    (fault,) = expand([name])
    assert isinstance(fault, Unread)
    assert cli.run(["compare", name]) == 2
    assert capfd.readouterr() == ("", f"tokbench: {reason}\n")
    assert cli.run(["compare", name, "data/b.json", "-o", "json"]) == 2
    out, err = capfd.readouterr()
    assert err == f"tokbench: {reason}\n"
    payloads = json.loads(out)["payloads"]
    assert payloads[0] == {"name": name, "error": reason}
    assert payloads[1]["best"]["o200k_base"]["format"] == "csv"


def test_several_payloads_have_a_summary_and_details_on_request(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """One payload of a folder stays as it is."""
    assert cli.run(["compare", "data"]) == 0
    short = capfd.readouterr().out
    assert short.startswith("summary (3 payloads)\n")
    assert "--verbose shows every format of each payload." in short
    assert "data/b.json (table, 1 record" not in short
    assert "\ntotal (3 payloads; " in short
    assert cli.run(["compare", "data", "-v"]) == 0
    assert "\ndata/b.json (table, 1 record; baseline json-pretty)\n" in capfd.readouterr().out
    assert cli.run(["compare", "data/*.json"]) == 0
    assert capfd.readouterr().out.startswith("data/b.json (table, 1 record;")


def test_programs_always_have_the_details(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    outputs: dict[tuple[str, ...], Any] = {}
    for options in (("-o", "json"), ("-o", "csv"), ("-o", "json", "-v"), ("-o", "csv", "-v")):
        assert cli.run(["compare", "data", *options]) == 0
        outputs[options] = capfd.readouterr().out
    assert outputs["-o", "json"] == outputs["-o", "json", "-v"]
    assert outputs["-o", "csv"] == outputs["-o", "csv", "-v"]
    assert outputs["-o", "csv"].count("\ndata/b.json,") == 9


def test_an_unknown_notation_is_the_fault_of_the_option(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """One line, however many payloads there are."""
    assert cli.run(["compare", "data", "--input-format", "jsn"]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "unknown input format 'jsn'" in err


def test_an_output_in_a_folder_that_is_read_is_refused(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "data/b.json").read_bytes()
    assert cli.run(["compare", "data", "--output-file", "data/b.json"]) == 2
    assert "data/b.json: is also an input" in capfd.readouterr().err
    assert (folder / "data/b.json").read_bytes() == before
