"""``tokbench check``."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from tokbench.cli import github_actions, options
from tokbench.cli.output import (
    Destination,
    check_apart,
    check_writable,
    note,
    write_file,
)
from tokbench.cli.progress_bar import ProgressBar
from tokbench.errors import ConfigError, LockError, UsageError
from tokbench.gate import config as configuration
from tokbench.gate import run, state
from tokbench.gate.verdict import Report
from tokbench.report import CHECK
from tokbench.text import plural, utf8_bytes

_ANOTHER = "name another file with --config"


def check(
    update: Annotated[
        bool, typer.Option("--update", help="Write the lock with the counts of now.")
    ] = False,
    init: Annotated[
        bool, typer.Option("--init", help="Write a tokbench.toml with comments to start from.")
    ] = False,
    base: Annotated[
        str | None,
        typer.Option(metavar="REF", help="Also compare with the lock of this git revision."),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Read this configuration; its paths are relative to its folder.",
            show_default="tokbench.toml or pyproject.toml",
        ),
    ] = None,
    output: options.CheckOutput = None,
    output_file: options.OutputFile = None,
    jobs: options.Jobs = None,
) -> int:
    """Fail when a payload costs more tokens than the lock or a limit allows."""
    if sum((update, init, base is not None)) > 1:
        raise UsageError("--update, --init and --base exclude each other", hint="give one of them")
    if init:
        return _init(config)
    check_writable(output_file)
    check_apart({"--output-file": output_file}, [config] if config else ())
    report = _report(config, base, jobs, output_file, update=update)
    otherwise = "github" if github_actions.is_running() else "table"
    to = Destination(options.output_of(output, output_file, CHECK, otherwise), output_file)
    folder = github_actions.folder_in_workspace(Path() if config is None else config.parent)
    to.write(CHECK, report, folder)
    if to.output == "github":
        github_actions.add_summary(report)
    else:
        for problem in (*report.problems, *report.counter_failures):
            note(str(problem))
    return report.status


def _init(config: Path | None) -> int:
    if config is None:
        for name in configuration.existing(Path()):
            reason = f"{name} configures checks already"
            raise UsageError(reason, hint="edit it, or remove it first")
    path = config or Path(configuration.OWN_FILE)
    check_writable(path, "--config")
    if config is not None and config.exists():
        raise UsageError("exists already", place=str(config), hint=_ANOTHER)
    if path.name == configuration.SHARED_FILE:
        raise UsageError("holds more than checks", place=str(path), hint=_ANOTHER)
    write_file(configuration.START, path)
    asked = "tokbench check --update"
    if config is not None:
        asked += f" --config {shlex.quote(str(config))}"
    note(f"{path}: written: edit its paths, then run {asked}")
    return 0


def _report(
    config: Path | None, base: str | None, jobs: int | None, to: Path | None, *, update: bool
) -> Report:
    """The report of a check; a wrong configuration or lock is a problem in it."""
    try:
        found = configuration.load(Path(), config)
        if to is not None:
            check_apart({"--output-file": to}, state.files_of(found))
        with ProgressBar() as progress:
            if not update:
                return run.check(found, base, progress, jobs)
            report, text = run.update(found, progress, jobs)
    except (ConfigError, LockError) as error:
        return Report(problems=(error,))
    if text is not None:
        _write_lock(text, found.lock_file, report)
    return report


def _write_lock(text: str, path: Path, report: Report) -> None:
    what = plural(report.compared, "payload")
    try:
        unchanged = path.exists() and path.read_bytes() == utf8_bytes(text)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", place=str(path)) from error
    if unchanged:
        note(f"{path.name}: unchanged: {what}")
        return
    write_file(text, path)
    note(f"{path.name}: written: {what}; commit it")
