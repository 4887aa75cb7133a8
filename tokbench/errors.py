"""Every error that tokbench raises on purpose.

Each one prints as a single line that says what happened, where, and what to do about it::

    TokbenchError
    ├── InputError          a payload cannot be read, or holds what no JSON can hold
    ├── UnknownNameError    a format, counter, model or baseline that does not exist
    ├── DuplicateNameError  two owners claim one name of a registry
    ├── UsageError          arguments that do not fit together
    ├── CannotRender        a format cannot hold this payload: the row is skipped with the reason
    ├── CannotRead          a text is not of the notation that it was read as
    ├── CounterError        a counter failed, or cannot be had here
    ├── ModelFileError      a saved tokenizer that is damaged, or none at all
    ├── ConfigError         the configuration of a check is wrong
    └── LockError           the lock is missing, damaged, or about something else
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


class TokbenchError(Exception):
    """The root of the tree: its text is one line for a person to act on."""

    def __reduce__(self) -> tuple[Any, ...]:
        """How it crosses from one process to another, whatever made it there."""
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[TokbenchError], arguments: tuple[Any, ...]) -> TokbenchError:
    return kind.__new__(kind, *arguments)


class InputError(TokbenchError):
    """A payload cannot be read.

    Attributes:
        source: The file's path as it was given, ``<stdin>`` or ``<data>``.
        line: One-based line of the fault, where there is one.
        column: One-based column of the fault, where there is one.
    """

    def __init__(
        self, reason: str, *, source: str = "", line: int | None = None, column: int | None = None
    ) -> None:
        self.reason, self.source, self.line, self.column = reason, source, line, column
        place = ":".join(str(part) for part in (source, line, column) if part not in (None, ""))
        super().__init__(f"{place}: {reason}" if place else reason)


class UnknownNameError(TokbenchError):
    """A name that a registry does not hold; the message lists what exists and the nearest."""

    def __init__(self, what: str, name: str, known: Iterable[str], hint: str = "") -> None:
        known = list(known)
        near = " or ".join(map(repr, _nearest(name, known)))
        hint = hint or (f"did you mean {near}?" if near else "")
        start = f"unknown {what} {name!r}{'; ' if hint else ''}{hint}"
        super().__init__(f"{start} (known: {', '.join(known)})")


def _nearest(name: str, known: list[str]) -> list[str]:
    """The names that begin with this one, three at most; else the one that is most like it."""
    folded = {each.casefold(): each for each in known}
    wanted = name.casefold()
    longer = [each for each in folded if wanted and each.startswith(wanted)]
    near = longer[:3] or difflib.get_close_matches(wanted, folded, n=1)
    return [folded[each] for each in near]


class DuplicateNameError(TokbenchError):
    """Two owners claim one name of a registry."""

    def __init__(self, what: str, name: str, first: str, second: str) -> None:
        super().__init__(f"{what} {name!r} is claimed by both {first} and {second}: remove one")


class UsageError(TokbenchError):
    """Arguments that do not fit together."""


class CannotRender(TokbenchError):  # noqa: N818  reads as what it says of a format
    """A format cannot hold this payload; the text is the reason and the way out."""


class CannotRead(TokbenchError):  # noqa: N818
    """A text is not of the notation that it was read as.

    Attributes:
        line: One-based line of the fault, where there is one.
        column: One-based column of the fault, where there is one.
    """

    def __init__(self, reason: str, *, line: int | None = None, column: int | None = None) -> None:
        self.reason, self.line, self.column = reason, line, column
        super().__init__(reason)


class CounterError(TokbenchError):
    """A counter failed, or cannot be had on this machine; the text says how to get it."""


class ModelFileError(TokbenchError):
    """A saved tokenizer that is damaged, from a later version, or no tokenizer at all."""


class ConfigError(TokbenchError):
    """The configuration of a check is wrong; the text carries file and key."""


class LockError(TokbenchError):
    """The lock is missing, damaged, or about something else; the text says how to mend it."""
