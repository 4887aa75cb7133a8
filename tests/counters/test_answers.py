"""The cache of providers' answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.api_counters import CounterOf
from support.loopback import FakeProvider

from tokbench.counters.endpoint import Endpoint
from tokbench.counters.providers import PROVIDERS
from tokbench.counters.remote import make

ANTHROPIC = PROVIDERS[0]


def test_damaged_entries_of_the_cache_are_ignored(
    fake: FakeProvider, counter_of: CounterOf, tmp_path: Path
) -> None:
    counter_of(ANTHROPIC).count("alpha")
    damage = [b"", b"\xff", b"[]", b'{"tokens": "5"}', b'{"tokens": -5}', b'{"tokens": true}']
    for content in damage:
        for path in tmp_path.rglob("*.json"):
            path.write_bytes(content)
        assert counter_of(ANTHROPIC).count("alpha") == 5
    assert len(fake.requests) == 2 * (1 + len(damage))
    assert {json.loads(path.read_bytes())["tokens"] for path in tmp_path.rglob("*.json")} == {8, 12}


def test_a_cache_that_cannot_be_written_is_no_error(
    fake: FakeProvider, counter_of: CounterOf, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be", "utf-8")
    counter = counter_of(ANTHROPIC)
    assert counter.count("alpha") == counter.count("alpha") == 5
    assert fake.texts == ["x", "alpha"]


def test_the_cache_is_in_the_users_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert _folder() == tmp_path / "tokbench" / "answers"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert _folder() == tmp_path / ".cache" / "tokbench" / "answers"


def test_a_user_without_a_home_has_no_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert _folder() is None
    made = make(ANTHROPIC, "m").endpoint.cache
    made.put("key", 5)
    assert made.get("key") is None


def _folder() -> Path | None:
    endpoint: Endpoint = make(ANTHROPIC, "m").endpoint
    return endpoint.cache.folder
