"""Running the command with standard error on a terminal, and what was drawn there."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from support.environment import offline

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts this may ignore it
from tokbench.cli import main
from tokbench.cli.progress_bar import ProgressBar
ProgressBar.DELAY = ProgressBar.INTERVAL = 0  # so that what is drawn does not depend on the clock
sys.argv = ["tokbench", *sys.argv[1:]]
main()
"""
_POSITION = re.compile(r"([\d,.]+) of ([\d,.]+) (\w+)  (.*?) *\r")


class Position(NamedTuple):
    """One drawing: what was worked on, and how far that was."""

    done: float
    total: float
    unit: str
    what: str


class Terminal:
    """A command whose standard error is a terminal; its standard output is a pipe."""

    def __init__(
        self,
        *arguments: str | Path,
        folder: Path,
        columns: int = 80,
        stdin: int | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._ours, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *arguments],
            cwd=folder,
            env=offline(folder, **{"TERM": "xterm", **(environment or {})}),
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=its,
        )
        os.close(its)
        self.drawn = ""

    def read(self, until: str | None = None) -> str:
        """All that is drawn up to the end, or until it has some text."""
        content = self.drawn.encode()
        with suppress(OSError):  # the end, on Linux
            while until is None or until not in content.decode(errors="replace"):
                if not (more := os.read(self._ours, 65536)):
                    break
                content += more
        self.drawn = content.decode()
        return self.drawn

    def end(self) -> int:
        """Read the rest; the exit status."""
        self.read()
        os.close(self._ours)
        return self.process.wait()

    @property
    def positions(self) -> list[Position]:
        """Every position that was drawn."""
        found = _POSITION.findall(self.drawn)
        return [Position(_number(done), _number(of), unit, what) for done, of, unit, what in found]

    @property
    def left(self) -> str:
        """What is to be seen in the end: of each line, what was drawn over the rest last."""
        return "\n".join(map(_overwritten, self.drawn.split("\r\n")))


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _overwritten(line: str) -> str:
    seen = ""
    for text in line.split("\r"):
        seen = text + seen[len(text) :]
    return seen.rstrip()
