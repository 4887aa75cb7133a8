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
    from tokbench.report import registry_sheets

    write(sheets_as(output, [registry_sheets.formats()], to_file=False))


def counters(output: _Output = "table") -> None:
    """List the counters, with their kind, where the vocabulary comes from, and the engines."""
    from tokbench.report import registry_sheets

    sheet = replace(registry_sheets.counters(), captions=(registry_sheets.engines(),))
    write(sheets_as(output, [sheet], to_file=False))
