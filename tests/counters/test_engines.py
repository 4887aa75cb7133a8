"""Every engine gives the same count, for any text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from types import SimpleNamespace

import pytest
from support.awkward_texts import SURROGATES, code_points, probe, texts
from support.environment import THOROUGH
from support.tiktoken_oracle import encoding

from tokbench.bpe.production import Encoder, from_vocabulary
from tokbench.bpe.splitting import splitter
from tokbench.counters import engines
from tokbench.counters.engines import BLOCK_SIZE, Embedded, Tiktoken, is_proven
from tokbench.errors import CounterError
from tokbench.optional import version_of
from tokbench.report import registry_sheets
from tokbench.vocabularies import DEFINITIONS, definition, load

NAMES = tuple(DEFINITIONS)
NEVER = 10**12
SETTINGS = {"own": (NEVER, NEVER), "tiktoken": (0, NEVER), "toktok": (0, 0)}
"""The work from which tiktoken counts and the text from which toktok-rs does, by engine."""

WAYS = tuple(SETTINGS)

MakeEngine = Callable[[str, str], Embedded]


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives every engine that a test makes an encoder that has done no work yet."""
    monkeypatch.setattr(
        engines, "from_vocabulary", lambda name: Encoder(name, load(name), splitter(name))
    )


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> MakeEngine:
    """Makes a new engine of an encoding that counts in one way.

    Where toktok-rs is not installed, tiktoken counts in its place, as for a user.
    """

    def make(name: str, way: str) -> Embedded:
        enough_work, enough_text = SETTINGS[way]
        monkeypatch.setattr(engines, "ENOUGH_WORK", enough_work)
        monkeypatch.setattr(engines, "ENOUGH_TEXT", enough_text)
        return Embedded(name)

    return make


def true_counts(name: str, batch: Sequence[str]) -> list[int]:
    """What tiktoken says of the texts themselves."""
    return [len(encoding(name).encode_ordinary(text)) for text in batch]


def batches(all_texts: Iterator[str], size: int = 2000) -> Iterator[list[str]]:
    """The texts, many at a time."""
    while batch := list(islice(all_texts, size)):
        yield batch


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMES)
def test_every_engine_counts_as_tiktoken(engine: MakeEngine, name: str, way: str) -> None:
    """Over seeded texts from every pool."""
    counting = engine(name, way)
    for batch in batches(texts(200_000 if THOROUGH else 400, seed=11)):
        assert counting.count_many(batch) == true_counts(name, batch)
    assert counting.encode(batch[0]) == encoding(name).encode_ordinary(batch[0])


@pytest.mark.parametrize("name", NAMES)
def test_toktok_counts_every_code_point_that_it_is_proven_for_as_tiktoken(
    engine: MakeEngine, name: str
) -> None:
    """A probe puts each character into every place of the pattern."""
    counting = engine(name, "toktok")
    for batch in batches(map(probe, islice(code_points(), 0, None, 1 if THOROUGH else 997))):
        assert counting.count_many(batch) == true_counts(name, batch)


@pytest.mark.parametrize("way", WAYS)
def test_half_surrogate_pairs(engine: MakeEngine, way: str) -> None:
    """They count as U+FFFD with every engine, and the texts around them stay in order."""
    batch = ["ordinary", *(f"a{chr(code)}'s {chr(code)}" for code in SURROGATES[::200]), "ſ", ""]
    assert engine("o200k_base", way).count_many(batch) == true_counts("o200k_base", batch)


def test_no_text_at_all(engine: MakeEngine) -> None:
    """No texts have no counts."""
    assert [engine("o200k_base", way).count_many([]) for way in WAYS] == [[], [], []]


