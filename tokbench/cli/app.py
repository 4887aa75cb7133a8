"""The commands, and how a run of one ends."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated

import typer

from tokbench.cli import output
from tokbench.cli.examples import epilog
from tokbench.cli.status import COUNTER_FAILED, FINE, INTERRUPTED, USAGE
from tokbench.errors import CounterError, TokbenchError, options_spelled_for
from tokbench.version import __version__

COMMANDS = {
    "compare": "compare",
    "render": "render",
    "check": "check",
    "explain": "explain",
    "count": "count",
    "tokenize": "tokenize",
    "train": "train",
    "formats": "listing",
    "counters": "listing",
}
"""Every command with the module of this package that holds it, in the order of the help."""


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tokbench {__version__}")
        raise typer.Exit


def _tokbench(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    """What your data costs in LLM tokens, in every format you could send it in."""


def build(commands: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with some commands, or with all of them."""
    made = typer.Typer(
        name="tokbench",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_tokbench)
    for name in commands:
        module = import_module(f"tokbench.cli.{COMMANDS[name]}")
        made.command(name, epilog=epilog(name))(getattr(module, name))
    return made


def run(arguments: Sequence[str]) -> int:
    """Run one command; every error is one line on standard error.

    Raises:
        KeyboardInterrupt: The user interrupted it.
    """
    # A run imports its own command alone; only the help, and an unknown command, need all of them.
    named = [name for name in arguments[:1] if name in COMMANDS]
    try:
        command_line = build(named or COMMANDS)
        with options_spelled_for("command line"):
            status = command_line(args=list(arguments), prog_name="tokbench", standalone_mode=False)
    except typer.TyperException as error:
        said = error.format_message() or "no command"  # typer has written its help for none
        return _fail(f"{said} ({' '.join(['tokbench', *named])} --help)", USAGE)
    except CounterError as error:
        return _fail(str(error), COUNTER_FAILED)
    except TokbenchError as error:
        return _fail(str(error), USAGE)
    except SystemExit as leaving:
        # Typer writes the help texts, and leaves like this when their reader has left.
        if not isinstance(leaving.__context__, BrokenPipeError):
            raise
        output.silence(sys.stdout)
        return FINE
    except OSError as error:
        output.silence(sys.stdout)
        where = error.filename or "standard output"
        return _fail(f"{where}: cannot be read or written: {error.strerror}", USAGE)
    except typer.Abort:
        raise KeyboardInterrupt from None
    if status == INTERRUPTED:  # typer too ends like this when a command is interrupted
        raise KeyboardInterrupt
    return status if isinstance(status, int) else FINE


def _fail(message: str, status: int) -> int:
    output.note(" ".join(message.split()))
    return status
