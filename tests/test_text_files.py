"""Which files the names mean that a user gives."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tokbench.errors import UsageError
from tokbench.text_files import TextFile, find


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("a.md", "sub/b.md", "sub/.hidden/c.md", ".env", "out/d.log"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "sub" / "loop").symlink_to(tmp_path)
    (tmp_path / "link.md").symlink_to("a.md")
    (tmp_path / "broken.md").symlink_to("nowhere")
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def paths(*sources: str) -> list[str]:
    return [file.path for file in find(sources).files]


def test_a_folder_outside_of_a_repository_has_what_is_not_hidden(folder: Path) -> None:
    """Links are not followed, so a loop ends nowhere."""
    assert paths(".") == ["a.md", "out/d.log", "sub/b.md"]
    assert paths("sub/.hidden") == ["sub/.hidden/c.md"]


def test_a_folder_of_a_repository_has_what_git_tracks_or_does_not_ignore(folder: Path) -> None:
    git(folder, "init", "-q")
    (folder / ".gitignore").write_text("*.log\n")
    (folder / "gone.md").write_text("")
    (folder / "new\nline.md").write_text("")
    git(folder, "add", "a.md", "gone.md")
    (folder / "gone.md").unlink()
    everything = [".env", ".gitignore", "a.md", "new\nline.md", "sub/.hidden/c.md", "sub/b.md"]
    assert paths(".") == everything
    assert paths(str(folder)) == [str(folder / path) for path in everything]
    assert paths("sub") == ["sub/.hidden/c.md", "sub/b.md"]
    assert paths("out") == []
    assert paths("out/*") == ["out/d.log"]


def test_a_repository_inside_another_lists_its_own_files(folder: Path) -> None:
    git(folder, "init", "-q")
    git(folder / "sub", "init", "-q")
    (folder / "sub" / ".gitignore").write_text(".hidden\n.gitignore\n")
    assert [path for path in paths(".") if path.startswith("sub")] == ["sub/b.md"]


def test_a_repository_that_git_cannot_list_is_a_note(folder: Path) -> None:
    (folder / ".git").write_text("gitdir: nowhere\n")
    found = find(["."])
    assert [file.path for file in found.files] == ["a.md", "out/d.log", "sub/b.md"]
    (note,) = found.notes
    assert note.startswith(".: fatal: ")
    assert note.endswith("hidden files are left out, ignored ones are not")


def test_without_git_a_repository_is_an_ordinary_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(folder, "init", "-q")
    monkeypatch.setenv("PATH", str(folder))
    found = find(["."])
    assert [file.path for file in found.files] == ["a.md", "out/d.log", "sub/b.md"]
    assert len(found.notes) == 1


def test_a_file_is_there_once(folder: Path) -> None:
    """By whatever names; one that was named is known to be."""
    os.link(folder / "a.md", folder / "hard.md")
    found = find([".", "a.md", "./link.md", str(folder / "a.md"), "-", "-"])
    assert found.files == [
        TextFile("a.md", 4, is_named=True),
        TextFile("out/d.log", 9, is_named=False),
        TextFile("sub/b.md", 8, is_named=False),
        TextFile("-", 0, is_named=True),
    ]


def test_globs_match_files_that_are_not_hidden(folder: Path) -> None:
    assert paths("*.md") == ["a.md"]
    assert paths("**/*.md") == ["a.md", "sub/b.md"]
    assert paths(str(folder / "s?b" / "*")) == [str(folder / "sub" / "b.md")]
    assert paths("sub/.hidden/*") == ["sub/.hidden/c.md"]
    assert paths("sub/../[a]*") == ["sub/../a.md"]


def test_a_file_of_that_very_name_wins_over_the_glob(folder: Path) -> None:
    (folder / "*.md").write_text("")
    assert paths("*.md") == ["*.md"]


@pytest.mark.parametrize("pattern", ["*.xml", "su*"])
def test_a_glob_that_matches_no_file_is_an_error(folder: Path, pattern: str) -> None:
    with pytest.raises(UsageError) as raised:
        find([pattern])
    assert str(raised.value) == f"{pattern}: no file matches"


def test_what_does_not_exist_is_left_to_its_reader(folder: Path) -> None:
    assert find(["nope", "nul\0"]).files == [
        TextFile("nope", 0, is_named=True),
        TextFile("nul\0", 0, is_named=True),
    ]


def test_a_folder_that_cannot_be_listed_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("sub"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = find(["."])
    assert found.unreadable == [("sub", "permission denied")]
    assert [file.path for file in found.files] == ["a.md", "out/d.log"]
