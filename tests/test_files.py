"""How files are written."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tokbench import files


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_text_is_utf8_and_a_lone_surrogate_its_escape(tmp_path: Path) -> None:
    files.write(tmp_path / "a", "é\n\udcff")
    assert (tmp_path / "a").read_bytes() == "é\n\\udcff".encode()


def test_a_new_file_has_the_mode_of_any_other(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    files.write(tmp_path / "new", b"\xff")
    assert (tmp_path / "new").read_bytes() == b"\xff"
    assert mode_of(tmp_path / "new") == mode_of(tmp_path / "other")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.write_text("a longer text than the new one", "utf-8")
    path.chmod(mode)
    files.write(path, "new")
    assert (path.read_text("utf-8"), mode_of(path)) == ("new", mode)


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_a_link(tmp_path: Path, there: bool) -> None:
    """Also a link to a file that does not exist yet, and a link to a link."""
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / "target"
    if there:
        target.write_text("old", "utf-8")
    (tmp_path / "second").symlink_to(target)
    (tmp_path / "first").symlink_to("second")
    files.write(tmp_path / "first", "new")
    assert (tmp_path / "first").is_symlink()
    assert target.read_text("utf-8") == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "first", "second"]
    assert list((tmp_path / "elsewhere").iterdir()) == [target]


def test_a_named_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    files.write(path, "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_device_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(os.devnull)
    for path in (Path(os.devnull), tmp_path / "link"):
        files.write(path, "nobody reads it")
        assert stat.S_ISCHR(path.stat().st_mode)


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1"])
def test_an_open_stream_is_added_to(tmp_path: Path, name: str) -> None:
    """To a file and to a pipe; what is in the file stays."""
    program = f"from tokbench import files; files.write({name!r}, 'new')"
    path = tmp_path / "log"
    path.write_text("old ", "utf-8")
    with path.open("ab") as log:
        subprocess.run([sys.executable, "-c", program], stdout=log, check=True)
    assert path.read_text("utf-8") == "old new"
    assert subprocess.check_output([sys.executable, "-c", program]) == b"new"


def test_a_failure_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError):
        files.write(tmp_path / "folder", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_an_interruption_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "a").write_text("old", "utf-8")
    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write(tmp_path / "a", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_text("utf-8") == "old"


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        files.write(tmp_path / "missing" / "a", "text")
