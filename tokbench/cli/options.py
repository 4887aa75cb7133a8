"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import typer

from tokbench import payload, readers

Output = Literal["table", "markdown", "json", "csv"]
ListOutput = Literal["table", "markdown", "csv"]

Counters = Annotated[
    list[str] | None,
    typer.Option(
        "-c", "--counter", metavar="COUNTER", help="Counters to count with; repeats, takes commas."
    ),
]
Models = Annotated[
    list[str] | None,
    typer.Option("--model", metavar="MODEL", help="Count as this model does; repeats."),
]
InputFormat = Annotated[
    str | None,
    typer.Option(
        "--input-format",
        metavar="NAME",
        help="Read the payload as this notation, whatever its name.",
    ),
]
Records = Annotated[
    str | None,
    typer.Option(
        "--records", metavar="PATH", help="Take only what stands there, such as data.items."
    ),
]
Strings = Annotated[
    bool, typer.Option("--strings", help="Keep every cell of CSV, TSV and Excel text.")
]
Payload = Annotated[str, typer.Argument(metavar="PAYLOAD", help="A file, or - for standard input.")]
Payloads = Annotated[
    list[str], typer.Argument(metavar="PAYLOAD...", help="Files, or - for standard input.")
]
OutputFile = Annotated[
    Path | None,
    typer.Option("--output-file", metavar="FILE", help="Write there, whole or not at all."),
]


def split(values: Iterable[str] | None) -> list[str]:
    """Values of an option that repeats and takes commas."""
    return [name for value in values or () for name in value.split(",") if name]


def read(
    source: str, input_format: str | None, records: str | None, strings: bool
) -> payload.Payload:
    """A payload, as the options say that it is read."""
    return readers.read(source, input_format=input_format, records=records, strings=strings)
