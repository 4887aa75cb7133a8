"""Counters over a provider's endpoint on the loopback."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.api_counters import Clock, CounterOf
from support.loopback import KEY, FakeProvider, fake_provider

from tokbench.counters.answers import AnswerCache
from tokbench.counters.providers import PROVIDERS, Provider
from tokbench.counters.remote import ApiCounter, make


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def fake() -> Iterator[FakeProvider]:
    with fake_provider() as running:
        yield running


@pytest.fixture
def counter_of(
    fake: FakeProvider, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> CounterOf:
    """Makes counters over the fake endpoint, each as if in another run."""
    monkeypatch.setenv("no_proxy", "*")
    for provider in PROVIDERS:
        for variable in provider.key_variables:
            monkeypatch.delenv(variable, raising=False)
        monkeypatch.setenv(provider.key_variables[-1], KEY)
        monkeypatch.setenv(provider.base_url_variable, fake.url)

    def counter_of(provider: Provider, model: str = "m", **changes: Any) -> ApiCounter:
        made = make(provider, model)
        client = replace(clock.client(), **changes)
        cache = AnswerCache(tmp_path / "cache")
        return ApiCounter(replace(made.endpoint, client=client, cache=cache))

    return counter_of
