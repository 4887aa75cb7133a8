"""Limits are computed in whole numbers: the same on every machine, at every size."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokbench.gate.limits import Increase, Saving, change_text, percentage


@pytest.mark.parametrize(
    ("before", "now", "percent", "fails"),
    [
        (100, 110, "10", False),
        (1000, 1050, "5", False),
        (100, 115, "15", False),
        (200, 214, "7", False),
        (2000, 2099, "5", False),
        (2000, 2100, "5", False),
        (2000, 2101, "5", True),
        (10000, 10500, "5", False),
        (300, 303, "1", False),
        (3, 4, "33", True),
        (3, 4, "33.4", False),
        (1000, 1025, "2.5", False),
        (1000, 1026, "2.5", True),
        (7, 7, "0", False),
        (7, 8, "0", True),
        (0, 0, "50", False),
        (0, 1, "50", True),
    ],
)
def test_growth_fails_when_it_is_more_than_the_percentage(
    before: int, now: int, percent: str, fails: bool
) -> None:
    """In floating point some of these, such as 214 over 200, would come out too large."""
    assert (now > Increase.of(f"{percent}%").ceiling(before)) is fails


@given(
    before=st.integers(0, 10**9),
    now=st.integers(0, 10**9),
    hundredths=st.integers(0, 100_000),
)
def test_a_percentage_is_decided_by_its_definition(before: int, now: int, hundredths: int) -> None:
    """More than L percent is (now - before) * 100 > L * before."""
    limit = Increase.of(f"{hundredths // 100}.{hundredths % 100:02}%")
    fails = (now - before) * 100 > Fraction(hundredths, 100) * before
    assert (now > limit.ceiling(before)) is fails


@given(before=st.integers(0, 10**9), allowed=st.integers(0, 10**9))
def test_a_number_of_tokens_is_added(before: int, allowed: int) -> None:
    assert Increase.of(allowed).ceiling(before) == before + allowed


@given(other=st.integers(0, 10**9), tokens=st.integers(0, 10**9), tenths=st.integers(0, 1000))
def test_a_saving_is_decided_by_its_definition(other: int, tokens: int, tenths: int) -> None:
    """At least P percent of the other format's tokens must be saved; exactly P is enough."""
    saving = Saving("json-pretty", Fraction(tenths, 10))
    enough = (other - tokens) * 100 >= Fraction(tenths, 10) * other
    assert (tokens <= saving.ceiling(other)) is enough


@pytest.mark.parametrize(
    "wrong", ["5", "five%", "-5%", "1/2%", "nan%", "%", "", -1, True, None, 5.0, Decimal("2.5"), []]
)
def test_an_increase_that_could_mean_two_things_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="must be"):
        Increase.of(wrong)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("40%", 40),
        ("40", 40),
        (40, 40),
        (Decimal("2.5"), Fraction(5, 2)),
        (" 2.5 % ", Fraction(5, 2)),
    ],
)
def test_a_percentage_is_exact_however_it_is_written(written: object, meant: Fraction) -> None:
    assert percentage(written) == meant


@pytest.mark.parametrize("wrong", [2.5, True, None, "-1", Decimal("NaN"), "1e3", "٥", "²"])
def test_what_is_no_percentage_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="must be a percentage"):
        percentage(wrong)


@pytest.mark.parametrize(
    ("before", "now", "text"),
    [
        (2000, 2099, "+99, +4.95 %"),
        (2000, 2101, "+101, +5.05 %"),
        (100_000, 105_001, "+5,001, +5.00 %"),
        (794, 343, "-451, -56.80 %"),
        (7, 7, "+0, +0.00 %"),
        (0, 3, "+3"),
    ],
)
def test_a_change_shows_enough_digits_to_follow_the_verdict(
    before: int, now: int, text: str
) -> None:
    assert change_text(before, now) == text


def test_limits_say_what_they_are() -> None:
    assert str(Increase.of("2.50%")) == "2.5%"
    assert str(Increase.of(1200)) == "1,200 tokens"
    assert str(Saving("json-pretty", Fraction(40))) == "40% under json-pretty"
