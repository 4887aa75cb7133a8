"""``tokbench compare``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

import typer

from tokbench.cli import completion, options, sources
from tokbench.cli.output import Destination, check_apart, check_writable, note
from tokbench.cli.progress_bar import ProgressBar
from tokbench.cli.status import COUNTER_FAILED, FINE, USAGE
from tokbench.counters import is_remote
from tokbench.errors import TokbenchError
from tokbench.framing import Chat, Embed, Framing, read_template
from tokbench.measure import processes_for
from tokbench.payload import Payload
from tokbench.pricing.columns import PriceOptions
from tokbench.progress import Progress
from tokbench.ranking import Bench, FidelityMode
from tokbench.report import COMPARISON
from tokbench.result import AllowedVerdict, ComparisonResult, PayloadResult


def compare(
    payloads: options.Payloads = None,
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "-f",
            "--format",
            metavar="FORMAT",
            help="Compare this format, or all; use commas or repeat the option for several.",
            show_default="the default set",
            autocompletion=completion.formats_or_all,
        ),
    ] = None,
    counters: options.Counters = None,
    model: options.Models = None,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="The format that ratios and savings are relative to.",
            show_default="json-pretty; as-given for plain text",
            autocompletion=completion.formats_and_given,
        ),
    ] = None,
    input_format: options.InputFormat = None,
    records: options.Records = None,
    strings: options.Strings = False,
    text: options.TextColumns = None,
    fidelity: Annotated[
        FidelityMode,
        typer.Option(
            help="Read renderings back in full, or not; auto reads a part of tables over 2 MB.",
            rich_help_panel=options.FIDELITY,
        ),
    ] = "auto",
    allow: Annotated[
        AllowedVerdict,
        typer.Option(
            help="Let the best format be ambiguous (the same places, another kind), or even lossy.",
            rich_help_panel=options.FIDELITY,
        ),
    ] = "lossless",
    jobs: options.Jobs = None,
    embed: Annotated[
        Embed | None,
        typer.Option(
            help="Count each rendering as a JSON string, with its quotes and escapes.",
            rich_help_panel=options.FRAMING,
        ),
    ] = None,
    wrap: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Count the prompt in this file, with each rendering in place of {payload}.",
            rich_help_panel=options.FRAMING,
        ),
    ] = None,
    framing: Annotated[
        Chat | None,
        typer.Option(
            help="Add the tokens that a chat message takes besides its text.",
            rich_help_panel=options.FRAMING,
        ),
    ] = None,
    calls: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Show what this many calls cost, in US dollars.",
            show_default="1, where there is a price",
            rich_help_panel=options.PRICES,
        ),
    ] = None,
    price: Annotated[
        str | None,
        typer.Option(
            metavar="P",
            help="The price of a million input tokens, in US dollars.",
            show_default="that of each --model",
            rich_help_panel=options.PRICES,
        ),
    ] = None,
    output_price: Annotated[
        str | None,
        typer.Option(
            metavar="P",
            help="The price of a million output tokens, in US dollars.",
            rich_help_panel=options.PRICES,
        ),
    ] = None,
    prices: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Take the prices of models from this TOML or JSON file.",
            show_default="those of the package genai-prices",
            rich_help_panel=options.PRICES,
        ),
    ] = None,
    output_tokens: Annotated[
        bool,
        typer.Option(
            "--output-tokens",
            help="Price renderings as output tokens, as if the model wrote them.",
            rich_help_panel=options.PRICES,
        ),
    ] = False,
    output: options.ComparisonOutput = None,
    output_file: options.OutputFile = None,
    verbose: Annotated[
        bool,
        typer.Option(
            "-v",
            "--verbose",
            help="Show every format of each of several payloads.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = False,
) -> int:
    """Show what payloads cost in tokens in every format, against a baseline."""
    check_writable(output_file)
    counter_names = options.split(counters, "--counter")
    models = options.split(model, "--model")
    costs = PriceOptions(calls, price, output_price, prices, output_tokens)
    bench = Bench.of(
        options.split(formats, "--format") or ["default"],
        counter_names,
        baseline,
        models=models,
        fidelity=fidelity,
        allow=allow,
        framing=Framing(embed, read_template(wrap) if wrap else None, framing),
        prices=costs.columns(counter_names, models),
    )
    found = sources.expand(payloads or [options.standard_input("a payload")])
    inputs = [source for source in found if isinstance(source, str)]
    check_apart({"--output-file": output_file}, [*inputs, *_other_inputs(bench, wrap, prices)])
    reading = options.reading(input_format, records, strings, text)
    with ProgressBar() as progress:
        read = sources.read_each(found, reading, progress, parsed=bench.needs_data)
        faults = [each.error for each in read if isinstance(each, sources.Unread)]
        comparison = _run(bench, read, progress, jobs) if len(faults) < len(read) else None
    if comparison is None:
        raise _last(faults)
    to = Destination(options.output_of(output, output_file, COMPARISON), output_file)
    to.write(COMPARISON, comparison, details=verbose)
    for fault in faults:
        note(str(fault))
    rows = (row for payload in comparison.payloads for row in payload.rows)
    failed = any(row.skipped_counters for row in rows)
    return USAGE if faults else COUNTER_FAILED if failed else FINE


def _last(faults: Sequence[TokbenchError]) -> TokbenchError:
    """The last of some errors; the others are reported."""
    for fault in faults[:-1]:
        note(str(fault))
    return faults[-1]


def _run(
    bench: Bench,
    read: Sequence[Payload | sources.Unread],
    progress: Progress,
    jobs: int | None,
) -> ComparisonResult:
    """The comparison of what could be read, with the rest in its place."""
    payloads = [each for each in read if isinstance(each, Payload)]
    processes = jobs or processes_for(sum(payload.size or 0 for payload in payloads))
    comparison = bench.run(payloads, progress, processes)
    results = iter(comparison.payloads)
    return replace(
        comparison,
        payloads=tuple(
            next(results)
            if isinstance(each, Payload)
            else PayloadResult(each.name, error=str(each.error))
            for each in read
        ),
    )


def _other_inputs(bench: Bench, *paths: str | None) -> Iterator[str]:
    """The files that are read besides payloads: those of options, and those of tokenizers."""
    yield from filter(None, paths)
    for counter in bench.counters:
        if not is_remote(counter):
            yield counter.info.name.partition(":")[2]
