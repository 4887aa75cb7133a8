"""What Python callers may pass: names, choices, prices and payloads."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, Final, TypeVar

from tokbench import readers
from tokbench.errors import UnknownNameError, UsageError, option
from tokbench.payload import Payload
from tokbench.readers import ReadOptions

T = TypeVar("T")

NOT_GIVEN: Final = object()
"""In place of data, which may be None."""


def names_of(argument: str, asked: str | Iterable[str] | None) -> tuple[str, ...]:
    """Names from one text with commas between them, or from any iterable of names.

    Raises:
        UsageError: The text has no name in it.
    """
    if not isinstance(asked, str):
        return tuple(asked or ())
    names = tuple(name for part in names_in(asked) if (name := part.strip()))
    if not names:
        raise UsageError(f"{option(argument)} was given no name", hint="name one, or leave it out")
    return names


def names_in(text: str) -> list[str]:
    """The names in a text with commas between them; a comma in the name of a file is none.

    >>> names_in("csv,json-min")
    ['csv', 'json-min']
    """
    return [text] if os.path.isfile(text.partition(":")[2]) else text.split(",")  # noqa: PTH113


def one_of(argument: str, value: T, known: tuple[T, ...]) -> T:
    """The value, if it is a known one.

    Raises:
        UnknownNameError: It is not.
    """
    if value not in known:
        raise UnknownNameError(argument, str(value), map(str, known))
    return value


def reading_of(
    input_format: str | None,
    records: str | None,
    strings: bool,
    text: str | Iterable[str],
    delimiter: str | None,
    no_header: bool,
    encoding: str | None,
) -> ReadOptions:
    """The options of reading.

    Raises:
        UsageError: ``text`` has no name in it.
    """
    columns = names_of("text", text)
    return ReadOptions(input_format, records, strings, columns, delimiter, no_header, encoding)


def amount_of(price: str | float | Decimal | None) -> str | None:
    """A price as it is written: a float is the number that it shows."""
    return None if price is None else str(price)


def path_or_mapping(
    prices: str | os.PathLike[str] | Mapping[str, Any] | None,
) -> str | Mapping[str, Any] | None:
    """Prices in a mapping, or the path of a file with them as text."""
    return os.fspath(prices) if isinstance(prices, os.PathLike) else prices


def payloads_of(
    data_or_path: Any, payloads: Any, options: ReadOptions, *, parsed: bool
) -> list[Payload]:
    """The one payload, or the several, whichever was given.

    Raises:
        UsageError: Both were given or none, or a payload is neither a path nor has a name.
    """
    if (data_or_path is NOT_GIVEN) == (payloads is None):
        raise UsageError(f"give either data, a path, or {option('payloads')}")
    if payloads is None:
        return [payload_of(data_or_path, options, parsed=parsed)]
    if isinstance(payloads, Mapping):
        found = [payload_of(each, options, name, parsed=parsed) for name, each in payloads.items()]
    else:
        found = [payload_of(each, options, parsed=parsed) for each in _each_named(payloads)]
    if not found:
        raise UsageError(f"{option('payloads')} has no payload")
    return found


def _each_named(payloads: Any) -> list[Any]:
    """The items of a sequence that needs no mapping: paths and payloads have names."""
    if isinstance(payloads, (str, os.PathLike)) or not isinstance(payloads, Iterable):
        hint = "give it a list of paths, or a mapping from names to data"
        raise UsageError(f"{option('payloads')} is one {type(payloads).__name__}", hint=hint)
    items = list(payloads)
    for number, item in enumerate(items):
        if not isinstance(item, (str, os.PathLike, Payload)):
            reason = f"{type(item).__name__} is no path"
            hint = "give data a name, in a mapping from names to data"
            raise UsageError(reason, place=f"payloads[{number}]", hint=hint)
    return items


def payload_of(
    data_or_path: Any, options: ReadOptions, name: str | None = None, *, parsed: bool = True
) -> Payload:
    """The payload of Python data or of a file, under a name of its own or under this one."""
    if name is not None and not isinstance(name, str):
        raise UsageError(f"the name {name!r} in {option('payloads')} is not text")
    if isinstance(data_or_path, (str, os.PathLike)):
        payload = readers.read(data_or_path, options, parsed=parsed)
        return payload if name is None else replace(payload, name=name)
    for given in ("input_format", "strings", "text", "delimiter", "no_header", "encoding"):
        if given in options.given():
            raise UsageError(f"{option(given)} is only for files: the data were read already")
    payload = data_or_path
    if not isinstance(payload, Payload):
        payload = readers.from_python(payload, name or "<data>")
    elif name is not None:
        payload = replace(payload, name=name)
    return payload if options.records is None else readers.pick(payload, options.records)
