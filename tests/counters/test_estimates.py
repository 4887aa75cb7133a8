from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.counting import count_many

from tokbench.counters import Scheme
from tokbench.counters.estimates import ESTIMATES, SCHEMES

COUNTERS = {estimate.name: estimate for estimate in ESTIMATES}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("chars", "", 0),
        ("chars", "naïve 😀", 7),
        ("bytes", "naïve 😀", 11),
        ("words", "  two\n\twords ", 2),
        ("words", "", 0),
        ("chars/4", "", 0),
        ("chars/4", "x", 0),
        ("chars/4", "xx", 1),  # 0.5: a tie goes up
        ("chars/4", "x" * 10, 3),  # 2.5
        ("chars/3.5", "x" * 5, 1),  # 1.43
        ("chars/3.5", "x" * 6, 2),  # 1.71
        ("chars/3.5", "x" * 7, 2),
        ("claude~", "x" * 7404, 2115),
        ("gemini~", "x" * 7404, 1851),
    ],
)
def test_known_answers(name: str, text: str, expected: int) -> None:
    assert COUNTERS[name].count(text) == expected


@pytest.mark.parametrize(
    ("text", "chars", "size"),
    [("\ud83d", 1, 3), ("a\ude00b", 3, 5), ("\ud83d\ude00", 1, 4), ("\ude00\ud83d", 2, 6)],
)
def test_half_a_pair_counts_as_the_replacement_character(text: str, chars: int, size: int) -> None:
    """Two halves that make a pair are one character; any other half is U+FFFD."""
    assert COUNTERS["chars"].count(text) == chars
    assert COUNTERS["bytes"].count(text) == size


@given(st.lists(st.text()))
def test_every_text_has_its_own_count(texts: list[str]) -> None:
    for estimate in ESTIMATES:
        assert count_many(estimate, texts) == [estimate.count(text) for text in texts]


@given(st.integers(0, 10**6))
def test_fractions_are_within_half_a_token(length: int) -> None:
    """chars/4 and chars/3.5 are the nearest whole number, checked without their own rounding."""
    text = "x" * length
    assert abs(2 * (4 * COUNTERS["chars/4"].count(text) - length)) <= 4
    assert abs(2 * (7 * COUNTERS["chars/3.5"].count(text) - 2 * length)) <= 7


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
def test_every_scheme_makes_a_labelled_estimate(scheme: Scheme) -> None:
    counter = scheme.make("")
    assert (counter.info.name, counter.info.kind, scheme.kind) == (
        scheme.name,
        "estimate",
        "estimate",
    )
    assert counter.info.vocabulary_sha256 is None
    assert counter.info.notes[0].startswith("an estimate: ")
