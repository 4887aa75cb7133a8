"""These tests need a folder of files: without one they are deselected, and said to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.environment import REAL_FILES, THOROUGH

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

HERE = "tests/real/"


def pytest_report_header() -> str | None:
    return None if REAL_FILES or THOROUGH else f"TOKBENCH_REAL_FILES is not set: {HERE} is left out"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In thorough mode they are kept, and fail without the folder."""
    if REAL_FILES or THOROUGH:
        return
    ours = [item for item in items if _is_ours(item.path)]
    items[:] = [item for item in items if item not in ours]
    config.hook.pytest_deselected(items=ours)


def _is_ours(path: Path) -> bool:
    return HERE in path.as_posix()
