"""``tokbench explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from tokbench import readers, serializers
from tokbench.advice.ablation import Ablation
from tokbench.advice.breakdown import breakdown
from tokbench.cli import completion, options
from tokbench.cli.output import Destination
from tokbench.counters import DEFAULT_COUNTER
from tokbench.counters.choice import choose_one
from tokbench.errors import CannotRender, UsageError
from tokbench.payload import Payload
from tokbench.ranking import Bench
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
    output: options.ListOutput = "table",
) -> None:
    """Show what each path of a payload costs, and what shortening its values would save."""
    source = payload or options.standard_input("a payload")
    read = readers.read(source, options.reading(input_format, records, strings, text))
    if read.is_text:
        hint = "--input-format says what data it holds; tokbench count counts it"
        raise CannotRender("plain text has no fields to explain", place=read.name, hint=hint)
    form = serializers.get(format or _best(read, counter))
    options.rendered(read, form)  # says why, where the format cannot hold the payload at all
    counting = choose_one(counter)
    found = breakdown(Ablation(read, form, counting))
    Destination(output).write(
        SHEETS, [breakdown_sheet.sheet(read.name, form.name, counting.info, found)]
    )


def _best(payload: Payload, counter: str) -> str:
    """The name of the cheapest lossless format.

    Raises:
        UsageError: There is none, such as by an estimate.
    """
    (result,) = Bench.of(counters=[counter]).run([payload]).payloads
    if not result.best:
        reason = f"no format is the best one by {counter}"
        raise UsageError(reason, place=payload.name, hint="name one with --format")
    return next(iter(result.best.values())).format
