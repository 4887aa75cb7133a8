"""The command line: parse, call, write, choose the exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""The exit status of a command that the user ended: 128 and the number of the signal."""


def main() -> None:
    """Run the command line and leave with its exit status."""
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
