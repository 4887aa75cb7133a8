"""``tokbench render``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tokbench import serializers
from tokbench.cli import completion, options, sources
from tokbench.cli.output import on_terminal, write_exactly
from tokbench.cli.progress_bar import ProgressBar
from tokbench.measure import measure_one
from tokbench.result import AS_GIVEN
from tokbench.watch import Piece


def render(
    format: Annotated[  # noqa: A002  the option's own name
        str,
        typer.Option(
            "-f",
            "--format",
            metavar="FORMAT",
            help="The format to write the payload in.",
            autocompletion=completion.formats_and_given,
        ),
    ],
    payload: options.Payload = None,
    input_format: options.InputFormat = None,
    records: options.Records = None,
    strings: options.Strings = False,
    text: options.TextColumns = None,
    delimiter: options.Delimiter = None,
    no_header: options.NoHeader = False,
    encoding: options.Encoding = None,
) -> None:
    """Print a payload in one format.

    The text is what compare counts, byte for byte; a final newline is added on a terminal only.
    """
    form = serializers.get(format)
    source = payload or options.standard_input("a payload")
    reading = options.reading(input_format, records, strings, text, delimiter, no_header, encoding)
    with ProgressBar() as progress:
        read = sources.read(source, reading, progress, parsed=form.name != AS_GIVEN)
        piece = Piece(f"{read.name} as {form.name}", read.size or 0)
        rendering = measure_one(lambda: serializers.rendered(read, form), piece, progress)
    write_exactly(f"{rendering}\n" if on_terminal(sys.stdout) else rendering)
