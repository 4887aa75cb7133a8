"""Where things are, and the environment that commands run in."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path

NOBODY = "http://127.0.0.1:9"
THOROUGH = os.environ.get("TOKBENCH_THOROUGH") == "1"
"""Whether tests run in full: every code point, many examples, the installed command."""

REAL_FILES = os.environ.get("TOKBENCH_REAL_FILES")
"""The folder of files that ``tests/real`` reads, if any."""

ROOT = Path(__file__).parents[2]
COMMAND = Path(sysconfig.get_path("scripts")) / "tokbench"

Command = Callable[..., "subprocess.CompletedProcess[str]"]


def offline(scratch: Path, **extra: str) -> dict[str, str]:
    """An environment with an empty home, no cached vocabulary and a proxy that never answers."""
    dropped = ("TIKTOKEN", "DATA_GYM", "GITHUB_", "FORCE_COLOR", "XDG_", "COLUMNS", "TOKBENCH_")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(dropped)}
    proxies = {name: NOBODY for kind in ("http", "https", "all") for name in _both_cases(kind)}
    return {
        **kept,
        **proxies,
        "HOME": str(scratch),
        "TIKTOKEN_CACHE_DIR": str(scratch / "no-vocabulary-here"),
        **extra,
    }


def _both_cases(scheme: str) -> tuple[str, str]:
    return f"{scheme}_proxy", f"{scheme}_proxy".upper()
