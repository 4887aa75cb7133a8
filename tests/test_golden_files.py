"""The helper that compares with golden files."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.goldens import assert_golden


@pytest.fixture(autouse=True)
def _no_update(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UPDATE_GOLDENS", raising=False)


def test_a_golden_that_is_missing_is_asked_for_by_name(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"toy\.txt is missing: .*UPDATE_GOLDENS=1"):
        assert_golden(tmp_path / "toy.txt", "text")


def test_line_ends_count(tmp_path: Path) -> None:
    (tmp_path / "toy.txt").write_bytes(b"a\r\n")
    assert_golden(tmp_path / "toy.txt", "a\r\n")
    with pytest.raises(AssertionError):
        assert_golden(tmp_path / "toy.txt", "a\n")


def test_update_writes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPDATE_GOLDENS", "1")
    assert_golden(tmp_path / "toy.txt", "new\r\n")
    assert (tmp_path / "toy.txt").read_bytes() == b"new\r\n"
