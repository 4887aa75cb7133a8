"""How fast the counting engines are, each compared with tiktoken's plain loop.

    python benchmarks/engines.py [FOLDER]

counts the default renderings of every JSON file in a folder, or else of payloads made here. It
times each engine and ``len(encoding.encode_ordinary(text))`` in alternating rounds in one process,
and prints how many times as fast as tiktoken each engine is, and the time of a single pre-token.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from payloads import KINDS
from support.tiktoken_oracle import encoding as tiktoken_encoding
from tiktoken import Encoding
from timing import alternate, seconds

from tokbench import serializers
from tokbench.bpe.production import Encoder, from_vocabulary
from tokbench.bpe.splitting import splitter
from tokbench.counters import engines as counting_engines
from tokbench.counters.engines import Embedded, Tiktoken, is_proven, toktok
from tokbench.errors import CannotRender
from tokbench.payload import Payload
from tokbench.vocabularies import DEFINITIONS, definition, load

RECORDS = 2000
ROUNDS = 5
LENGTHS = (10_000, 100_000, 1_000_000)
"""The letters of the pre-tokens that are timed."""

LOOP, NEW_LOOP = "tiktoken's loop", "tiktoken's loop with a new encoder"
WITH_FAST, WITHOUT_FAST = "with [fast] (toktok-rs)", "without [fast], with a new encoder"


def renderings(folder: Path | None, records: int = RECORDS) -> list[str]:
    """The default renderings of a folder's JSON files, or of payloads made here."""
    values = _made(records) if folder is None else _read(folder)
    return [text for value in values for text in _rendered(Payload("data", value))]


def count_by_loop(encoding: Encoding, texts: Sequence[str]) -> list[int]:
    """What a user of tiktoken writes."""
    return [len(encoding.encode_ordinary(text)) for text in texts]


def count_by_new_loop(name: str, texts: Sequence[str]) -> list[int]:
    """The same, with the time that making the encoder takes."""
    return count_by_loop(tiktoken_encoding.__wrapped__(name), texts)


def count_by_own(encoder: Encoder, texts: Sequence[str]) -> list[int]:
    """Our own encoder, with its caches from the round before."""
    return [encoder.count(text) for text in texts]


def count_by_new_own(name: str, texts: Sequence[str]) -> list[int]:
    """Our own encoder with empty caches."""
    return count_by_own(Encoder(name, load(name), splitter(name)), texts)


def count_without_fast(name: str, texts: Sequence[str]) -> list[int]:
    """What tokbench does without the extra ``fast``, with empty caches."""
    from_vocabulary.cache_clear()
    with patch.object(counting_engines, "toktok", return_value=None):
        return Embedded(name).count_many(texts)


def count_by_toktok(name: str, texts: Sequence[str]) -> list[int]:
    """toktok-rs, which the extra ``fast`` installs.

    Raises:
        ValueError: It is not installed, or not proven for a text.
    """
    fast = toktok()
    if fast is None or not all(map(is_proven, texts)):
        raise ValueError("toktok-rs cannot count these texts")
    return fast(texts, name)


def times_as_fast(
    name: str, texts: Sequence[str], rounds: int = ROUNDS
) -> Iterator[tuple[str, str, float]]:
    """Each engine, what it is compared with, and how many times as fast it is.

    Raises:
        ValueError: An engine's counts are not tiktoken's.
    """
    encoding = tiktoken_encoding(name)
    by_tiktoken = Tiktoken(
        name, definition(name).pattern, load(name).mergeable_ranks, splitter(name)
    )
    loop = partial(count_by_loop, encoding, texts)
    new_loop = partial(count_by_new_loop, name, texts)
    engines = {
        WITHOUT_FAST: (partial(count_without_fast, name, texts), NEW_LOOP, new_loop),
        "own encoder, cold": (partial(count_by_new_own, name, texts), LOOP, loop),
        "own encoder, warm": (partial(count_by_own, from_vocabulary(name), texts), LOOP, loop),
        "tiktoken in blocks": (partial(by_tiktoken.count_many, texts), LOOP, loop),
    }
    if toktok():
        engines[WITH_FAST] = (partial(count_by_toktok, name, texts), LOOP, loop)
    expected = loop()
    for engine, (ours, other, theirs) in engines.items():
        if ours() != expected:
            raise ValueError(f"{engine}: the counts are not tiktoken's")
        yield engine, other, 1 / alternate(ours, theirs, rounds).ratio


def seconds_for_one_pre_token(name: str, length: int) -> float:
    """Processor seconds of our own encoder for a pre-token of this many letters."""
    encoder = from_vocabulary(name)
    return seconds(partial(encoder.count, "banana" * (length // 6)), time.process_time)


def main() -> None:
    """Print all figures."""
    texts = [t for t in renderings(Path(sys.argv[1]) if sys.argv[1:] else None) if is_proven(t)]
    print(f"{len(texts)} texts, {sum(map(len, texts)):,} characters")
    for name in DEFINITIONS:
        for engine, other, ratio in times_as_fast(name, texts):
            print(f"{name:12} {engine:34} {ratio:6.2f} times as fast as {other}")
        for length in LENGTHS:
            took = seconds_for_one_pre_token(name, length)
            print(f"{name:12} one pre-token of {length:9,} letters: {took:.3f} s of processor time")


def _made(records: int) -> Iterator[Any]:
    for make in KINDS.values():
        yield list(islice(make(), records))


def _read(folder: Path) -> Iterator[Any]:
    for path in sorted(folder.glob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


def _rendered(payload: Payload) -> Iterator[str]:
    for name in serializers.default_names():
        try:
            yield serializers.get(name).render(payload)
        except CannotRender:
            continue


if __name__ == "__main__":
    main()
