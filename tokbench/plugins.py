"""Descriptors that third parties name in an entry point group."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from tokbench.errors import TokbenchError

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")


def third_party(group: str, kind: type[T]) -> Iterator[tuple[T, str]]:
    """Each descriptor of an entry point group, with the distribution that owns it.

    An entry point may name one descriptor or a list or tuple of them.

    Raises:
        TokbenchError: An entry point cannot be loaded, or names something else.
    """
    # Scanning the environment takes as long as a small comparison: only where it is asked for.
    from importlib.metadata import entry_points

    for point in entry_points(group=group):
        owner = point.dist.name if point.dist else point.value
        try:
            named = point.load()
        except Exception as error:  # whatever a stranger's module raises, the user needs its owner
            raise TokbenchError(
                f"plugin {point.value} of {owner}: {error}; remove or mend it"
            ) from error
        for descriptor in named if isinstance(named, (list, tuple)) else [named]:
            if not isinstance(descriptor, kind):
                raise TokbenchError(
                    f"plugin {point.value} of {owner} names no {kind.__name__}: remove or mend it"
                )
            yield descriptor, owner
