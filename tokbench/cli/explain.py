"""``tokbench explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from tokbench.advice import breakdown
from tokbench.cli import completion, options, sources
from tokbench.cli.output import Destination
from tokbench.cli.progress_bar import ProgressBar
from tokbench.counters import DEFAULT_COUNTER
from tokbench.report import SHEETS, breakdown_sheet


def explain(
    payload: options.Payload = None,
    format: Annotated[  # noqa: A002  the option's own name
        str | None,
        typer.Option(
            "-f",
            "--format",
            metavar="FORMAT",
            help="The format that the payload is sent in.",
            show_default="the cheapest lossless one of the default set",
            autocompletion=completion.formats,
        ),
    ] = None,
    counter: Annotated[
        str,
        typer.Option(
            "-c",
            "--counter",
            metavar="COUNTER",
            help="Count with this counter.",
            autocompletion=completion.counters,
        ),
    ] = DEFAULT_COUNTER,
    input_format: options.InputFormat = None,
    records: options.Records = None,
    strings: options.Strings = False,
    text: options.TextColumns = None,
    delimiter: options.Delimiter = None,
    no_header: options.NoHeader = False,
    encoding: options.Encoding = None,
    output: options.ListOutput = "table",
) -> None:
    """Show what each path of a payload costs, and what shortening its values would save."""
    source = payload or options.standard_input("a payload")
    reading = options.reading(input_format, records, strings, text, delimiter, no_header, encoding)
    with ProgressBar() as progress:
        read = sources.read(source, reading, progress)
        found = breakdown.of_payload(read, format, counter, progress=progress)
    Destination(output).write(SHEETS, [breakdown_sheet.sheet(found)])
