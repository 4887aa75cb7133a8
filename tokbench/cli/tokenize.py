"""``tokbench tokenize``."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import Annotated, Literal

import typer

from tokbench.cli import options
from tokbench.cli.output import colour_is_wanted, note, write
from tokbench.counters import DEFAULT_COUNTER
from tokbench.counters.choice import names_and_models
from tokbench.counters.tokenized import tokenized
from tokbench.errors import UsageError
from tokbench.readers import plain_text
from tokbench.report import tokens
from tokbench.text import plural

_COMPARED = (DEFAULT_COUNTER, "cl100k_base", "bpe")


def tokenize(
    text: Annotated[
        str | None,
        typer.Argument(metavar="TEXT", help="A text, or - to read it from standard input."),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--file",
            metavar="PATH",
            help="Take the text of this file.",
            rich_help_panel=options.INPUT,
        ),
    ] = None,
    counters: options.Counters = None,
    model: options.Models = None,
    ids: Annotated[
        bool,
        typer.Option("--ids", help="Show the ids of the tokens.", rich_help_panel=options.OUTPUT),
    ] = False,
    pre_tokens: Annotated[
        bool,
        typer.Option(
            "--pre-tokens",
            "--chunks",
            help="Show the parts that the text is split into first.",
            rich_help_panel=options.OUTPUT,
        ),
    ] = False,
    compare: Annotated[
        bool,
        typer.Option(
            "--compare", help=f"Use {', '.join(_COMPARED)} where no counter or model is given."
        ),
    ] = False,
    output: Annotated[
        Literal["text", "json"],
        typer.Option(
            "-o", "--output", help="How to write the tokens.", rich_help_panel=options.OUTPUT
        ),
    ] = "text",
) -> None:
    """Show the tokens of a text.

    They have changing colours on a terminal, and | between them elsewhere. Where they have a line
    to themselves, their number is on standard error, so that a pipe gets the tokens alone.
    """
    given = _given(text, file)
    asked = options.split(counters, "--counter"), options.split(model, "--model")
    default = _COMPARED if compare else (DEFAULT_COUNTER,)
    names = names_and_models(*asked) or dict.fromkeys(default, ())
    for choice in chain.from_iterable(names.values()):
        if choice.kind == "assumed":
            note(f"model {choice.model}: {choice.basis}")
    views = [tokenized(given, name) for name in names]
    if output == "json":
        write(tokens.as_json(given, views, pre_tokens=pre_tokens))
        return
    style = tokens.Style(ids, pre_tokens, colour_is_wanted(sys.stdout))
    write(tokens.side_by_side(views, style) if len(views) > 1 else tokens.plain(views[0], style))
    if len(views) == 1 and not (ids or pre_tokens):  # the other lines begin with the number
        note(f"{plural(len(views[0].tokens), 'token')} by {views[0].counter}")


def _given(text: str | None, file: str | None) -> str:
    """The text of the argument or of the file, whichever was given.

    Raises:
        UsageError: Neither was, or both.
        InputError: The file, or standard input, cannot be read or is not text.
    """
    if (text is None) == (file is None):
        raise UsageError("give either a text or --file")
    if text is None or text == "-":
        return plain_text("-" if file is None else file)
    if _is_file(text):
        note(f"{text!r} is also the name of a file: for its content, use --file {quote(text)}")
    return text


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a text may be longer than any name, or hold a NUL
        return False
