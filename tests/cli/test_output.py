"""Where results go: files of every kind, and standard streams that are closed, full or left."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest
from support.environment import COMMAND, ROOT, offline
from support.throwaway import ORDERS, Repository, green_repository, with_note

from tokbench import cli

TOOLS = ROOT / "fixtures" / "tools.json"
COMPARE = f"compare {TOOLS} -f json-min"


@pytest.fixture(scope="module")
def red(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A repository whose check fails."""
    made = green_repository(tmp_path_factory.mktemp("repository"))
    made.write("prompts/orders.json", with_note(ORDERS))
    return made


def in_shell(arguments: str, folder: Path) -> tuple[int, str]:
    """The status of the command with a shell's redirections, and its standard error."""
    done = subprocess.run(
        ["bash", "-c", f"{COMMAND} {arguments}"],
        cwd=folder,
        env=offline(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stderr.decode("utf-8")


def without_reader(arguments: str, folder: Path) -> tuple[int, bytes]:
    """The status of the command when its output is a pipe without a reader."""
    there, here = os.pipe()
    os.close(there)
    done = subprocess.run(
        [COMMAND, *arguments.split()],
        cwd=folder,
        env=offline(folder),
        stdout=here,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(here)
    return done.returncode, done.stderr


@pytest.mark.parametrize("arguments", [COMPARE, f"render {TOOLS} -f csv", "--help", "--version"])
def test_a_closed_pipe_is_no_error(arguments: str, tmp_path: Path) -> None:
    assert without_reader(arguments, tmp_path) == (0, b"")


def test_a_check_fails_also_with_a_closed_pipe(red: Repository) -> None:
    assert without_reader("check", red.folder) == (1, b"")


@pytest.mark.parametrize("arguments", [COMPARE, "tokenize text", "--version"])
def test_a_full_device_is_one_clear_line(arguments: str, tmp_path: Path) -> None:
    status, err = in_shell(f"{arguments} > /dev/full", tmp_path)
    assert status == 2
    assert err.count("\n") == 1
    assert err.startswith("tokbench: standard output: cannot be ")
    assert err.endswith("No space left on device\n")


@pytest.mark.parametrize("arguments", [COMPARE, f"render {TOOLS} -f csv", "tokenize text"])
def test_a_closed_output_is_one_clear_line(arguments: str, tmp_path: Path) -> None:
    expected = "tokbench: standard output: cannot be written: it is closed\n"
    assert in_shell(f"{arguments} >&-", tmp_path) == (2, expected)


@pytest.mark.parametrize("arguments", ["compare -", "tokenize -"])
def test_a_closed_input_is_one_clear_line(arguments: str, tmp_path: Path) -> None:
    expected = "tokbench: <stdin>: is closed: pipe a text into it, or name a file\n"
    assert in_shell(f"{arguments} <&-", tmp_path) == (2, expected)


@pytest.mark.parametrize("redirection", ["2>&-", "2> /dev/full"])
def test_the_status_needs_no_standard_error(redirection: str, tmp_path: Path) -> None:
    assert in_shell(f"compare missing.json {redirection}", tmp_path)[0] == 2
    assert in_shell(f"{COMPARE} {redirection}", tmp_path)[0] == 0


def test_an_output_file_may_be_a_link_or_a_device(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    for path in (link, Path(os.devnull)):
        assert cli.run([*COMPARE.split(), "--output-file", str(path)]) == 0
    assert link.is_symlink()
    assert "json-min" in target.read_text("utf-8")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_link_into_a_missing_folder_is_an_error_before_the_work(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "link").symlink_to("missing/target")
    assert cli.run([*COMPARE.split(), "--output-file", str(tmp_path / "link")]) == 2
    assert "missing does not exist: make it first" in capfd.readouterr().err


@pytest.mark.parametrize(("given", "named"), [("-o", "--output-file"), ("--log", "--log")])
def test_the_error_for_a_folder_names_the_option(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], given: str, named: str
) -> None:
    places = {"-o": str(tmp_path / "model"), given: str(tmp_path)}
    options = [part for option in places.items() for part in option]
    assert cli.run(["train", str(TOOLS), "--merges", "1", *options]) == 2
    assert capfd.readouterr().err == (
        f"tokbench: {tmp_path}: is a folder: name a file with {named}\n"
    )


def test_a_lock_keeps_its_link_and_names_that_are_not_utf8(tmp_path: Path) -> None:
    made = green_repository(tmp_path / "repository")
    (made.folder / "prompts" / os.fsdecode(b"b\xff.json")).write_text('[{"a": 1}]', "utf-8")
    made.lock.rename(tmp_path / "the.lock")
    made.lock.symlink_to(tmp_path / "the.lock")
    assert made.tokbench("check", "--update").status == 0
    status, _, err = made.tokbench("check", "--update")
    assert status == 0
    assert "tokbench.lock: unchanged: 2 payloads" in err
    assert made.lock.is_symlink()
    assert made.check().status == 0


def test_a_folder_in_place_of_the_lock_is_one_clear_line(tmp_path: Path) -> None:
    made = green_repository(tmp_path / "repository")
    made.lock.unlink()
    made.lock.mkdir()
    status, _, err = made.tokbench("check", "--update")
    assert status == 2
    assert err.splitlines()[-1].endswith("tokbench.lock: cannot be read: Is a directory")
