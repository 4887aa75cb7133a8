"""``tokbench formats`` and ``tokbench counters``: what the registries hold."""

from __future__ import annotations

from tokbench.cli import options
from tokbench.cli.output import Destination
from tokbench.report import SHEETS, registry_sheets


def formats(output: options.ListOutput = "table") -> None:
    """List the formats and what each can hold."""
    Destination(output).write(SHEETS, [registry_sheets.formats()])


def counters(output: options.ListOutput = "table") -> None:
    """List the counters, how exact they are, and where their vocabularies come from."""
    sheet = registry_sheets.counters()._replace(captions=(registry_sheets.engines(),))
    Destination(output).write(SHEETS, [sheet])
