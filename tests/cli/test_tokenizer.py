"""``tokbench tokenize`` by the model's name."""

from __future__ import annotations

import pytest

from tokbench import cli


@pytest.mark.parametrize("output", ["text", "json"])
def test_a_counter_that_is_only_assumed_for_a_model_is_told(
    output: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The tokens stay alone on standard output; a model of tiktoken's table needs no note."""
    assert cli.run(("tokenize", "hello world", "--model", "gpt-6", "-o", output)) == 0
    assumed = capfdbinary.readouterr()
    basis = b"tiktoken does not know gpt-6* yet; assumed to use o200k_base"
    assert assumed.err == b"tokbench: model gpt-6: " + basis + b"\n"
    assert cli.run(("tokenize", "hello world", "--model", "gpt-5", "-o", output)) == 0
    assert capfdbinary.readouterr() == (assumed.out, b"")
