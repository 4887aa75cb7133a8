"""The command line: parse, call, write, choose the exit status.

Exit status: 0 fine; 1 the gate found grown tokens or a missed limit, and nothing else; 2 usage,
configuration, lock or input error; 3 a counter or the network failed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from tokbench.cli import compare, gate, listing, tokenizer
from tokbench.errors import CounterError, TokbenchError
from tokbench.version import __version__

FINE, GREW, USAGE, COUNTER_FAILED = 0, 1, 2, 3

app = typer.Typer(
    name="tokbench",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("compare")(compare.compare)
app.command("render")(compare.render)
app.command("check")(gate.check)
app.command("explain")(gate.explain)
app.command("tokenize")(tokenizer.tokenize)
app.command("train")(tokenizer.train)
app.command("formats")(listing.formats)
app.command("counters")(listing.counters)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tokbench {__version__}")
        raise typer.Exit


@app.callback()
def _tokbench(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    """What your data costs in LLM tokens, in every format you could send it in."""


def main() -> None:
    """Run the command line and leave with its exit status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command; every error is one line on standard error."""
    try:
        status = app(args=list(arguments), prog_name="tokbench", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _fail(f"{error.format_message()} (tokbench --help)", USAGE)
    except CounterError as error:
        return _fail(str(error), COUNTER_FAILED)
    except TokbenchError as error:
        return _fail(str(error), USAGE)
    except BrokenPipeError:
        # Whoever read our output has left; standard output must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", 130)
    return status if isinstance(status, int) else FINE


def _fail(message: str, status: int) -> int:
    line = " ".join(message.split())
    sys.stderr.buffer.write(f"tokbench: {line}\n".encode("utf-8", "backslashreplace"))
    return status
