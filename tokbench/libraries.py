"""Versions of the registry packages whose output is counted."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

_MODULES = {"pyyaml": "yaml", "toktok-rs": "toktok"}


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
