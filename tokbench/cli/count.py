"""``tokbench count``."""

from __future__ import annotations

from typing import Annotated

import typer

from tokbench.cli import options
from tokbench.cli.output import (
    Destination,
    check_apart,
    check_writable,
    note,
)
from tokbench.cli.progress_bar import ProgressBar
from tokbench.cli.status import COUNTER_FAILED, FINE, USAGE
from tokbench.counters.choice import choose
from tokbench.counts import Counts, FileCount, SkippedFile
from tokbench.errors import InputError, TokbenchError
from tokbench.file_counts import count_files
from tokbench.report import COUNTS
from tokbench.report.count_sheets import DEFAULT_TOP, CountsView
from tokbench.text import printable
from tokbench.text_files import find

OVER = 1


def count(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH...",
            help="Text files, folders, quoted globs, or - for standard input.",
            show_default=options.STDIN_DEFAULT,
        ),
    ] = None,
    counters: options.Counters = None,
    model: options.Models = None,
    max_tokens: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Fail if a file has more tokens than this."),
    ] = None,
    top: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="Show this many files and folders.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = DEFAULT_TOP,
    depth: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Show no more than this many levels of folders.",
            show_default="all",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    output: options.CountsOutput = None,
    output_file: options.OutputFile = None,
    jobs: options.Jobs = None,
) -> int:
    """Count the tokens of text files, and of all text files in folders.

    In a git repository, a folder has the files that git tracks or does not ignore; elsewhere, those
    that are not hidden. The costliest come first; JSON and CSV have all of them.
    """
    check_writable(output_file)
    chosen = choose(options.split(counters, "--counter"), options.split(model, "--model"))
    found = find(paths or [options.standard_input("files or folders")])
    check_apart({"--output-file": output_file}, [file.path for file in found.files])
    for remark in found.notes:
        note(remark)
    with ProgressBar() as progress:
        counts = count_files(found, chosen, max_tokens, progress, jobs)
    faults = [file for file in counts.skipped if file.is_fault]
    if not counts.files:
        raise _nothing_counted(counts, faults, paths or ())
    to = Destination(options.output_of(output, output_file, COUNTS), output_file)
    to.write(COUNTS, CountsView(counts, top, depth))
    for fault in faults:
        note(str(_error(fault)))
    for file in counts.over:
        note(_over(counts, file))
    return _status(counts, faults)


def _nothing_counted(
    counts: Counts, faults: list[SkippedFile], paths: tuple[str, ...] | list[str]
) -> TokbenchError:
    """The error of a run without a count; that of other files has been reported."""
    if not faults:
        left_out = f" ({len(counts.skipped)} left out)" if counts.skipped else ""
        return InputError(f"no text files in it{left_out}", source=", ".join(map(printable, paths)))
    for fault in faults[:-1]:
        note(str(_error(fault)))
    return _error(faults[-1])


def _error(fault: SkippedFile) -> InputError:
    return InputError(fault.reason, source=printable(fault.path))


def _over(counts: Counts, file: FileCount) -> str:
    limit = counts.max_tokens or 0
    over = (
        f"{'~' if info.kind == 'estimate' else ''}{tokens:,} tokens by {info.name}"
        for info in counts.counters
        if (tokens := file.tokens[info.name] or 0) > limit
    )
    return f"{printable(file.path)}: {', '.join(over)}: over --max-tokens {limit}"


def _status(counts: Counts, faults: list[SkippedFile]) -> int:
    if faults:
        return USAGE
    if any(file.skipped_counters for file in counts.files):
        return COUNTER_FAILED
    return OVER if counts.over else FINE
