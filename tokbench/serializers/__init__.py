"""The registry of formats: a format is one descriptor, and a notation is one module.

To add a format, write ``render`` and ``read`` in a module of this package, describe it as a
:class:`Format`, and name it in :data:`_MODULES`. Third parties do the same in a package of their
own and name the descriptor in the entry point group ``tokbench.serializers``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tokbench.payload import Json, Payload


@dataclass(frozen=True, slots=True)
class Format:
    """A named, fully configured notation: everything that a caller must know in one place.

    Attributes:
        name: The command line's value, the JSON key and the golden file's name.
        label: What a table calls it.
        holds: What it can hold, in a few words, such as ``any JSON`` or ``tables``.
        summary: One line on what it is and what it loses.
        render: Payload in, text out: LF line ends, no final newline.
            Raises :class:`~tokbench.errors.CannotRender` with reason and way out.
        read: Text back to data by the notation's own rules, or None where it cannot be read.
            Raises :class:`~tokbench.errors.CannotRead`.
        default: Whether it belongs to the default set.
        library: The registry package whose output is counted, or None where the writer is ours.
        legend: The name of the format that carries the legend which this one needs, or None.
        doubt: For a notation of tables, why another reader may take the text of a cell or a name
            for something else, or None; such a text is at best ``ambiguous``.
    """

    name: str
    label: str
    holds: str
    summary: str
    render: Callable[[Payload], str]
    read: Callable[[str], Json] | None
    default: bool = False
    library: str | None = None
    legend: str | None = None
    doubt: Callable[[str], str | None] | None = None
