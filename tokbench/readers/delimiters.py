"""Finds what separates the cells of a CSV file: the delimiter, by trial."""

from __future__ import annotations

import csv
import io
from contextlib import suppress
from itertools import dropwhile, islice

from tokbench.errors import CannotRead, option
from tokbench.readers.headers import COMMENT
from tokbench.text import shown

NAMES = {",": ",", ";": ";", "tab": "\t", "|": "|"}
"""The delimiters by the names that users write, the likeliest first."""

_SAMPLE = 65_536
"""Characters of the text that are tried."""

_ROWS = 200


def named(name: str) -> str:
    r"""The delimiter of a name: ``tab`` or ``\t``, or one character.

    >>> named("tab"), named(";")
    ('\t', ';')

    Raises:
        CannotRead: It is more than one character, or a quote or line end.
    """
    found = {**NAMES, r"\t": "\t"}.get(name, name)
    if len(found) != 1 or found in '"\r\n\0':
        hint = "give one character, or tab"
        raise CannotRead(f"{option('delimiter', name)} is no delimiter", hint=hint)
    return found


def found_in(text: str) -> tuple[str, str | None]:
    """The delimiter by which most rows have as many cells as the header, more than one.

    With it comes a note where that is not the comma, or where several do equally well.
    """
    agreeing = {name: _agreeing(text, delimiter) for name, delimiter in NAMES.items()}
    most = max(agreeing.values())
    first, *others = [name for name, share in agreeing.items() if share == most] if most else [","]
    if first == "," and not others:
        return ",", None
    note = f"cells are separated by {_shown(first)}, by which most rows are as wide as the header"
    if others:
        note += f", as by {' and '.join(map(_shown, others))}"
    return NAMES[first], f"{note}; {option('delimiter')} decides otherwise"


def _agreeing(text: str, delimiter: str) -> float:
    """The part of the first rows that are as wide as the header, where it has several cells.

    Comments above it say nothing.
    """
    sample = text[:_SAMPLE]
    if len(text) > _SAMPLE:
        sample = sample[: sample.rfind("\n") + 1]
    lines = io.StringIO(sample, newline="")
    below = dropwhile(lambda line: line.startswith(COMMENT) or line.isspace(), lines)
    rows = csv.reader(below, delimiter=delimiter, strict=True)
    widths: list[int] = []
    with suppress(csv.Error):  # the sample may end within quotes
        widths.extend(len(row) for row in islice(rows, _ROWS) if row)
    if not widths or widths[0] == 1:
        return 0.0
    return widths.count(widths[0]) / len(widths)


def _shown(name: str) -> str:
    return name if name == "tab" else shown(name)
