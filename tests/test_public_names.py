"""The names that programs build on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tokbench


def test_every_public_name_is_there() -> None:
    """Listed, and found under the package itself."""
    assert sorted(tokbench.__all__) == dir(tokbench)
    for name in tokbench.__all__:
        assert getattr(tokbench, name) is not None


def test_another_name_is_an_attribute_error() -> None:
    """As for any module."""
    with pytest.raises(AttributeError, match="'nope'"):
        _ = tokbench.nope


def test_importing_the_package_imports_next_to_nothing(python: Callable[[str], str]) -> None:
    """Whoever only counts with ``tokbench.bpe`` pays for that alone."""
    program = "import sys, tokbench.bpe; print(sorted(m for m in sys.modules if 'tokbench' in m))"
    assert python(program) == "['tokbench', 'tokbench.bpe', 'tokbench.version']"
