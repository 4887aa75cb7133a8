"""``tokbench compare``."""

from __future__ import annotations

from typing import Annotated

import typer

from tokbench.cli import options, price_options
from tokbench.cli.output import Destination, ProgressBar, check_writable
from tokbench.cli.status import COUNTER_FAILED, FINE
from tokbench.framing import Chat, Embed, Framing, read_template
from tokbench.measure import processes_for
from tokbench.ranking import DEFAULT_BASELINE, Bench, FidelityMode
from tokbench.readers import ReadOptions
from tokbench.report import COMPARISON


def compare(
    payloads: options.Payloads,
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "-f",
            "--format",
            metavar="FORMAT",
            help="Compare this format, or all; use commas or repeat the option for several.",
            show_default="the default set",
        ),
    ] = None,
    counters: options.Counters = None,
    model: options.Models = None,
    baseline: Annotated[
        str,
        typer.Option(metavar="FORMAT", help="The format that ratios and savings are relative to."),
    ] = DEFAULT_BASELINE,
    output: options.ComparisonOutput = "table",
    output_file: options.OutputFile = None,
    input_format: options.InputFormat = None,
    records: options.Records = None,
    strings: options.Strings = False,
    fidelity: Annotated[
        FidelityMode,
        typer.Option(help="Whether to read renderings back: auto does for payloads up to 2 MB."),
    ] = "auto",
    allow_lossy: Annotated[
        bool, typer.Option("--allow-lossy", help="Let a format that loses data be the best.")
    ] = False,
    jobs: options.Jobs = None,
    embed: Annotated[
        Embed | None,
        typer.Option(help="Count each rendering as a JSON string, with its quotes and escapes."),
    ] = None,
    wrap: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Count the prompt in this file, with each rendering in place of {payload}.",
        ),
    ] = None,
    framing: Annotated[
        Chat | None, typer.Option(help="Add the tokens that a chat message takes besides its text.")
    ] = None,
    calls: price_options.Calls = None,
    price: price_options.InputPrice = None,
    output_price: price_options.OutputPrice = None,
    prices: price_options.PricesFile = None,
    output_tokens: price_options.OutputTokens = False,
) -> int:
    """Show what payloads cost in tokens in every format, against a baseline."""
    check_writable(output_file)
    counter_names = options.split(counters, "--counter")
    models = options.split(model, "--model")
    costs = price_options.PricingOptions(calls, price, output_price, prices, output_tokens)
    bench = Bench.of(
        options.split(formats, "--format") or ["default"],
        counter_names,
        baseline,
        models=models,
        fidelity=fidelity,
        allow_lossy=allow_lossy,
        framing=Framing(embed, read_template(wrap) if wrap else None, framing),
        prices=costs.columns(counter_names, models),
    )
    read = options.read_all(payloads, ReadOptions(input_format, records, strings))
    with ProgressBar() as progress:
        processes = jobs or processes_for(sum(payload.size or 0 for payload in read))
        comparison = bench.run(read, progress, processes)
    Destination(output, output_file).write(COMPARISON, comparison)
    rows = (row for payload in comparison.payloads for row in payload.rows)
    return COUNTER_FAILED if any(row.skipped_counters for row in rows) else FINE
