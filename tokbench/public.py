"""The three calls that most programs need."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, overload

from tokbench import readers, serializers
from tokbench.comparison import Comparison
from tokbench.counters import DEFAULT_COUNTER
from tokbench.counters.choice import choose_one
from tokbench.errors import UsageError, option
from tokbench.payload import Payload
from tokbench.ranking import Bench, FidelityMode
from tokbench.readers import ReadOptions
from tokbench.result import AS_GIVEN, AllowedVerdict
from tokbench.text_batches import counts_of

_NOT_GIVEN: Final = object()
"""In place of data, which may be None."""


def compare(
    data_or_path: Any = _NOT_GIVEN,
    formats: str | Iterable[str] | None = None,
    counters: str | Iterable[str] | None = None,
    baseline: str | None = None,
    *,
    payloads: Mapping[str, Any] | Iterable[str | os.PathLike[str] | Payload] | None = None,
    fidelity: FidelityMode = "auto",
    allow: AllowedVerdict = "lossless",
    input_format: str | None = None,
    records: str | None = None,
    strings: bool = False,
    text: str | Iterable[str] = (),
) -> Comparison:
    """What payloads cost in every format, under every counter, against a baseline.

    Args:
        data_or_path: One payload: Python data, a pandas DataFrame, or a
            :class:`~tokbench.payload.Payload`; a text or path is the path of a file to read.
        formats: Names of formats, in a list or with commas in one text; ``"all"``, or None for the
            default set.
        counters: Names of counters, given in the same way; None for ``o200k_base``.
        baseline: The format that every ratio is taken against; None for ``json-pretty``. Plain text
            is its own baseline.
        payloads: Several payloads in place of ``data_or_path``: a mapping from names to what
            ``data_or_path`` takes, or the paths of files.
        fidelity: ``"full"`` reads every rendering back, ``"off"`` none, ``"auto"`` all or, of
            tables over 2 MB, a part that is chosen by what trips notations.
        allow: The worst verdict that the best format may have: ``"lossless"``, ``"ambiguous"`` or
            ``"lossy"``.
        input_format: The notation to read a file as, whatever its name.
        records: The path of the part to take, such as ``"data.items"``.
        strings: Whether the cells of a CSV, TSV or Excel file all stay text.
        text: The columns of a CSV, TSV or Excel file whose cells stay text.

    Raises:
        InputError: The payload cannot be read.
        UnknownNameError: A format, counter, baseline or notation does not exist.
        UsageError: The baseline cannot hold a payload, an option is only for files, no payload is
            given, or one is no path and has no name.

    >>> import tokbench
    >>> comparison = tokbench.compare([{"id": 1, "ok": True}, {"id": 2, "ok": False}])
    >>> comparison.best().format
    'tsv'
    >>> prompts = {"users": [{"id": 1, "ok": True}], "limits": {"cpu": 2}}
    >>> comparison = tokbench.compare(payloads=prompts, formats="yaml,json-min")
    >>> [(payload.name, payload.row("yaml").tokens) for payload in comparison.payloads]
    [('users', {'o200k_base': 10}), ('limits', {'o200k_base': 4})]
    """
    bench = Bench.of(
        _names("formats", formats) or ("default",),
        _names("counters", counters),
        baseline,
        fidelity=fidelity,
        allow=allow,
    )
    options = ReadOptions(input_format, records, strings, _names("text", text))
    return Comparison.of(
        bench.run(_payloads(data_or_path, payloads, options, parsed=bench.needs_data))
    )


def render(
    data: Any,
    format: str,  # noqa: A002  the field's own word for it
    *,
    input_format: str | None = None,
    records: str | None = None,
    strings: bool = False,
    text: str | Iterable[str] = (),
) -> str:
    """A payload in one format, byte for byte what :func:`compare` counts.

    Args:
        data: As for :func:`compare`, and the options of reading too.
        format: The name of the format.
        input_format: The notation to read a file as, whatever its name.
        records: The path of the part to take.
        strings: Whether the cells of a CSV, TSV or Excel file all stay text.
        text: The columns of a CSV, TSV or Excel file whose cells stay text.

    Raises:
        InputError: The payload cannot be read.
        UnknownNameError: The format or notation does not exist.
        UsageError: An option is only for files.
        CannotRender: The format cannot hold the payload.

    >>> import tokbench
    >>> tokbench.render({"a": [1, 2]}, "json-min")
    '{"a":[1,2]}'
    """
    form = serializers.get(format)
    options = ReadOptions(input_format, records, strings, _names("text", text))
    return form.rendering(_payload(data, options, parsed=form.name != AS_GIVEN))


@overload
def count(text_or_texts: str, counter: str = ...) -> int: ...  # type: ignore[overload-overlap]
@overload
def count(text_or_texts: Iterable[str], counter: str = ...) -> list[int]: ...
def count(text_or_texts: str | Iterable[str], counter: str = DEFAULT_COUNTER) -> int | list[int]:
    """The number of tokens of a text, or a list with that of each of several texts.

    What spells a special token is ordinary text.

    Args:
        text_or_texts: A text, or texts in any iterable, such as a list or a Series of pandas.
        counter: The name of the counter.

    Raises:
        UsageError: It is neither, or has an item that is no text; the place is that of the item.
        UnknownNameError: The counter does not exist.
        CounterError: The counter failed, or is not available here.

    >>> import tokbench
    >>> tokbench.count("<|endoftext|>")
    7
    >>> tokbench.count(["hello", "hello world", ""])
    [1, 2, 0]
    """
    chosen = choose_one(counter)
    if isinstance(text_or_texts, str):
        return chosen.count(text_or_texts)
    return counts_of(text_or_texts, chosen)


def _names(argument: str, asked: str | Iterable[str] | None) -> tuple[str, ...]:
    """Names from one text with commas between them, or from any iterable of names.

    Raises:
        UsageError: The text has no name in it.
    """
    if not isinstance(asked, str):
        return tuple(asked or ())
    names = tuple(name for part in asked.split(",") if (name := part.strip()))
    if not names:
        raise UsageError(f"{option(argument)} was given no name", hint="name one, or leave it out")
    return names


def _payloads(
    data_or_path: Any, payloads: Any, options: ReadOptions, *, parsed: bool
) -> list[Payload]:
    """The one payload, or the several, whichever was given.

    Raises:
        UsageError: Both were given or none, or a payload is neither a path nor has a name.
    """
    if (data_or_path is _NOT_GIVEN) == (payloads is None):
        raise UsageError(f"give either data, a path, or {option('payloads')}")
    if payloads is None:
        return [_payload(data_or_path, options, parsed=parsed)]
    if isinstance(payloads, Mapping):
        found = [_payload(each, options, name, parsed=parsed) for name, each in payloads.items()]
    else:
        found = [_payload(each, options, parsed=parsed) for each in _each_named(payloads)]
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


def _payload(
    data_or_path: Any, options: ReadOptions, name: str | None = None, *, parsed: bool = True
) -> Payload:
    """The payload of Python data or of a file, under a name of its own or under this one."""
    if name is not None and not isinstance(name, str):
        raise UsageError(f"the name {name!r} in {option('payloads')} is not text")
    if isinstance(data_or_path, (str, os.PathLike)):
        payload = readers.read(data_or_path, options, parsed=parsed)
        return payload if name is None else replace(payload, name=name)
    for given in ("input_format", "strings", "text"):
        if given in options.given():
            raise UsageError(f"{option(given)} is only for files: the data were read already")
    payload = data_or_path
    if not isinstance(payload, Payload):
        payload = readers.from_python(payload, name or "<data>")
    elif name is not None:
        payload = replace(payload, name=name)
    return payload if options.records is None else readers.pick(payload, options.records)
