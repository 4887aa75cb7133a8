"""The registry of outputs: a name, the module that writes it, and what that module can write.

To add an output, write a module of this package and name it in :data:`OUTPUTS`. The module has one
function for each thing that it can write (``write_comparison``, ``write_sheets`` and so on):
the thing and a :class:`Page` in, the text out, without a final newline.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from tokbench.gate.verdict import Report
    from tokbench.report.count_sheets import CountsView
    from tokbench.report.sheet import Sheet
    from tokbench.result import ComparisonResult

T = TypeVar("T")

# Named tuples: a dataclass takes 15 times as long to make, and every command imports this module.


class Page(NamedTuple):
    """What a writer needs to know about where its text will be read.

    Attributes:
        width: Columns of the terminal, or None where lines must not wrap.
        folder: The folder of a check's configuration, from the root of the repository; empty for
            that root. Payloads are named from there.
        details: Whether to show every format of each of several payloads.
    """

    width: int | None = None
    colour: bool = False
    unicode: bool = True
    folder: str = ""
    details: bool = True


FILE: Final = Page()
"""A file or a pipe: no line wraps, and there are no colours."""


class Subject(NamedTuple, Generic[T]):
    """A kind of result, of the type ``T``; the functions that write it end in its name."""

    name: str


COMPARISON: Final[Subject[ComparisonResult]] = Subject("comparison")
SHEETS: Final[Subject[Sequence[Sheet]]] = Subject("sheets")
CHECK: Final[Subject[Report]] = Subject("check")
COUNTS: Final[Subject[CountsView]] = Subject("counts")


class Output(NamedTuple):
    """The module of this package that writes an output, and what it can write.

    Attributes:
        suffix: The suffix of files that are in this output; empty where none says so.
    """

    module: str
    subjects: tuple[Subject[Any], ...]
    suffix: str = ""


OUTPUTS: Final = {
    "table": Output("terminal", (COMPARISON, SHEETS, CHECK, COUNTS)),
    "markdown": Output("markdown", (COMPARISON, SHEETS, CHECK, COUNTS), ".md"),
    "json": Output("json_", (COMPARISON, SHEETS, CHECK, COUNTS), ".json"),
    "csv": Output("csv_", (COMPARISON, SHEETS, COUNTS), ".csv"),
    "junit": Output("junit", (CHECK,), ".xml"),
    "github": Output("github", (CHECK,)),
}
"""Every output by its name, in the order of the help."""


def names(subject: Subject[Any]) -> tuple[str, ...]:
    """The outputs that can write a subject."""
    return tuple(name for name, output in OUTPUTS.items() if subject in output.subjects)


def of_suffix(suffix: str, subject: Subject[Any]) -> str | None:
    """The output of files with a suffix, where it can write the subject."""
    wanted = suffix.lower()
    return next(
        (name for name in names(subject) if wanted and OUTPUTS[name].suffix == wanted), None
    )


def text_of(output: str, subject: Subject[T], what: T, page: Page = FILE) -> str:
    """The text of one output, without a final newline."""
    module = import_module(f"{__name__}.{OUTPUTS[output].module}")
    text: str = getattr(module, f"write_{subject.name}")(what, page)
    return text
