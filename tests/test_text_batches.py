"""``tokbench.count`` of one text and of many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, texts
from support.tiktoken_oracle import encoding

import tokbench
from tokbench import text_batches
from tokbench.errors import UsageError

pa: Any = import_module("pyarrow")  # it has no types
WORDS = ["hello", "hello world", ""]

MANY: dict[str, Callable[[list[str]], Any]] = {
    "list": list,
    "tuple": tuple,
    "generator": iter,
    "Series": pd.Series,
    "Series of another index": lambda words: pd.Series(words, index=["b", "a", "a"]),
    "Index": pd.Index,
    "string dtype": lambda words: pd.Series(words, dtype="string"),
    "numpy": np.array,
    "numpy objects": lambda words: np.array(words, dtype=object),
    "pyarrow": pa.array,
    "pyarrow chunks": lambda words: pa.chunked_array([words]),
}


@pytest.mark.parametrize("kind", MANY)
def test_many_texts_give_a_list_in_their_order(kind: str) -> None:
    counts = tokbench.count(MANY[kind](WORDS))
    assert counts == [1, 2, 0]
    assert {type(count) for count in counts} == {int}


def test_one_text_gives_a_number() -> None:
    assert tokbench.count("hello world") == 2
    assert tokbench.count("hello world", "chars") == 11
    assert tokbench.count([]) == []


NEEDED = "a text or several are needed, not"
GAP = "leave it out, or count an empty text in its place"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"hello", f"{NEEDED} bytes: decode it"),
        (None, f"{NEEDED} None"),
        (7, f"{NEEDED} 7"),
        (Path("x"), f"{NEEDED} {type(Path()).__name__}"),
        ({"a": "b"}, f"{NEEDED} dict: give values of it"),
        (pd.DataFrame({"a": ["b"]}), f"{NEEDED} DataFrame: give one column of it"),
        (pa.table({"a": ["b"]}), f"{NEEDED} Table: give one column of it"),
        (np.array(7), f"{NEEDED} ndarray"),
        (["a", b"b", None], "texts[1]: a text is needed, not bytes: decode it"),
        (["a", None], f"texts[1]: a text is needed, not None: {GAP}"),
        (["a", ["b"]], f"texts[1]: a text is needed, not list: {GAP}"),
        (np.array([1, 2]), f"texts[0]: a text is needed, not int64: {GAP}"),
        (pa.array(["a", None]), f"texts[1]: a text is needed, not None: {GAP}"),
        (
            pd.Series(["a", float("nan")], index=["x", "y"], dtype=object),
            f"texts['y']: a text is needed, not nan: {GAP}",
        ),
        (
            pd.Series(["a", pd.NA], dtype="string"),
            f"texts[1]: a text is needed, not NAType: {GAP}",
        ),
    ],
)
def test_what_is_no_text_is_refused(given: Any, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        tokbench.count(given)
    assert str(raised.value) == message


def test_batches_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator is read as far as the batch that is counted."""
    monkeypatch.setattr(text_batches, "BATCH_TEXTS", 3)
    monkeypatch.setattr(text_batches, "BATCH_CHARACTERS", 10)
    log: list[str] = []

    def source() -> Iterator[str]:
        for text in ("a", "b", "c", "d" * 50, "e"):
            log.append(text[:1])
            yield text

    def counted(counter: object, batch: list[str]) -> list[int]:
        log.append(f"count {len(batch)}")
        return [1] * len(batch)

    monkeypatch.setattr(text_batches, "outcomes", counted)
    assert tokbench.count(source()) == [1] * 5
    assert log == ["a", "b", "c", "count 3", "d", "count 1", "e", "count 1"]


@given(st.lists(texts(), max_size=8))
@examples(few=50, thorough=500)
def test_many_texts_are_counted_as_each_alone(many: list[str]) -> None:
    expected = [len(encoding("cl100k_base").encode_ordinary(text)) for text in many]
    assert tokbench.count(many, "cl100k_base") == expected
    assert [tokbench.count(text, "cl100k_base") for text in many] == expected


def test_counting_imports_no_library_of_data(python: Callable[[str], str]) -> None:
    program = (
        "import sys, tokbench; tokbench.count(['a']); "
        "print([name for name in ('pandas', 'numpy', 'pyarrow') if name in sys.modules])"
    )
    assert python(program) == "[]"
