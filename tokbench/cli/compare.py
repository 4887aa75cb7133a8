"""``tokbench compare``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tokbench.cli import compare_options as own
from tokbench.cli import options, sources
from tokbench.cli.output import Destination, check_apart, check_writable, note
from tokbench.cli.progress_bar import ProgressBar
from tokbench.cli.status import COUNTER_FAILED, FINE, USAGE
from tokbench.counters import is_remote
from tokbench.errors import TokbenchError
from tokbench.framing import Framing, read_template
from tokbench.measure import processes_for
from tokbench.payload import Payload
from tokbench.pricing.columns import PriceOptions
from tokbench.progress import Progress
from tokbench.ranking import Bench
from tokbench.report import COMPARISON
from tokbench.result import ComparisonResult, PayloadResult


def compare(
    payloads: options.Payloads = None,
    formats: own.Formats = None,
    counters: options.Counters = None,
    model: options.Models = None,
    baseline: own.Baseline = None,
    input_format: options.InputFormat = None,
    records: options.Records = None,
    strings: options.Strings = False,
    text: options.TextColumns = None,
    delimiter: options.Delimiter = None,
    no_header: options.NoHeader = False,
    encoding: options.Encoding = None,
    fidelity: own.Fidelity = "auto",
    allow: own.Allow = "lossless",
    jobs: options.Jobs = None,
    embed: own.Embedded = None,
    wrap: own.Wrap = None,
    framing: own.ChatFraming = None,
    calls: own.Calls = None,
    price: own.Price = None,
    output_price: own.OutputPrice = None,
    prices: own.Prices = None,
    output_tokens: own.OutputTokens = False,
    output: options.ComparisonOutput = None,
    output_file: options.OutputFile = None,
    verbose: own.Verbose = False,
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
    reading = options.reading(input_format, records, strings, text, delimiter, no_header, encoding)
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
