"""Options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tokbench import report
from tokbench.arguments import names_in
from tokbench.cli import completion
from tokbench.cli.output import on_terminal
from tokbench.errors import UsageError
from tokbench.readers import ReadOptions

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

INPUT, FIDELITY, FRAMING, PRICES, OUTPUT = "Input", "Fidelity", "Framing", "Prices", "Output"
"""The groups of options in the help, but for that of what a command itself is about."""

_BY_FILE = "as the suffix of --output-file says, else table"


def _output(what: str, subject: report.Subject[Any], default: str | bool = _BY_FILE) -> Any:
    """The option that says how a result is written."""
    return typer.Option(
        "-o",
        "--output",
        metavar="OUTPUT",
        help=f"How to write the {what}: {', '.join(report.names(subject))}.",
        show_default=default,
        rich_help_panel=OUTPUT,
    )


ComparisonOutput = Annotated[_Comparison | None, _output("result", report.COMPARISON)]
ListOutput = Annotated[_Sheets, _output("list", report.SHEETS, default=True)]
CountsOutput = Annotated[_Counts | None, _output("counts", report.COUNTS)]
CheckOutput = Annotated[
    _Check | None,
    _output("report", report.CHECK, f"{_BY_FILE}, or github in GitHub Actions"),
]

Counters = Annotated[
    list[str] | None,
    typer.Option(
        "-c",
        "--counter",
        metavar="COUNTER",
        help="Count with this counter; use commas or repeat the option for several.",
        show_default="o200k_base",
        autocompletion=completion.counters,
    ),
]
Models = Annotated[
    list[str] | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        help="Count with the counter of this model; use commas or repeat the option for several.",
        autocompletion=completion.models,
    ),
]
InputFormat = Annotated[
    str | None,
    typer.Option(
        "--input-format",
        metavar="NAME",
        help="Read payloads as this notation.",
        show_default="what their names or contents say",
        autocompletion=completion.notations,
        rich_help_panel=INPUT,
    ),
]
Records = Annotated[
    str | None,
    typer.Option(
        "--records",
        metavar="PATH",
        help="Use only the part of a payload at this path, such as data.items.",
        show_default="all of it",
        rich_help_panel=INPUT,
    ),
]
Strings = Annotated[
    bool,
    typer.Option(
        "--strings",
        help="Read every cell of CSV, TSV and Excel files as text.",
        rich_help_panel=INPUT,
    ),
]
TextColumns = Annotated[
    list[str] | None,
    typer.Option(
        "--text",
        metavar="COLUMN",
        help="Read the cells of this column of CSV, TSV and Excel files as text; use commas or "
        "repeat the option for several.",
        rich_help_panel=INPUT,
    ),
]
Delimiter = Annotated[
    str | None,
    typer.Option(
        metavar="CHARACTER",
        help="What separates the cells of CSV files: a character, or tab.",
        show_default="what most rows agree on",
        rich_help_panel=INPUT,
    ),
]
NoHeader = Annotated[
    bool,
    typer.Option(
        "--no-header",
        help="Take the first row of CSV and TSV files as a record, and number the columns.",
        rich_help_panel=INPUT,
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="How the text of the files is encoded, such as cp1252.",
        show_default="UTF-8, or what the byte-order mark says",
        rich_help_panel=INPUT,
    ),
]
STDIN_DEFAULT = "standard input, where it is no terminal"
Payload = Annotated[
    str | None,
    typer.Argument(
        metavar="PAYLOAD", help="A file, or - for standard input.", show_default=STDIN_DEFAULT
    ),
]
Payloads = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PAYLOAD...",
        help="Files, folders, quoted globs, or - for standard input.",
        show_default=STDIN_DEFAULT,
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
        "--output-file",
        metavar="FILE",
        help="Write to this file instead of standard output.",
        rich_help_panel=OUTPUT,
    ),
]


def standard_input(what: str) -> str:
    """``-``, the name of standard input, for a command that was given no file.

    Raises:
        UsageError: Standard input is a terminal; ``what`` says what to name instead.
    """
    if on_terminal(sys.stdin):
        raise UsageError("nothing to read", hint=f"name {what}, or pipe it in")
    return "-"


def output_of(
    given: str | None, file: Path | None, subject: report.Subject[Any], otherwise: str = "table"
) -> str:
    """The output that was asked for: by its name, else by the suffix of the file."""
    return given or (file and report.of_suffix(file.suffix, subject)) or otherwise


def split(values: Iterable[str] | None, option: str) -> list[str]:
    """The names of an option that may be repeated and take commas.

    Raises:
        UsageError: The option was given without a name, such as by a variable that is not set.
    """
    given = [name.strip() for value in values or () for name in names_in(value)]
    if given and not any(given):
        raise UsageError(f"{option} was given no name", hint="name one, or leave it out")
    return [name for name in given if name]


def reading(
    input_format: str | None,
    records: str | None,
    strings: bool,
    text: list[str] | None,
    delimiter: str | None,
    no_header: bool,
    encoding: str | None,
) -> ReadOptions:
    """The options of reading, as the command line gives them.

    Raises:
        UsageError: ``--text`` was given without a name.
    """
    columns = tuple(split(text, "--text"))
    return ReadOptions(input_format, records, strings, columns, delimiter, no_header, encoding)
