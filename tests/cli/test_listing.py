"""``tokbench formats`` and ``tokbench counters``."""

from __future__ import annotations

import pytest

from tokbench import cli, counters, serializers
from tokbench.optional import version_of


@pytest.mark.parametrize("output", ["table", "markdown", "json", "csv"])
def test_every_format_is_listed(capfd: pytest.CaptureFixture[str], output: str) -> None:
    """With what it can hold, in every output."""
    assert cli.run(["formats", "-o", output]) == 0
    out = capfd.readouterr().out
    for name in serializers.names():
        assert name in out
        assert serializers.get(name).holds in out


def test_every_counter_is_listed_with_its_kind(capfd: pytest.CaptureFixture[str]) -> None:
    """And with the engines that are there."""
    assert cli.run(["counters"]) == 0
    out = capfd.readouterr().out
    for scheme in counters.schemes():
        (line,) = (line for line in out.splitlines() if line.split()[:1] == [scheme.usage])
        assert line.split()[1] == scheme.kind
    assert f"Engines of the embedded encodings: our own, tiktoken {version_of('tiktoken')}" in out
