"""Packages that only some features need: one line with the install command when one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tokbench.errors import TokbenchError


@contextmanager
def extra(name: str, package: str, *, needed_by: str, error: type[TokbenchError]) -> Iterator[None]:
    """Turn a failed import inside the block into one line.

    Only the package's own absence asks for an install; an installed package that does not import
    says why in its own words.

    Args:
        name: The extra of tokbench that brings the package.
        package: The package as it is imported.
        needed_by: What needs it, as the user wrote it.
        error: The class to raise.
    """
    try:
        yield
    except ImportError as failure:
        if isinstance(failure, ModuleNotFoundError) and failure.name == package:
            hint = f"pip install 'tokbench[{name}]'"
            raise error(f"{needed_by} needs the package {package}: {hint}") from None
        raise error(
            f"{needed_by}: {package} is installed and cannot be imported: {failure}"
        ) from failure
