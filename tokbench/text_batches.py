"""Counting any number of texts from Python, in batches that bound the memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tokbench.counters import Counter, counted, outcomes
from tokbench.errors import UsageError

BATCH_CHARACTERS: Final = 1_000_000
BATCH_TEXTS: Final = 1_000
"""A batch ends where it has this many characters or texts."""


def counts_of(texts: Iterable[Any], counter: Counter) -> list[int]:
    """The number of tokens of each text, in order.

    Args:
        texts: Texts in any iterable; a Series of pandas and arrays of numpy or pyarrow are some.
        counter: What counts.

    Raises:
        UsageError: It is no iterable of texts; the place is that of the first item that is no text.
        CounterError: A text cannot be counted.
    """
    batches = _batches(_checked(texts))
    return [counted(outcome) for batch in batches for outcome in outcomes(counter, batch)]


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size >= BATCH_CHARACTERS or len(batch) == BATCH_TEXTS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _checked(texts: Any) -> Iterator[str]:
    for label, item in _labelled(texts):
        text = item.as_py() if hasattr(item, "as_py") else item  # a scalar of pyarrow
        if not isinstance(text, str):
            hint = _HINTS.get(type(text), "leave it out, or count an empty text in its place")
            place = f"texts[{label!r}]"
            raise UsageError(f"a text is needed, not {_named(text)}", place=place, hint=hint)
        yield text


def _labelled(texts: Any) -> Iterable[tuple[Any, Any]]:
    """Each item with its place: the label in the index of a Series, else its number."""
    if isinstance(texts, Mapping) or hasattr(texts, "columns"):
        what = "values" if isinstance(texts, Mapping) else "one column"
        raise UsageError(
            f"a text or several are needed, not {_named(texts)}", hint=f"give {what} of it"
        )
    if hasattr(texts, "index") and hasattr(texts, "items"):  # a Series, without importing pandas
        labelled: Iterable[tuple[Any, Any]] = texts.items()
        return labelled
    try:
        if not isinstance(texts, (bytes, bytearray, memoryview)):
            return enumerate(texts)
    except TypeError:  # it cannot be iterated over
        pass
    raise UsageError(
        f"a text or several are needed, not {_named(texts)}", hint=_HINTS.get(type(texts))
    )


_HINTS: Final[Mapping[type, str]] = dict.fromkeys((bytes, bytearray, memoryview), "decode it")


def _named(value: object) -> str:
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)
    return type(value).__name__
