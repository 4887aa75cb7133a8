"""``tokbench train``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokbench import bpe
from tokbench.bpe.evaluation import evaluate
from tokbench.cli import completion, options
from tokbench.cli.output import check_apart, check_writable, write, write_file
from tokbench.cli.progress_bar import ProgressBar
from tokbench.readers import plain_text
from tokbench.report import training_summary


def train(
    corpus: Annotated[
        list[Path],
        typer.Argument(
            metavar="CORPUS...", help="Text files to learn from, or - for standard input."
        ),
    ],
    merges: Annotated[
        int, typer.Option(metavar="N", min=0, help="Learn at most this many merges.")
    ],
    output_file: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output-file",
            "--output",
            metavar="FILE",
            help="Write the tokenizer here.",
            rich_help_panel=options.OUTPUT,
        ),
    ],
    pre_tokenizer: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="How texts are split into pre-tokens first.",
            autocompletion=completion.pre_tokenizers,
        ),
    ] = "gpt2",
    min_count: Annotated[
        int, typer.Option(metavar="N", min=1, help="Stop when no pair occurs this many times.")
    ] = 2,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also write the merges to this file, one a line.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    held_out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Measure the tokenizer on this text file.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WORD",
            help="Show the tokens of this word; use commas or repeat the option for several.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
) -> None:
    """Train a byte-pair encoding on your own texts.

    Other commands count with it as -c bpe:FILE.
    """
    check_writable(output_file)
    check_writable(log, "--log")
    inputs = [*corpus, *([held_out] if held_out else [])]
    check_apart({"--output-file": output_file, "--log": log}, inputs)
    wanted = [word for value in words or () for word in value.split(",") if word]
    texts = [plain_text(path) for path in corpus]
    unseen = plain_text(held_out) if held_out else ""
    with ProgressBar() as progress:
        model = bpe.train(
            texts,
            merges,
            pre_tokenizer,
            min_count,
            progress=lambda done, total: progress(done, total, "learning", "merges"),
        )
    model.save(output_file)
    if log is not None:
        write_file(training_summary.merge_log(model) + "\n", log)
    evaluation = evaluate(model, merges, texts, unseen, wanted)
    write(training_summary.summary(evaluation))
