"""Reads JSON Lines: one JSON value a line; blank lines are skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json
from tokbench.progress import moving
from tokbench.readers import json_
from tokbench.readers.common import TOO_DEEP, collector_paused, survey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def parse(text: str) -> list[Json]:
    """The values of a JSON Lines text.

    A broken last line is an error too, or the counts would depend on where a file was cut off.

    Raises:
        CannotRead: A line is not JSON; the error names it.
    """
    with collector_paused():
        values = [value for _, value in _values(text, json_.scan)]
        depth, finite = survey(values)
    if depth > MAX_DEPTH or not finite:
        raise _fault(text)
    return values


def _values(text: str, read: Callable[[str], Json]) -> Iterator[tuple[int, Json]]:
    for number, line in enumerate(moving(text.split("\n")), 1):
        if not line or line.isspace():
            continue
        try:
            yield number, read(line)
        except CannotRead as error:
            error.line = number
            raise


def _fault(text: str) -> CannotRead:
    """The error for the first line with a bad number, or too deep inside the list of lines."""
    try:
        for number, value in _values(text, json_.parse):
            if survey([value])[0] > MAX_DEPTH:
                return CannotRead(TOO_DEEP, line=number)
    except CannotRead as error:
        return error
    return CannotRead(TOO_DEEP)
