"""The examples in docstrings run."""

from __future__ import annotations

import doctest

import pytest

from tokbench import comparison, public


@pytest.mark.parametrize("module", [public, comparison])
def test_examples_in_docstrings(module: object) -> None:
    """Each public call shows one that holds."""
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried > 0
    assert failed == 0
