"""``tokbench explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from tokbench import readers, serializers
from tokbench.advice.ablation import Ablation
from tokbench.advice.breakdown import breakdown
from tokbench.cli import options
from tokbench.cli.output import Destination
from tokbench.counters import DEFAULT_COUNTER
from tokbench.counters.choice import choose_one
from tokbench.errors import CannotRender
from tokbench.report import SHEETS, breakdown_sheet


def explain(
    payload: options.Payload,
    format: Annotated[  # noqa: A002  the option's own name
        str,
        typer.Option(
            "-f", "--format", metavar="FORMAT", help="The format that the payload is sent in."
        ),
    ],
    counter: Annotated[
        str, typer.Option("-c", "--counter", metavar="COUNTER", help="Count with this counter.")
    ] = DEFAULT_COUNTER,
    output: options.ListOutput = "table",
    input_format: options.InputFormat = None,
    records: options.Records = None,
    strings: options.Strings = False,
    text: options.TextColumns = None,
) -> None:
    """Show what each path of a payload costs, and what shortening its values would save."""
    read = readers.read(payload, options.reading(input_format, records, strings, text))
    form = serializers.get(format)
    if read.is_text:
        hint = "--input-format says what data it holds; tokbench count counts it"
        raise CannotRender("plain text has no fields to explain", place=read.name, hint=hint)
    options.rendered(read, form)  # says why, where the format cannot hold the payload at all
    counting = choose_one(counter)
    found = breakdown(Ablation(read, form, counting))
    Destination(output).write(
        SHEETS, [breakdown_sheet.sheet(read.name, form.name, counting.info, found)]
    )
