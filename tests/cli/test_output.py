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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder to work in: files that are read, and links to them."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.json").write_text('[{"id": 1}]', "utf-8")
    (tmp_path / "prompt.txt").write_text("Look: {payload}", "utf-8")
    (tmp_path / "prices.json").write_text('{"gpt-5": {"input": 1}}', "utf-8")
    (tmp_path / "soft.json").symlink_to("own.json")
    (tmp_path / "hard.json").hardlink_to(tmp_path / "own.json")
    cli.run(["train", "own.json", "--merges", "1", "-o", "own.bpe"])
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


COMPARE_OWN = "compare own.json --model gpt-5 --prices prices.json --wrap prompt.txt --output-file"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (f"{COMPARE_OWN} own.json", "own.json: is also an input: name another file"),
        (f"{COMPARE_OWN} ./own.json", "own.json: is also an input: name another file"),
        (f"{COMPARE_OWN} soft.json", "soft.json: is also an input: name another file"),
        (f"{COMPARE_OWN} hard.json", "hard.json: is also an input: name another file"),
        (f"{COMPARE_OWN} prompt.txt", "prompt.txt: is also an input: name another file"),
        (f"{COMPARE_OWN} prices.json", "prices.json: is also an input: name another file"),
        ("compare own.json -c bpe:own.bpe --output-file own.bpe", "own.bpe: is also an input"),
        ("count own.json --output-file soft.json", "soft.json: is also an input: name another"),
        ("count . --output-file own.json", "own.json: is also an input: name another"),
        ("train own.json --merges 1 -o hard.json", "hard.json: is also an input: name another"),
        ("train own.json --merges 1 -o m --log own.json", "name another file with --log"),
        (
            "train own.json --merges 1 -o m --held-out prompt.txt --log prompt.txt",
            "prompt.txt: is also an input: name another file with --log",
        ),
        ("train own.json --merges 1 -o m --log ./m", "m: is also the file of --output-file: "),
    ],
)
def test_an_output_never_replaces_an_input_or_another_output(
    folder: Path, capfd: pytest.CaptureFixture[str], arguments: str, said: str
) -> None:
    """By whatever name or link: one line, and nothing is touched."""
    before = contents(folder)
    assert cli.run(arguments.split()) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
    assert contents(folder) == before


def test_one_device_may_take_several_outputs(folder: Path) -> None:
    both = ["-o", "/dev/null", "--log", "/dev/null"]
    assert cli.run(["train", "own.json", "--merges", "1", *both]) == 0
    assert cli.run(["compare", "own.json", "--output-file", "/dev/null"]) == 0


@pytest.mark.parametrize("name", ["tokbench.toml", "tokbench.lock", "prompts/orders.json"])
@pytest.mark.parametrize("command", ["check", "check --config tokbench.toml", COMPARE])
def test_an_output_never_replaces_what_a_check_reads(
    repository: Repository, name: str, command: str
) -> None:
    """The configuration and the lock not even by a command that does not read them."""
    arguments = command.split() if name != "prompts/orders.json" else ["check"]
    path = repository.folder / name
    before = path.read_bytes()
    done = repository.tokbench(*arguments, "--output-file", name)
    assert (done.status, path.read_bytes()) == (2, before)
    assert done.err.count("\n") == 1
    assert f"{name}: is " in done.err


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
