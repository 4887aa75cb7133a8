"""What an environment may have installed: the packages of extras, their versions, and plugins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from tokbench.errors import TokbenchError

T = TypeVar("T")

_MODULES = {"pyyaml": "yaml", "toktok-rs": "toktok"}
"""Distributions whose module has another name."""


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
            raise error(f"{needed_by} needs the package {package}", hint=hint) from None
        reason = f"{package} is installed and cannot be imported: {failure}"
        raise error(reason, place=needed_by) from failure


def version_of(distribution: str) -> str:
    """The installed version of a distribution, or ``unknown``.

    The name of the metadata folder beside the module says it. Reading one folder's list takes a
    millisecond; :func:`importlib.metadata.version` takes as long as a small comparison.
    """
    folder_name = distribution.replace("-", "_")
    spec = find_spec(_MODULES.get(distribution, folder_name))
    if spec is None or spec.origin is None:
        return "unknown"
    folders = (path.stem.partition("-") for path in Path(spec.origin).parent.parent.glob("*-info"))
    versions = sorted(version for name, _, version in folders if name.lower() == folder_name)
    return versions[-1] if versions else "unknown"


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
            place = f"plugin {point.value} of {owner}"
            raise TokbenchError(str(error), place=place, hint="remove or correct it") from error
        for descriptor in named if isinstance(named, (list, tuple)) else [named]:
            if not isinstance(descriptor, kind):
                raise TokbenchError(
                    f"plugin {point.value} of {owner} names no {kind.__name__}",
                    hint="remove or correct it",
                )
            yield descriptor, owner
