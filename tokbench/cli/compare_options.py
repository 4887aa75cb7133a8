"""Options that only ``tokbench compare`` has."""

from __future__ import annotations

from typing import Annotated

import typer

from tokbench.cli import completion, options
from tokbench.framing import Chat, Embed
from tokbench.ranking import FidelityMode
from tokbench.result import AllowedVerdict

Formats = Annotated[
    list[str] | None,
    typer.Option(
        "-f",
        "--format",
        metavar="FORMAT",
        help="Compare this format, or all; use commas or repeat the option for several.",
        show_default="the default set",
        autocompletion=completion.formats_or_all,
    ),
]
Baseline = Annotated[
    str | None,
    typer.Option(
        metavar="FORMAT",
        help="The format that ratios and savings are relative to.",
        show_default="json-pretty; as-given for plain text",
        autocompletion=completion.formats_and_given,
    ),
]
Fidelity = Annotated[
    FidelityMode,
    typer.Option(
        help="Read renderings back in full, or not; auto reads a part of tables over 2 MB.",
        rich_help_panel=options.FIDELITY,
    ),
]
Allow = Annotated[
    AllowedVerdict,
    typer.Option(
        help="Let the best format be ambiguous (the same places, another kind), or even lossy.",
        rich_help_panel=options.FIDELITY,
    ),
]
Embedded = Annotated[
    Embed | None,
    typer.Option(
        help="Count each rendering as a JSON string, with its quotes and escapes.",
        rich_help_panel=options.FRAMING,
    ),
]
Wrap = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Count the prompt in this file, with each rendering in place of {payload}.",
        rich_help_panel=options.FRAMING,
    ),
]
ChatFraming = Annotated[
    Chat | None,
    typer.Option(
        help="Add the tokens that a chat message takes besides its text.",
        rich_help_panel=options.FRAMING,
    ),
]
Calls = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Show what this many calls cost, in US dollars.",
        show_default="1, where there is a price",
        rich_help_panel=options.PRICES,
    ),
]
Price = Annotated[
    str | None,
    typer.Option(
        metavar="P",
        help="The price of a million input tokens, in US dollars.",
        show_default="that of each --model",
        rich_help_panel=options.PRICES,
    ),
]
OutputPrice = Annotated[
    str | None,
    typer.Option(
        metavar="P",
        help="The price of a million output tokens, in US dollars.",
        rich_help_panel=options.PRICES,
    ),
]
Prices = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Take the prices of models from this TOML or JSON file.",
        show_default="those of the package genai-prices",
        rich_help_panel=options.PRICES,
    ),
]
OutputTokens = Annotated[
    bool,
    typer.Option(
        "--output-tokens",
        help="Price renderings as output tokens, as if the model wrote them.",
        rich_help_panel=options.PRICES,
    ),
]
Verbose = Annotated[
    bool,
    typer.Option(
        "-v",
        "--verbose",
        help="Show every format of each of several payloads.",
        rich_help_panel=options.OUTPUT,
    ),
]
