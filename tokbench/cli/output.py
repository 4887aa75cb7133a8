"""Where results, notes and progress go."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal

from tokbench.errors import UsageError

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from tokbench.report.sheet import Sheet

SheetOutput = Literal["table", "markdown", "csv"]


def sheets_as(output: SheetOutput, sheets: Sequence[Sheet], *, to_file: bool) -> str:
    """Sheets in the syntax that was asked for; a module is imported only where it is used."""
    if output == "markdown":
        from tokbench.report import markdown

        return markdown.render(sheets)
    if output == "csv":
        from tokbench.report import csv_

        return csv_.render(sheets)
    from tokbench.report import terminal

    shown = not to_file and sys.stdout.isatty()
    return terminal.render(
        sheets,
        width=shutil.get_terminal_size().columns if shown else None,
        colour=shown and "NO_COLOR" not in os.environ,
        unicode=to_file or _shows_unicode(),
    )


def _shows_unicode() -> bool:
    try:
        "─█▏".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def check_writable(path: Path | None) -> None:
    """Find out before the work that its result could not be written.

    Raises:
        UsageError: The path is a folder, or its folder is missing or cannot be written to.
    """
    if path is None:
        return
    if path.is_dir():
        raise UsageError(f"{path}: is a folder: name a file with --output-file")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: the folder {path.parent} does not exist: make it first")
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"{path}: the folder {path.parent} cannot be written to")


def write(text: str, path: Path | None = None) -> None:
    """Write a result to standard output or to a file, as UTF-8 with a final newline."""
    if path is None:
        write_exactly(f"{text}\n")
    else:
        write_file(f"{text}\n", path)


def write_exactly(text: str) -> None:
    """Write a text to standard output as it is; a terminal that is not UTF-8 gets its encoding."""
    encoding = "utf-8"
    if sys.stdout.isatty():
        encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.buffer.write(text.encode(encoding, "backslashreplace"))


def write_file(text: str, path: Path) -> None:
    """Write a file whole or not at all: to a temporary name beside it, then renamed.

    Raises:
        UsageError: The file cannot be written.
    """
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".tokbench-", delete=False) as out:
            out.write(text.encode("utf-8", "backslashreplace"))
        Path(out.name).chmod(0o666 & ~_umask())
        Path(out.name).replace(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class ProgressBar:
    """A bar on standard error once work has lasted a second on a terminal; else nothing."""

    _PATIENCE = 1.0

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._bar: tuple[Progress, TaskID] | None = None
        self._shown = sys.stderr.isatty()

    def __call__(self, done: int, total: int, what: str) -> None:
        """Tell how far the work is."""
        if not self._shown or time.monotonic() - self._began < self._PATIENCE:
            return
        if self._bar is None:
            self._bar = self._start()
        progress, task = self._bar
        progress.update(task, completed=done, total=total, description=what)

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar[0].stop()

    @staticmethod
    def _start() -> tuple[Progress, TaskID]:
        from rich.console import Console
        from rich.progress import Progress

        progress = Progress(console=Console(stderr=True), transient=True)
        task = progress.add_task("")
        progress.start()
        return progress, task
