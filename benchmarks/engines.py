"""How fast the counting engines are, each beside tiktoken's plain loop in the same process.

    python benchmarks/engines.py [FOLDER]

counts the default renderings of every JSON file in a folder (without one, of payloads made here)
with each engine and with ``len(encoding.encode_ordinary(text))``, in alternating pairs, and prints
how many times as fast as tiktoken each is, and how long one pre-token without a border takes.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from data import KINDS
from pairs import alternate, seconds
from support.tiktoken_oracle import encoding as tiktoken_encoding  # the judge of the tests, offline
from tiktoken import Encoding

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

LOOP, STARTED = "tiktoken's loop", "tiktoken's loop, its encoder made anew"
WITH_FAST, WITHOUT_FAST = "with [fast] (toktok-rs)", "without [fast], our encoder made anew"


def renderings(folder: Path | None, records: int = RECORDS) -> list[str]:
    """The default renderings of a folder's JSON files, or of payloads made here."""
    data = _made(records) if folder is None else _read(folder)
    return [text for payload in data for text in _rendered(Payload("data", payload))]


def plain_loop(encoding: Encoding, texts: Sequence[str]) -> list[int]:
    """What a user would write."""
    return [len(encoding.encode_ordinary(text)) for text in texts]


def by_own(encoder: Encoder, texts: Sequence[str]) -> list[int]:
    """Our own encoder, which remembers pre-tokens from the round before."""
    return [encoder.count(text) for text in texts]


def by_own_anew(name: str, texts: Sequence[str]) -> list[int]:
    """Our own encoder with nothing remembered."""
    return by_own(Encoder(name, load(name), splitter(name)), texts)


def without_fast(name: str, texts: Sequence[str]) -> list[int]:
    """What tokbench does where the extra ``fast`` is absent, with nothing remembered."""
    from_vocabulary.cache_clear()
    with patch.object(counting_engines, "toktok", return_value=None):
        return Embedded(name).count_many(texts)


def plain_start(name: str, texts: Sequence[str]) -> list[int]:
    """What a user would write, with the encoder still to be made."""
    return plain_loop(tiktoken_encoding.__wrapped__(name), texts)


def by_toktok(name: str, texts: Sequence[str]) -> list[int]:
    """The extra ``fast``, for texts that it is proven for; ``main`` makes sure that it is there."""
    fast = toktok()
    if fast is None or not all(map(is_proven, texts)):
        raise ValueError("toktok-rs cannot count these texts")
    return fast(texts, name)


def times_as_fast(
    name: str, texts: Sequence[str], rounds: int = ROUNDS
) -> Iterator[tuple[str, str, float]]:
    """Each way, what it is compared with, and how many times as fast it is; counts must agree."""
    encoding = tiktoken_encoding(name)
    engine = Tiktoken(name, definition(name).pattern, load(name).mergeable_ranks, splitter(name))
    loop, started = partial(plain_loop, encoding, texts), partial(plain_start, name, texts)
    ways = {
        WITHOUT_FAST: (partial(without_fast, name, texts), STARTED, started),
        "own encoder, cold": (partial(by_own_anew, name, texts), LOOP, loop),
        "own encoder, warm": (partial(by_own, from_vocabulary(name), texts), LOOP, loop),
        "tiktoken in blocks": (partial(engine.count, texts), LOOP, loop),
    }
    if toktok():
        ways[WITH_FAST] = (partial(by_toktok, name, texts), LOOP, loop)
    right = loop()
    for way, (ours, beside, theirs) in ways.items():
        if ours() != right:
            raise ValueError(f"{way} counts otherwise than tiktoken")
        yield way, beside, 1 / alternate(ours, theirs, rounds).ratio


def seconds_for_one_pre_token(name: str, lengths: Iterable[int] = LENGTHS) -> dict[int, float]:
    """What our own encoder needs for one pre-token of so many letters, in processor seconds."""
    encoder = from_vocabulary(name)
    return {
        length: seconds(partial(encoder.count, "banana" * (length // 6)), time.process_time)
        for length in lengths
    }


def main() -> None:
    """Print all figures."""
    texts = [t for t in renderings(Path(sys.argv[1]) if sys.argv[1:] else None) if is_proven(t)]
    print(f"{len(texts)} texts, {sum(map(len, texts)):,} characters")
    for name in DEFINITIONS:
        for way, beside, ratio in times_as_fast(name, texts):
            print(f"{name:12} {way:32} {ratio:6.2f} times as fast as {beside}")
        for length, took in seconds_for_one_pre_token(name).items():
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
