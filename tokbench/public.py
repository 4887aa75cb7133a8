"""The three calls that most programs need."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, overload

from tokbench import readers, serializers
from tokbench.comparison import Comparison
from tokbench.counters import DEFAULT_COUNTER
from tokbench.counters.choice import choose_one
from tokbench.errors import UsageError, option
from tokbench.payload import Payload
from tokbench.ranking import DEFAULT_BASELINE, Bench, FidelityMode
from tokbench.readers import ReadOptions
from tokbench.result import AllowedVerdict
from tokbench.text_batches import counts_of


def compare(
    data_or_path: Any,
    formats: str | Iterable[str] | None = None,
    counters: str | Iterable[str] | None = None,
    baseline: str = DEFAULT_BASELINE,
    *,
    fidelity: FidelityMode = "auto",
    allow: AllowedVerdict = "lossless",
    input_format: str | None = None,
    records: str | None = None,
    strings: bool = False,
) -> Comparison:
    """What a payload costs in every format, under every counter, against a baseline.

    Args:
        data_or_path: Python data, a pandas DataFrame, or a :class:`~tokbench.payload.Payload`; a
            text or path is the path of a file to read.
        formats: Names of formats, ``"all"``, or None for the default set.
        counters: Names of counters; None for ``o200k_base``.
        baseline: The format that every ratio is taken against.
        fidelity: ``"full"`` reads every rendering back, ``"off"`` none, ``"auto"`` those of
            payloads up to 2 MB.
        allow: The worst verdict that the best format may have: ``"lossless"``, ``"ambiguous"`` or
            ``"lossy"``.
        input_format: The notation to read a file as, whatever its name.
        records: The path of the part to take, such as ``"data.items"``.
        strings: Whether the cells of a CSV, TSV or Excel file all stay text.

    Raises:
        InputError: The payload cannot be read.
        UnknownNameError: A format, counter, baseline or notation does not exist.
        UsageError: The baseline cannot hold the payload, or an option is only for files.

    >>> import tokbench
    >>> comparison = tokbench.compare([{"id": 1, "ok": True}, {"id": 2, "ok": False}])
    >>> comparison.best().format
    'tsv'
    """
    bench = Bench.of(
        _names(formats or "default"),
        () if counters is None else _names(counters),
        baseline,
        fidelity=fidelity,
        allow=allow,
    )
    options = ReadOptions(input_format, records, strings)
    return Comparison.of(bench.run([_payload(data_or_path, options)]))


def render(
    data: Any,
    format: str,  # noqa: A002  the field's own word for it
    *,
    input_format: str | None = None,
    records: str | None = None,
    strings: bool = False,
) -> str:
    """A payload in one format, byte for byte what :func:`compare` counts.

    Args:
        data: As for :func:`compare`, and the options of reading too.
        format: The name of the format.
        input_format: The notation to read a file as, whatever its name.
        records: The path of the part to take.
        strings: Whether the cells of a CSV, TSV or Excel file all stay text.

    Raises:
        InputError: The payload cannot be read.
        UnknownNameError: The format or notation does not exist.
        UsageError: An option is only for files.
        CannotRender: The format cannot hold the payload.

    >>> import tokbench
    >>> tokbench.render({"a": [1, 2]}, "json-min")
    '{"a":[1,2]}'
    """
    options = ReadOptions(input_format, records, strings)
    return serializers.get(format).render(_payload(data, options))


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


def _names(asked: str | Iterable[str]) -> tuple[str, ...]:
    return (asked,) if isinstance(asked, str) else tuple(asked)


def _payload(data_or_path: Any, options: ReadOptions) -> Payload:
    if isinstance(data_or_path, (str, os.PathLike)):
        return readers.read(data_or_path, options)
    if options.input_format or options.strings:
        named = option("input_format") if options.input_format else option("strings")
        raise UsageError(f"{named} is only for files: the data were read already")
    payload = data_or_path
    if not isinstance(payload, Payload):
        payload = readers.from_python(payload)
    return payload if options.records is None else readers.pick(payload, options.records)
