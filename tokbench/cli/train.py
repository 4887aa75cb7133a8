"""``tokbench train``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tokbench import bpe
from tokbench.bpe import insight
from tokbench.cli.output import ProgressBar, check_writable, write, write_file
from tokbench.readers import plain_text
from tokbench.report import training_summary


def train(
    corpus: Annotated[
        list[Path],
        typer.Argument(metavar="CORPUS...", help="Texts to learn from, or - for standard input."),
    ],
    merges: Annotated[int, typer.Option(metavar="N", min=0, help="The most merges to learn.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="Where the tokenizer goes.")
    ],
    pre_tokenizer: Annotated[
        str, typer.Option(metavar="NAME", help="How texts are cut into chunks first.")
    ] = "gpt2",
    min_count: Annotated[
        int, typer.Option(metavar="N", min=1, help="Stop when no pair stands so often.")
    ] = 2,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the merges there, one a line.")
    ] = None,
    held_out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A text to try the tokenizer on.")
    ] = None,
    words: Annotated[
        list[str] | None, typer.Option(metavar="WORD", help="Tell whether it became one token.")
    ] = None,
) -> None:
    """Train a byte-pair encoding on texts of your own; -c bpe:FILE then counts with it."""
    check_writable(output, "--output")
    check_writable(log, "--log")
    wanted = [word for value in words or () for word in value.split(",") if word]
    texts = [plain_text(path) for path in corpus]
    unseen = plain_text(held_out) if held_out else ""
    with ProgressBar() as progress:
        model = bpe.train(
            texts,
            merges,
            pre_tokenizer,
            min_count,
            progress=lambda done, total: progress(done, total, "merges"),
        )
    model.save(output)
    if log is not None:
        write_file(training_summary.merge_log(model) + "\n", log)
    report = insight.report(model, merges, texts, unseen, wanted)
    write(training_summary.summary(report))
