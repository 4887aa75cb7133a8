"""The page of all commands, from their own help."""

from __future__ import annotations

import typer
from typer.main import get_group

from tokbench.cli import app

WIDTH = 100

HEAD = """\
# The command line

Every command with its options, as `tokbench COMMAND --help` lists them. This page is made by \
`python reports/build.py cli`; CI compares it with the commands.

Names of files, formats and counters are case-sensitive. Results go to standard output or to the \
file that is named; notes, progress and errors go to standard error.
"""


def build() -> str:
    """The page, without a final newline."""
    made = app.build()
    made.rich_markup_mode = None  # plain text, whatever the terminal and its colours are
    group = get_group(made)
    settings = group.context_settings
    context = typer.Context(group, info_name="tokbench", terminal_width=WIDTH, **settings)
    parts = [HEAD, _block(group.get_help(context))]
    for name, command in group.commands.items():
        own = typer.Context(command, info_name=name, parent=context, terminal_width=WIDTH)
        parts.append(f"\n## {name}\n\n{_block(command.get_help(own))}")
    return "\n".join(parts)


def _block(text: str) -> str:
    return f"```text\n{text}\n```"