def test_small_work_needs_nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own encoder counts; neither of the others is loaded."""
    monkeypatch.setattr(Tiktoken, "encode_block", _never)
    monkeypatch.setattr(engines, "toktok", _never)
    assert Embedded("o200k_base").count_many(["a small text"] * 3) == [3, 3, 3]


@pytest.mark.parametrize(
    ("more", "switches"),
    [
        ("the a an " * 100, False),  # seen before
        (" ".join(map(str, range(200))), True),  # never seen: it is split anew
        ("xqzvkjwqzx", True),  # no token: merging is work too
    ],
)
def test_work_that_is_in_no_cache_adds_up(
    monkeypatch: pytest.MonkeyPatch, more: str, switches: bool
) -> None:
    """tiktoken is loaded when it is enough, and counts from then on."""
    monkeypatch.setattr(engines, "ENOUGH_WORK", 100)
    monkeypatch.setattr(Tiktoken, "encode_block", lambda engine, block: [0] * 5000)
    counting = Embedded("cl100k_base")
    assert counting.count_many(["the a an " * 5]) == true_counts("cl100k_base", ["the a an " * 5])
    counting.count_many([more])
    assert (counting.count_many(["the a an "]) == [5000]) is switches


def test_text_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many small texts are as good a reason to load toktok-rs as one large one."""
    monkeypatch.setattr(engines, "ENOUGH_TEXT", 10)
    monkeypatch.setattr(engines, "toktok", lambda: lambda batch, name: [5000] * len(batch))
    counting = Embedded("o200k_base")
    assert [counting.count_many(["abc"])[0] for _ in range(5)] == [1, 1, 1, 5000, 5000]


