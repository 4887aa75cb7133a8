"""``tokbench check`` and ``tokbench explain``."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tokbench import serializers
from tokbench.cli import options
from tokbench.cli.output import ProgressBar, check_writable, note, sheets_as, write, write_file
from tokbench.counters import DEFAULT_COUNTER
from tokbench.counters.choice import choose_one
from tokbench.errors import ConfigError, LockError, UsageError
from tokbench.text import utf8_bytes

if TYPE_CHECKING:
    from tokbench.gate.verdict import Report

CheckOutput = Literal["table", "markdown", "json", "junit", "github"]


def check(
    update: Annotated[
        bool, typer.Option("--update", help="Accept what everything costs now: write the lock.")
    ] = False,
    init: Annotated[
        bool, typer.Option("--init", help="Write a commented tokbench.toml to start from.")
    ] = False,
    base: Annotated[
        str | None,
        typer.Option(metavar="REF", help="Also compare with the lock of this git revision."),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The configuration; paths are relative to its folder."),
    ] = None,
    output: Annotated[
        CheckOutput | None,
        typer.Option(
            "-o",
            "--output",
            help="How to write the report; in GitHub Actions github, else a table.",
        ),
    ] = None,
    output_file: options.OutputFile = None,
    jobs: options.Jobs = None,
) -> int:
    """Fail when a payload costs more tokens than the lock or a limit allows."""
    if sum((update, init, base is not None)) > 1:
        raise UsageError("--update, --init and --base do not go together: give one of them")
    if init:
        return _init(config)
    check_writable(output_file)
    report = _report(config, base, jobs, update=update)
    status = _status(report)
    chosen = output or ("github" if os.environ.get("GITHUB_ACTIONS") == "true" else "table")
    folder = _folder_in_repository(Path() if config is None else config.parent)
    text = _written(report, chosen, status, folder, to_file=output_file is not None)
    write(text, output_file)
    if chosen == "github":
        _summarize(report)
    else:
        for problem in (*report.problems, *report.counter_failures):
            note(problem)
    return status


def explain(
    payload: options.Payload,
    format: Annotated[  # noqa: A002  the option's own name
        str, typer.Option("-f", "--format", metavar="FORMAT", help="The format that is sent.")
    ],
    counter: Annotated[
        str, typer.Option("-c", "--counter", metavar="COUNTER", help="What counts.")
    ] = DEFAULT_COUNTER,
    output: Annotated[
        options.ListOutput, typer.Option("-o", "--output", help="How to write it.")
    ] = "table",
    input_format: options.InputFormat = None,
    records: options.Records = None,
    strings: options.Strings = False,
) -> None:
    """Show what each path of a payload costs, and what shortening its values would save."""
    from tokbench.advice.ablation import Ablation
    from tokbench.advice.breakdown import breakdown
    from tokbench.report.check_sheet import breakdown_sheet

    read = options.read(payload, input_format, records, strings)
    form = serializers.get(format)
    options.rendered(read, form)  # says why, where the format cannot hold the payload at all
    counting = choose_one(counter)
    found = breakdown(Ablation(read, form, counting))
    sheet = breakdown_sheet(read.name, form.name, counting.info, found)
    write(sheets_as(output, [sheet], to_file=False))


def _init(config: Path | None) -> int:
    from tokbench.gate import config as configuration
    from tokbench.gate.start import START

    if config is None:
        for name in configuration.existing(Path()):
            raise UsageError(f"{name} configures checks already: edit it, or remove it first")
    path = config or Path(configuration.OWN_FILE)
    check_writable(path, "--config")
    if config is not None and config.exists():
        raise UsageError(f"{config}: exists already: name another file with --config")
    if path.name == configuration.SHARED_FILE:
        raise UsageError(f"{path}: holds more than checks: name another file with --config")
    write_file(START, path)
    asked = "tokbench check --update"
    if config is not None:
        asked += f" --config {shlex.quote(str(config))}"
    note(f"{path}: written: edit its paths, then run {asked}")
    return 0


def _report(config: Path | None, base: str | None, jobs: int | None, *, update: bool) -> Report:
    """The report; what keeps a check from being made at all is its problem."""
    from tokbench.gate import config as configuration
    from tokbench.gate import run
    from tokbench.gate.verdict import Report

    try:
        found = configuration.load(Path(), config)
        with ProgressBar() as progress:
            if not update:
                return run.check(found, base, progress, jobs)
            report, text = run.update(found, progress, jobs)
    except (ConfigError, LockError) as error:
        return Report(problems=(str(error),))
    if text is not None:
        _write_lock(text, found.lock_file, report)
    return report


def _write_lock(text: str, path: Path, report: Report) -> None:
    what = f"{report.compared:,} payload{'' if report.compared == 1 else 's'}"
    if _holds(path, utf8_bytes(text)):
        note(f"{path.name}: unchanged: {what}")
        return
    write_file(text, path)
    note(f"{path.name}: written: {what}; commit it")


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error


def _folder_in_repository(folder: Path) -> str:
    """Where the payloads' paths begin, from the root of what GitHub has checked out."""
    root = Path(os.environ.get("GITHUB_WORKSPACE") or ".").resolve()
    inside = folder.resolve()
    if inside == root or not inside.is_relative_to(root):
        return ""
    return inside.relative_to(root).as_posix()


def _status(report: Report) -> int:
    """2 for a fault, 3 for a failed counter, 1 for growth and missed limits alone, else 0."""
    if report.problems:
        return 2
    if report.counter_failures:
        return 3
    return 1 if report.failed else 0


def _written(
    report: Report, output: CheckOutput, status: int, folder: str, *, to_file: bool
) -> str:
    from tokbench.report import check_sheet

    if output == "json":
        return check_sheet.to_json(report, status)
    if output == "junit":
        from tokbench.report import junit

        return junit.render(report)
    if output == "github":
        from tokbench.report import github

        table = _written(report, "table", status, folder, to_file=to_file)
        return f"{table}\n{github.workflow_commands(report, folder)}".rstrip("\n")
    if output == "markdown":
        return sheets_as(output, [check_sheet.sheet(report)], to_file=to_file)
    if not report.verdicts:
        return check_sheet.headline(report)
    return sheets_as(output, [check_sheet.sheet(report, problems=False)], to_file=to_file)


def _summarize(report: Report) -> None:
    """Add the report to the step's summary, in the room that earlier commands have left."""
    from tokbench.report import github

    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        with Path(path).open("ab") as summary:
            text = github.summary(report, github.MAX_SUMMARY - summary.tell() - 2)
            summary.write(utf8_bytes(f"{text}\n"))
    except OSError as error:
        raise UsageError(
            f"GITHUB_STEP_SUMMARY {path}: cannot be written: {error.strerror}"
        ) from error
