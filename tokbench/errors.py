"""Every error that tokbench raises on purpose.

Each one prints as a single line that says where it happened, what it is, and what to do about it::

    TokbenchError
    ├── InputError          a payload cannot be read, or has a value that JSON does not have
    ├── UnknownNameError    a format, counter, model or baseline that does not exist
    ├── DuplicateNameError  two owners claim one name of a registry
    ├── UsageError          arguments that do not fit together
    ├── CannotRender        a format cannot hold this payload: the row is skipped with the reason
    ├── CannotRead          a text does not follow the notation that it was read as
    ├── CounterError        a counter failed, or is not available on this machine
    ├── ModelFileError      a file that is not a saved tokenizer, or a damaged one
    ├── ConfigError         the configuration of a check is wrong
    └── LockError           the lock is missing or damaged, or does not fit what was measured

A hint that names an option spells it with :func:`option`, as the caller would write it.
"""

from __future__ import annotations

import copy
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self


class TokbenchError(Exception):
    """The root of the tree. As text it is one line: ``place: reason: hint``.

    The hint follows a semicolon where reason or hint have a colon of their own.

    Attributes:
        reason: What is wrong.
        place: Where: a file, with its line or key; None where there is no place to name.
        hint: What to do about it; None where the reason says enough.
    """

    def __init__(self, reason: str, *, place: str | None = None, hint: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.place, self.hint = reason, place, hint

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        if not self.hint:
            return f"{place}{self.reason}"
        mark = ";" if ": " in self.reason or ": " in self.hint else ":"
        return f"{place}{self.reason}{mark} {self.hint}"

    def within(self, place: str) -> Self:
        """The same error with an outer place, such as the file, before its own."""
        made = copy.copy(self)
        made.place = f"{place}: {self.place}" if self.place else place
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the attributes, whatever the arguments of the class are."""
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[TokbenchError], arguments: tuple[Any, ...]) -> TokbenchError:
    return kind.__new__(kind, *arguments)


class InputError(TokbenchError):
    """A payload cannot be read.

    Attributes:
        source: The file's path as it was given, ``<stdin>`` or ``<data>``.
        line: One-based line of the fault, where there is one.
        column: One-based column of the fault, where there is one.
        place: These, then what names a place inside the source, such as the path of a value.
    """

    def __init__(
        self,
        reason: str,
        *,
        source: str = "",
        line: int | None = None,
        column: int | None = None,
        place: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.source, self.line, self.column = source, line, column
        outer = place_of(source, line, column)
        place = f"{outer}: {place}" if outer and place else outer or place
        super().__init__(reason, place=place, hint=hint)


def place_of(source: str, line: int | None = None, column: int | None = None) -> str | None:
    """A place as compilers write it, such as ``a.json:3:7``; None where nothing is known."""
    return ":".join(str(part) for part in (source, line, column) if part not in (None, "")) or None


class UnknownNameError(TokbenchError):
    """A name that a registry does not hold; the message lists what exists and the nearest.

    Args:
        what: What the name is one of, such as ``format``.
        name: The name.
        known: The names that exist.
        hint: What to do; by default to take the nearest name.
        listing: What is said in place of a list of the known names.
    """

    def __init__(
        self,
        what: str,
        name: str,
        known: Iterable[str],
        hint: str | None = None,
        listing: str | None = None,
    ) -> None:
        known = list(known)
        near = " or ".join(map(repr, _nearest(name, known)))
        hint = hint or (f"did you mean {near}?" if near else None)
        unknown, listed = f"unknown {what} {name!r}", f"({listing or 'known: ' + ', '.join(known)})"
        if hint:
            super().__init__(unknown, hint=f"{hint} {listed}")
        else:
            super().__init__(f"{unknown} {listed}")


def _nearest(name: str, known: list[str]) -> list[str]:
    """The names that begin with this one, three at most; else the one that is most like it."""
    folded = {each.casefold(): each for each in known}
    wanted = name.casefold()
    near = [each for each in folded if wanted and each.startswith(wanted)][:3]
    if not near:
        import difflib

        near = difflib.get_close_matches(wanted, folded, n=1)
    return [folded[each] for each in near]


class DuplicateNameError(TokbenchError):
    """Two owners claim one name of a registry."""

    def __init__(self, what: str, name: str, first: str, second: str) -> None:
        reason = f"{what} {name!r} is claimed by both {first} and {second}"
        super().__init__(reason, hint="remove one")


class UsageError(TokbenchError):
    """Arguments that do not fit together."""


class CannotRender(TokbenchError):  # noqa: N818  reads as what it says of a format
    """A format cannot hold this payload."""


class CannotRead(TokbenchError):  # noqa: N818
    """A text does not follow the notation that it was read as.

    Attributes:
        line: One-based line of the fault, where there is one.
        column: One-based column of the fault, where there is one.
        place: Where the text or its data have no lines: such as the path of a value.
    """

    def __init__(
        self,
        reason: str,
        *,
        line: int | None = None,
        column: int | None = None,
        place: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(reason, place=place, hint=hint)
        self.line, self.column = line, column

    def of_source(self, source: str) -> InputError:
        """The error of the payload whose text this is."""
        return InputError(
            self.reason,
            source=source,
            line=self.line,
            column=self.column,
            place=self.place,
            hint=self.hint,
        )


class CounterError(TokbenchError):
    """A counter failed, or is not available on this machine."""


class ModelFileError(TokbenchError):
    """A file that is not a saved tokenizer, or one that is damaged or from a later version."""


class ConfigError(TokbenchError):
    """The configuration of a check is wrong; the place is the file and the key."""


class LockError(TokbenchError):
    """The lock is missing or damaged, or does not fit what was measured."""


Caller = Literal["python", "command line", "configuration"]
"""Who passes options: a Python program, a shell, or the configuration file of a check."""

_caller: Caller = "python"


def option(name: str, value: str | int | None = None) -> str:
    """An option, spelled as the reader of the message would write it.

    Args:
        name: The name of the Python argument, such as ``input_format``.
        value: The value to give, True for a flag; None to name the option alone.

    >>> option("records", "data.items"), option("strings", True), option("baseline")
    ("records='data.items'", 'strings=True', 'baseline=')
    >>> with options_spelled_for("command line"):
    ...     option("records", "a b"), option("strings", True), option("baseline")
    ("--records 'a b'", '--strings', '--baseline')
    """
    if _caller == "command line":
        return _of_command_line(name, value)
    if _caller == "configuration":
        return _of_configuration(name, value)
    return f"{name}=" if value is None else f"{name}={value!r}"


def _of_command_line(name: str, value: str | int | None) -> str:
    import shlex

    spelled = f"--{name.replace('_', '-')}"
    return spelled if value is None or value is True else f"{spelled} {shlex.quote(str(value))}"


def _of_configuration(name: str, value: str | int | None) -> str:
    import json

    return name if value is None else f"{name} = {json.dumps(value, ensure_ascii=False)}"


@contextmanager
def options_spelled_for(caller: Caller) -> Iterator[None]:
    """Let :func:`option` spell options for this caller inside the block.

    It is one setting of the process, and a forked process has the same.
    """
    global _caller
    before, _caller = _caller, caller
    try:
        yield
    finally:
        _caller = before
