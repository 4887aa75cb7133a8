"""``tokbench formats`` and ``tokbench counters``: what the registries hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from tokbench.cli import options
from tokbench.cli.output import sheets_as, write

_Output = Annotated[options.ListOutput, typer.Option("-o", "--output", help="How to write it.")]


def formats(output: _Output = "table") -> None:
    """List the formats, with what each can hold."""
    from tokbench.report import listing

    write(sheets_as(output, [listing.formats()], to_file=False))


def counters(output: _Output = "table") -> None:
    """List the counters, with their kind, where the vocabulary comes from, and the engines."""
    from tokbench.report import listing

    sheet = replace(listing.counters(), captions=(listing.engines(),))
    write(sheets_as(output, [sheet], to_file=False))
