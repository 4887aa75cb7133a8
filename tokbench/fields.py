"""The values of a file that people or programs wrote, each checked as it is taken.

A function that checks a value, such as :func:`as_text`, raises :class:`ValueError` with a reason
like ``must be text, not 1``. :class:`Fields` adds the file and the path of the key.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from functools import reduce
from typing import Any, Final, TypeVar

from tokbench.errors import TokbenchError, UnknownNameError
from tokbench.text import child_path, printable, shown

T = TypeVar("T")
D = TypeVar("D")

_HUGE: Final = 1 << 64
"""From here on an integer is not written out in a message."""


class Required(Enum):
    """In place of a default: the key must be there."""

    REQUIRED = "required"


REQUIRED: Final = Required.REQUIRED


@dataclass(frozen=True, slots=True)
class Fields:
    """An object of JSON or a table of TOML, whose values are checked as they are taken.

    A value that is wrong, or missing without a default, raises an error of the class ``error``. Its
    place is the file and the path of the key.

    Attributes:
        values: The values by key.
        file: What errors call the file; empty for none.
        error: The class of the errors.
        path: The path of this object in the file; empty for the root.
        hint: What to do about every error that has no hint of its own.
        noun: What messages call such an object.
    """

    values: Mapping[str, Any]
    file: str
    error: Callable[..., TokbenchError]
    path: str = ""
    hint: str | None = None
    noun: str = "an object"

    @classmethod
    def of(
        cls,
        document: object,
        file: str,
        error: Callable[..., TokbenchError],
        *,
        path: str = "",
        hint: str | None = None,
        noun: str = "an object",
    ) -> Fields:
        """The fields of a document, which may be something else than an object."""
        empty = cls({}, file, error, path, hint, noun)
        return replace(empty, values=empty._checked(document, empty._object))

    def fault(self, reason: str, *steps: str | int, hint: str | None = None) -> TokbenchError:
        """The error for the value that the steps lead to; for the object itself without any."""
        path = self._path(*steps)
        place = f"{self.file}: {path}" if self.file and path else self.file or path
        return self.error(reason, place=place or None, hint=hint or self.hint)

    def refuse_unknown(self, known: Collection[str]) -> None:
        """Refuse the first key that is not known, and name the one that may have been meant."""
        for key in self.values:
            if key not in known:
                unknown = UnknownNameError("key", key, known)
                raise self.fault(unknown.reason, key, hint=unknown.hint)

    def take(self, key: str, check: Callable[[Any], T], default: D | Required = REQUIRED) -> T | D:
        """The value of a key, as the check returns it; the default where the key is missing."""
        if key in self.values:
            return self._checked(self.values[key], check, key)
        if isinstance(default, Required):
            raise self.fault("is missing", key)
        return default

    def text(self, key: str, default: D | Required = REQUIRED) -> str | D:
        """Text."""
        return self.take(key, as_text, default)

    def list(
        self, key: str, check: Callable[[Any], T], default: Sequence[T] | Required = REQUIRED
    ) -> Sequence[T]:
        """The values of a list, each as the check returns it."""
        if key not in self.values and not isinstance(default, Required):
            return default
        values = self.take(key, as_list)
        return [self._checked(value, check, key, index) for index, value in enumerate(values)]

    def table(self, key: str, default: Mapping[str, Any] | Required = REQUIRED) -> Fields:
        """The object under a key."""
        values = self.take(key, self._object, default)
        return replace(self, values=values, path=self._path(key))

    def tables(self, key: str, default: Sequence[Any] | Required = REQUIRED) -> Sequence[Fields]:
        """The objects of a list."""
        values = self.list(key, self._object, default)
        return [
            replace(self, values=each, path=self._path(key, index))
            for index, each in enumerate(values)
        ]

    def _path(self, *steps: str | int) -> str:
        return reduce(child_path, steps, self.path)

    def _object(self, value: Any) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise ValueError(f"must be {self.noun}, not {shown_value(value)}")
        return value

    def _checked(self, value: Any, check: Callable[[Any], T], *steps: str | int) -> T:
        try:
            return check(value)
        except TokbenchError as error:
            raise self.fault(error.reason, *steps, hint=error.hint) from error
        except ValueError as error:
            raise self.fault(str(error), *steps) from error


def as_text(value: Any) -> str:
    """The value, which must be text."""
    if not isinstance(value, str):
        raise ValueError(f"must be text, not {shown_value(value)}")
    return value


def as_flag(value: Any) -> bool:
    """The value, which must be true or false."""
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {shown_value(value)}")
    return value


def as_integer(value: Any, *, unit: str = "", at_least: int = 0, at_most: int | None = None) -> int:
    """The value, which must be a whole number within bounds.

    >>> as_integer(1.5, unit="tokens")
    Traceback (most recent call last):
    ValueError: must be a whole number of tokens, without a decimal point, not 1.5
    """
    if not isinstance(value, int) or isinstance(value, bool):
        what = f"a whole number of {unit}" if unit else "a whole number"
        whole = ", without a decimal point" if isinstance(value, (float, Decimal)) else ""
        raise ValueError(f"must be {what}{whole}, not {shown_value(value)}")
    amount = f" {unit}" if unit else ""
    if value < at_least:
        raise ValueError(f"must be at least {at_least:,}{amount}, not {shown_value(value)}")
    if at_most is not None and value > at_most:
        raise ValueError(f"must be at most {at_most:,}{amount}, not {shown_value(value)}")
    return value


def as_choice(what: str, known: Collection[str], value: Any) -> str:
    """The value, which must be one of the texts that are known.

    Raises:
        UnknownNameError: It is another text.
    """
    name = as_text(value)
    if name not in known:
        raise UnknownNameError(what, name, known)
    return name


def as_list(value: Any) -> Sequence[Any]:
    """The value, which must be a list."""
    if not isinstance(value, list):
        raise ValueError(f"must be a list, not {shown_value(value)}")
    return value


def or_null(check: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """The same check, which lets null pass too."""
    return lambda value: None if value is None else check(value)


def shown_value(value: Any) -> str:
    """A value in a message: short, and on one line.

    >>> shown_value("a"), shown_value(None), shown_value([1]), shown_value(10**5000)
    ('"a"', 'null', '[…]', 'a huge number')
    """
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, (dict, list)):
        return "{…}" if isinstance(value, dict) else "[…]"
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, int) and abs(value) >= _HUGE:
        return "a huge number"
    return printable(str(value), 40)