def test_toktok_is_called_once_and_only_for_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call is slow, so a batch is one call; other texts are counted without it."""
    asked: list[Sequence[str]] = []

    def batch_count(batch: Sequence[str], name: str) -> list[int]:
        asked.append(batch)
        return [1000 + len(text) for text in batch]

    monkeypatch.setattr(engines, "ENOUGH_TEXT", 0)
    monkeypatch.setattr(engines, "toktok", lambda: batch_count)
    unproven = "the long ſ"
    counts = Embedded("o200k_base").count_many(["a", unproven, "bcd", "é"])
    assert asked == [["a", "bcd", "é"]]
    assert counts == [1001, true_counts("o200k_base", [unproven])[0], 1003, 1001]


def test_a_large_text_goes_to_toktok_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """It copies what it is given; a block that it is not proven for is counted without it."""
    asked: list[str] = []

    def batch_count(batch: Sequence[str], name: str) -> list[int]:
        asked.extend(batch)
        return true_counts(name, batch)

    monkeypatch.setattr(engines, "ENOUGH_TEXT", 0)
    monkeypatch.setattr(engines, "TOKTOK_BLOCK", 100)
    monkeypatch.setattr(engines, "toktok", lambda: batch_count)
    plain, unproven = "some words\ud83d\ude00, " * 50, "the long ſ, " * 20
    batch = ["short", plain + unproven + plain, "shorter"]
    assert Embedded("o200k_base").count_many(batch) == true_counts("o200k_base", batch)
    assert asked[:2] == ["short", "shorter"]
    assert max(map(len, asked)) < 120
    assert not any("ſ" in text for text in asked)
    assert len("".join(asked)) > 1.5 * len(plain)


@pytest.mark.parametrize(
    ("text", "proven"),
    [
        ("plain", True),
        ("naïve 中 😀", True),
        ("ſ", False),
        ("\u1ad0", False),
        ("\U00033479", False),
    ],
)
def test_what_is_proven(text: str, proven: bool) -> None:
    """Texts with characters new in Unicode 17 or the long s are not."""
    assert is_proven(f"x{text} y") is proven


def test_the_unproven_characters_are_as_many_as_were_found() -> None:
    """4,700 of them."""
    assert len(engines.unproven_characters()) == 4700


@cache
def without_pattern(name: str) -> Tiktoken:
    """An engine whose pattern is not valid, so that using it fails."""
    return Tiktoken(name, "no pattern (", load(name).mergeable_ranks, splitter(name))


@pytest.mark.parametrize("unit", [" ", "\n", " \r\n", "\u3000", "\t\x85"])
@pytest.mark.parametrize("name", NAMES)
def test_long_whitespace_is_kept_from_the_pattern_engine(
    monkeypatch: pytest.MonkeyPatch, name: str, unit: str
) -> None:
    """Our splitter splits it and tiktoken merges; our own encoder gives the same count."""
    monkeypatch.setattr(engines, "MAX_SPACE_RUN", 100)
    for text in (f"x {unit * 101}y", f"{unit * 500}", f"/{unit * 300}/ a"):
        assert without_pattern(name).count_many([text]) == [from_vocabulary(name).count(text)]
        assert without_pattern(name).count_many([text]) == true_counts(name, [text])


def test_a_long_pre_token_is_not_for_our_own_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """tiktoken is loaded for the block with it, however little work there was before."""
    monkeypatch.setattr(Tiktoken, "encode_block", lambda engine, block: [0] * 5000)
    texts = ["a a", "a" * (BLOCK_SIZE + 10_000), "a"]
    assert Embedded("o200k_base").count_many(texts) == [2, 5000, 1]


class _Panic(BaseException):
    """As tiktoken raises when its Rust code panics."""


_Panic.__name__ = "PanicException"


class _Failing:
    def __init__(self, failure: BaseException) -> None:
        self.failure = failure

    def encode_ordinary(self, text: str) -> list[int]:
        raise self.failure


def _tiktoken(name: str = "cl100k_base") -> Tiktoken:
    return Tiktoken(name, definition(name).pattern, load(name).mergeable_ranks, splitter(name))


def test_a_panic_never_escapes() -> None:
    """A text on which the pattern engine panics is counted without it."""
    counting = _tiktoken()
    vars(counting)["_by_pattern"] = _Failing(_Panic())
    text = "some text, and 'more' of it\n  " * 20
    assert counting.count_many([text]) == true_counts("cl100k_base", [text])


def test_other_exceptions_escape() -> None:
    """Such as the one for Ctrl-C."""
    counting = _tiktoken()
    vars(counting)["_by_pattern"] = _Failing(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        counting.count_many(["text"])


def test_long_white_space_never_reaches_the_pattern_engine() -> None:
    """It would panic on a million spaces; the longest token of spaces has 128."""
    counting = _tiktoken("o200k_base")
    vars(counting)["_by_pattern"] = _Failing(AssertionError("the pattern engine was asked"))
    assert counting.count_many([" " * 128_000 + " x"]) == [1001]
    runs = 10_000 if THOROUGH else 1000
    assert Embedded("o200k_base").count_many([" " * 128 * runs + " x"]) == [runs + 1]


def test_tiktoken_works_in_blocks() -> None:
    """A text of many blocks has the same ids as in one."""
    text = "one of many words, \r\n\t" * (3 * BLOCK_SIZE // 20)
    counting = _tiktoken()
    assert counting.encode(text) == encoding("cl100k_base").encode_ordinary(text)
    assert counting.count_many([text]) == true_counts("cl100k_base", [text])


def test_without_the_extra_the_description_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line names the engines that are installed."""
    monkeypatch.setattr(registry_sheets, "toktok", lambda: None)
    assert "no toktok-rs (the extra [fast] installs it)" in registry_sheets.engines()
    monkeypatch.setattr(registry_sheets, "toktok", lambda: _never)
    assert f"toktok-rs {version_of('toktok-rs')}." in registry_sheets.engines()


def test_another_version_of_the_fast_engine_is_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The proof is about one version."""
    monkeypatch.setattr(engines, "version_of", lambda name: "0.4.0")
    assert engines.toktok.__wrapped__() is None
    monkeypatch.setattr(engines, "version_of", lambda name: "0.3.9")
    assert engines.toktok.__wrapped__() is not None


@pytest.mark.parametrize("broken", [None, SimpleNamespace()])
def test_a_broken_fast_engine_is_not_used(monkeypatch: pytest.MonkeyPatch, broken: object) -> None:
    """Whether its import fails or its function is missing."""
    monkeypatch.setattr(engines, "version_of", lambda name: "0.3.0")
    monkeypatch.setitem(sys.modules, "toktok", broken)
    assert engines.toktok.__wrapped__() is None


def test_a_broken_tiktoken_is_a_failed_counter(
    engine: MakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small texts are counted without it; for others the error says what to do."""
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    assert engine("cl100k_base", "own").count_many(["a a"]) == [2]
    with pytest.raises(CounterError, match=r"tiktoken cannot be imported .*: install it again"):
        engine("cl100k_base", "tiktoken").count_many(["a a"])


def _never(*arguments: object) -> list[int]:
    raise AssertionError("this engine must not be asked")
