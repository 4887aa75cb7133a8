"""Rebuild the reports, and the pages and parts of pages that follow from the code.

``python reports/build.py [NAME...]``; with ``--check`` it only compares. Only what follows from
the repository alone is built here: ``published.md`` needs a folder of data sets
(``python reports/published.py FOLDER``) and ``performance.md`` a quiet machine.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from tokbench.errors import options_spelled_for

HERE = Path(__file__).parent
PATHS = {
    "formats": HERE / "formats.md",
    "estimates": HERE / "estimates.md",
    "surprises": HERE / "surprises.md",
    "readme": HERE.parent / "README.md",
    "cli": HERE.parent / "docs" / "cli.md",
    "counters": HERE.parent / "docs" / "counters.md",
}


def main() -> int:
    """Write the reports, or with ``--check`` name those that differ from what is committed."""
    check = "--check" in sys.argv
    names = [name for name in sys.argv[1:] if name != "--check"] or PATHS
    stale = False
    for name in names:
        path = PATHS[name]
        with options_spelled_for("command line"):
            text = import_module(name).build() + "\n"
        if not check:
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(
                f"{path.name} is out of date: run python reports/build.py {name}", file=sys.stderr
            )
            stale = True
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
