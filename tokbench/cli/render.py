"""``tokbench render``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tokbench import serializers
from tokbench.cli import options
from tokbench.cli.output import on_terminal, write_exactly


def render(
    payload: options.Payload,
    format: Annotated[  # noqa: A002  the option's own name
        str, typer.Option("-f", "--format", metavar="FORMAT", help="The format to render in.")
    ],
    input_format: options.InputFormat = None,
    records: options.Records = None,
    strings: options.Strings = False,
) -> None:
    """Print one rendering, byte for byte what is counted: no newline is added off a terminal."""
    text = options.rendered(
        options.read(payload, input_format, records, strings), serializers.get(format)
    )
    write_exactly(f"{text}\n" if on_terminal(sys.stdout) else text)
