"""The page of all commands, from their own help."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

import typer
from typer import rich_utils
from typer.main import get_group

from tokbench.cli import app

WIDTH = 100

HEAD = """\
# The command line

Every command with its options, as `tokbench COMMAND --help` lists them. This page is made by \
`python reports/build.py cli`; CI compares it with the commands.

Names of files, formats and counters are case-sensitive. Results go to standard output or to the \
file that is named; notes, progress and errors go to standard error. Progress is shown on a \
terminal only, and not where TERM is dumb.
"""


def build() -> str:
    """The page, without a final newline."""
    # Plain text of one width, whatever the terminal and its colours are.
    rich_utils.MAX_WIDTH, rich_utils.COLOR_SYSTEM, rich_utils.FORCE_TERMINAL = WIDTH, None, False
    group = get_group(app.build())
    context = typer.Context(group, info_name="tokbench", **group.context_settings)
    parts = [HEAD, _block(_help(group.get_help, context))]
    for name, command in group.commands.items():
        own = typer.Context(command, info_name=name, parent=context)
        parts.append(f"\n## {name}\n\n{_block(_help(command.get_help, own))}")
    return "\n".join(parts)


def _help(get_help: Callable[[typer.Context], str], context: typer.Context) -> str:
    printed = StringIO()
    with redirect_stdout(printed):
        get_help(context)
    return "\n".join(line.rstrip() for line in printed.getvalue().splitlines()).strip("\n")


def _block(text: str) -> str:
    return f"```text\n{text}\n```"
