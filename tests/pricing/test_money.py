from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from tokbench.errors import UsageError
from tokbench.pricing.money import GivenPrice, Pricing, Tier, dollars
from tokbench.pricing.prices import given
from tokbench.result import Cost

TIERED = GivenPrice(
    (
        Tier(0, Decimal(3), Decimal(15)),
        Tier(200_000, Decimal(6), Decimal("22.5")),
        Tier(1_000_000, Decimal(12)),
    ),
    "prices.toml",
    "m",
    2_000_000,
)


def test_a_call_and_ten_thousand_calls() -> None:
    """2,000 tokens in and 500 out at $1 and $4 a million are $0.004, and $40 for 10,000 calls."""
    call = given("1.00", "4.00").call(2_000, 500)
    assert call == Decimal("0.004")
    assert 10_000 * call == Decimal("40.00")


@pytest.mark.parametrize(
    ("tokens", "cost"),
    [
        (0, "0"),
        (1, "0.000003"),
        (200_000, "0.60"),
        (200_001, "1.200006"),
        (1_000_000, "6"),
        (1_000_001, "12.000012"),
    ],
)
def test_the_tier_holds_for_the_whole_request(tokens: int, cost: str) -> None:
    assert TIERED.call(tokens) == Decimal(cost)


def test_the_size_of_the_request_sets_the_output_price_too() -> None:
    assert TIERED.call(200_000, 1_000) == Decimal("0.615")
    assert TIERED.call(200_001, 1_000) == Decimal("1.222506")


def test_output_without_a_price_is_refused() -> None:
    assert TIERED.call(1_000_001, 0) == Decimal("12.000012")
    with pytest.raises(UsageError, match=r"^m \(prices\.toml\) has no price for output tokens$"):
        TIERED.call(1_000_001, 1)
    with pytest.raises(UsageError, match=r"^price= has no price for output tokens$"):
        Pricing("m", "c", given("1"), output=True).cost(5)


def test_a_call_is_priced_and_then_multiplied() -> None:
    """Two calls of 150,000 tokens do not cost what one of 300,000 costs."""
    cost = Pricing("m", "c", TIERED, 2).cost(150_000, 200_001)
    assert cost == Cost(
        call=Decimal("0.45"),
        calls=2,
        total=Decimal("0.90"),
        saving=Decimal("1.500012"),
        window=Decimal("0.075"),
    )


def test_the_output_price_counts_for_what_the_model_writes() -> None:
    cost = Pricing("m", "c", given("1", "4"), 3, output=True).cost(500, 400)
    assert (cost.call, cost.total, cost.saving) == (
        Decimal("0.002"),
        Decimal("0.006"),
        Decimal("-0.0012"),
    )


def test_without_a_baseline_or_a_window_there_is_no_figure() -> None:
    cost = Pricing("m", "c", given("1")).cost(500)
    assert (cost.saving, cost.window) == (None, None)


@for_all(
    st.integers(0, 10**7),
    st.integers(0, 10**7),
    st.integers(1, 10**6),
    st.decimals(0, 1000, places=4),
)
def test_amounts_are_exact(tokens: int, baseline: int, calls: int, price: Decimal) -> None:
    """No amount is a float: it is the fraction that arithmetic on integers gives."""
    cost = Pricing("m", "c", given(str(price)), calls).cost(tokens, baseline)
    units = int(price * 10_000)
    assert cost.total * 10**10 == units * tokens * calls
    assert cost.saving is not None
    assert cost.saving * 10**10 == units * (baseline - tokens) * calls


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("0", "$0.00"),
        ("0.004", "$0.004"),
        ("40", "$40.00"),
        ("40.00", "$40.00"),
        ("1.200006", "$1.200006"),
        ("1.2345675", "$1.234568"),
        ("0.0012345675", "$0.001235"),
        ("1E-30", "$0.000000000000000000000000000001"),
        ("1240.5", "$1,240.50"),
        ("0.0000005", "$0.0000005"),
        ("0.0000725", "$0.0000725"),
        ("-0.00000123456", "-$0.00000123"),
        ("-0.01", "-$0.01"),
        ("1E+6", "$1,000,000.00"),
        ("123456789012345678901234.5", "$123,456,789,012,345,678,901,234.50"),
    ],
)
def test_amounts_for_people(amount: str, text: str) -> None:
    assert dollars(Decimal(amount)) == text
