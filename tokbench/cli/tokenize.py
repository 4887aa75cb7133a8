"""``tokbench tokenize`` and ``tokbench train``: tokenizers laid open, and one of one's own."""

from __future__ import annotations

import os
import shlex
import sys
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

import typer

from tokbench.cli import options
from tokbench.cli.output import ProgressBar, check_writable, note, on_terminal, write, write_file
from tokbench.counters import DEFAULT_COUNTER, PieceCounter
from tokbench.counters.choice import choose_one, names_and_models
from tokbench.errors import UsageError
from tokbench.readers import plain_text
from tokbench.report import tokens

_SIDE_BY_SIDE = (DEFAULT_COUNTER, "cl100k_base", "bpe")


def tokenize(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="A text, or - to read it from standard input.")
    ],
    counters: options.Counters = None,
    model: options.Models = None,
    ids: Annotated[bool, typer.Option("--ids", help="Show the id of every token.")] = False,
    chunks: Annotated[
        bool, typer.Option("--chunks", help="Show the chunks that no token crosses.")
    ] = False,
    compare: Annotated[
        bool, typer.Option("--compare", help="Lay several tokenizers side by side.")
    ] = False,
    output: Annotated[
        Literal["text", "json"], typer.Option("-o", "--output", help="How to write the tokens.")
    ] = "text",
) -> None:
    """Show the tokens of a text: in colours on a terminal, with | between them elsewhere."""
    given = plain_text(text) if text == "-" else text
    if text != "-" and _is_file(text):
        note(f"the text {text!r} is a file's name too: - < {shlex.quote(text)} reads its content")
    asked = options.split(counters, "--counter"), options.split(model, "--model")
    default = _SIDE_BY_SIDE if compare else (DEFAULT_COUNTER,)
    names = names_and_models(*asked) or dict.fromkeys(default, ())
    for choice in chain.from_iterable(names.values()):
        if choice.kind == "assumed":
            note(f"model {choice.model}: {choice.basis}")
    views = [_tokenized(name, given) for name in names]
    if output == "json":
        write(tokens.as_json(given, views, chunks=chunks))
        return
    colour = on_terminal(sys.stdout) and "NO_COLOR" not in os.environ
    if len(views) > 1:
        write(tokens.side_by_side(views, ids=ids, chunks=chunks, colour=colour))
    else:
        write(tokens.plain(views[0], ids=ids, chunks=chunks, colour=colour))


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
    from tokbench import bpe
    from tokbench.bpe import insight
    from tokbench.report import training_summary

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


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a text may be longer than any name, or hold a NUL
        return False


def _tokenized(name: str, text: str) -> tokens.Tokenized:
    counter = choose_one(name)
    if not isinstance(counter, PieceCounter):
        raise UsageError(f"the counter {name!r} has no tokens to show: it only counts")
    return tokens.Tokenized(name, counter.pieces(text), counter.chunks(text))
