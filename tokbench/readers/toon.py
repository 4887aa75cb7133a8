"""Reads TOON through ``toon-format``, the official package, strictly."""

from __future__ import annotations

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json
from tokbench.progress import passing
from tokbench.readers.common import TOO_DEEP, collector_paused, survey
from tokbench.text import printable


def parse(text: str) -> Json:
    """The data of a TOON text.

    Raises:
        CannotRead: The text is not TOON, holds a key twice, or nests deeper than a payload may.
    """
    import toon_format

    with collector_paused():
        try:
            most = text.count("\n") + 1  # each object takes a line at least
            data: Json = toon_format.loads(text, object_hook=passing(most))
        except toon_format.ToonDecodeError as error:
            if "nested too deeply" in error.msg:
                raise CannotRead(TOO_DEEP) from None
            raise CannotRead(printable(error.msg), line=error.line) from None
        depth, _ = survey(data)
    if depth > MAX_DEPTH:
        raise CannotRead(TOO_DEEP)
    return data
