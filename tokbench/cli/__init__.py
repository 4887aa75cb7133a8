"""The command line: parse, call, write, choose the exit status.

Exit status: 0 fine; 1 the gate found grown tokens or a missed limit, and nothing else; 2 usage,
configuration, lock or input error; 3 a counter or the network failed; 130 interrupted.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

from tokbench.cli.status import INTERRUPTED


def main() -> None:
    """Run the command line and leave with its exit status."""
    # A run makes many objects and little garbage: at Python's 700, passes over them take 3 % of it.
    gc.set_threshold(50_000)
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command; every error is one line on standard error."""
    try:
        # Imported here: most of a start is this import, and it may be interrupted too.
        from tokbench.cli import app

        return app.run(arguments)
    except KeyboardInterrupt:
        from tokbench.cli.output import note

        note("interrupted")
        return INTERRUPTED
