"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tokbench import payload, report
from tokbench.errors import CannotRender, UsageError
from tokbench.readers import ReadOptions
from tokbench.serializers import Format

if TYPE_CHECKING:
    _Comparison = str
    _Sheets = str
    _Check = str
    _Counts = str
else:  # typer offers, and takes, the values of a Literal
    _Comparison, _Sheets, _Check, _Counts = (
        Literal[report.names(subject)]
        for subject in (report.COMPARISON, report.SHEETS, report.CHECK, report.COUNTS)
    )

ComparisonOutput = Annotated[
    _Comparison, typer.Option("-o", "--output", help="How to write the result.")
]
ListOutput = Annotated[_Sheets, typer.Option("-o", "--output", help="How to write the list.")]
CountsOutput = Annotated[_Counts, typer.Option("-o", "--output", help="How to write the counts.")]
CheckOutput = Annotated[
    _Check | None,
    typer.Option(
        "-o",
        "--output",
        help="How to write the report.",
        show_default="github in GitHub Actions, elsewhere table",
    ),
]

Counters = Annotated[
    list[str] | None,
    typer.Option(
        "-c",
        "--counter",
        metavar="COUNTER",
        help="Count with this counter; use commas or repeat the option for several.",
        show_default="o200k_base",
    ),
]
Models = Annotated[
    list[str] | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        help="Count with the counter of this model; use commas or repeat the option for several.",
    ),
]
InputFormat = Annotated[
    str | None,
    typer.Option(
        "--input-format",
        metavar="NAME",
        help="Read payloads as this notation, not as the one that their names or contents say.",
    ),
]
Records = Annotated[
    str | None,
    typer.Option(
        "--records",
        metavar="PATH",
        help="Use only the part of a payload at this path, such as data.items.",
    ),
]
Strings = Annotated[
    bool, typer.Option("--strings", help="Read every cell of CSV, TSV and Excel files as text.")
]
TextColumns = Annotated[
    list[str] | None,
    typer.Option(
        "--text",
        metavar="COLUMN",
        help="Read the cells of this column of CSV, TSV and Excel files as text; use commas or "
        "repeat the option for several.",
    ),
]
Payload = Annotated[str, typer.Argument(metavar="PAYLOAD", help="A file, or - for standard input.")]
Payloads = Annotated[
    list[str],
    typer.Argument(
        metavar="PAYLOAD...", help="Files, folders, quoted globs, or - for standard input."
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Measure with this many processes.",
        show_default="one for small payloads, else one a processor",
    ),
]
OutputFile = Annotated[
    Path | None,
    typer.Option(
        "--output-file", metavar="FILE", help="Write to this file instead of standard output."
    ),
]


def split(values: Iterable[str] | None, option: str) -> list[str]:
    """The names of an option that may be repeated and take commas.

    Raises:
        UsageError: The option was given without a name, such as by a variable that is not set.
    """
    given = [name.strip() for value in values or () for name in value.split(",")]
    if given and not any(given):
        raise UsageError(f"{option} was given no name", hint="name one, or leave it out")
    return [name for name in given if name]


def reading(
    input_format: str | None, records: str | None, strings: bool, text: list[str] | None
) -> ReadOptions:
    """The options of reading, as the command line gives them.

    Raises:
        UsageError: ``--text`` was given without a name.
    """
    return ReadOptions(input_format, records, strings, tuple(split(text, "--text")))


def rendered(read: payload.Payload, form: Format) -> str:
    """A payload in the format that a command was given.

    Raises:
        CannotRender: The format cannot hold the payload; the message names both.
    """
    try:
        return form.rendering(read)
    except CannotRender as reason:
        why = f"{form.name} cannot hold it: {reason.reason}"
        raise CannotRender(why, place=read.name, hint=reason.hint) from None
