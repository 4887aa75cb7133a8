"""What tokens cost: the price of a model, taken call by call, in US dollars.

A price may depend on the size of the whole request, so tokens of several calls are never added up
and priced together: one call is priced, then multiplied. :mod:`tokbench.pricing.prices` finds
a price.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation, localcontext
from typing import Final, Protocol

from tokbench.errors import UsageError
from tokbench.result import Cost

MOST_TOKENS: Final = 10**12
"""More than any request or payload has: a larger number is a slip."""

_MILLION: Final = Decimal(1_000_000)


def decimal_of(text: str) -> Decimal:
    """The number that a text spells, exactly; NaN where it spells none that can be held.

    For the parsers of TOML and JSON, so that whoever takes the value names its key.
    """
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("NaN")


class Price(Protocol):
    """What a model costs."""

    @property
    def model(self) -> str:
        """The model, as the source calls it; empty where only a price was given."""

    @property
    def source(self) -> str:
        """Who says so, for people."""

    @property
    def context_window(self) -> int | None:
        """The most tokens of a request and its reply, by the source; None where it is silent."""

    def call(self, input_tokens: int, output_tokens: int = 0) -> Decimal:
        """The dollars of one call.

        Raises:
            UsageError: There are output tokens, and the source names no price for them.
        """


@dataclass(frozen=True, slots=True)
class Tier:
    """The prices of a whole request from some size on.

    Attributes:
        above: The input tokens that a request must exceed; 0 for the tier of any request.
        input: Dollars for a million input tokens.
        output: Dollars for a million output tokens, or None where none is known.
    """

    above: int
    input: Decimal
    output: Decimal | None = None


@dataclass(frozen=True, slots=True)
class GivenPrice:
    """A price that the user gave.

    Attributes:
        tiers: The tier above 0, then any others upwards.
        source: ``--price``, or the name of a file.
        model: The model, where the price is from a file.
        context_window: The most tokens of a request and its reply, or None.
    """

    tiers: tuple[Tier, ...]
    source: str
    model: str = ""
    context_window: int | None = None

    def call(self, input_tokens: int, output_tokens: int = 0) -> Decimal:
        """The dollars of one call; all of its tokens cost what the size of the request says."""
        tier = next(t for t in reversed(self.tiers) if input_tokens > t.above or t.above == 0)
        check_output_price(self, output_tokens, known=tier.output is not None)
        output = output_tokens * (tier.output or Decimal(0))
        return (input_tokens * tier.input + output) / _MILLION


@dataclass(frozen=True, slots=True)
class Pricing:
    """A column of costs.

    Attributes:
        name: The column's name: the model, or ``price`` where only a price was given.
        counter: The name of the counter whose tokens are priced.
        price: What they cost.
        calls: How many calls carry a rendering.
        output: Whether the model writes the rendering, so that the output price counts.
    """

    name: str
    counter: str
    price: Price
    calls: int = 1
    output: bool = False

    def cost(self, tokens: int, baseline: int | None) -> Cost:
        """What a rendering of so many tokens costs, against one of the baseline's."""
        return cost_of(self.price, tokens, calls=self.calls, baseline=baseline, output=self.output)


def cost_of(
    price: Price,
    tokens: int,
    *,
    calls: int = 1,
    baseline: int | None = None,
    output: bool = False,
) -> Cost:
    """What it costs to send a rendering, or to have it written.

    Args:
        price: The model's price.
        tokens: The rendering's tokens.
        calls: How many calls carry it.
        baseline: The tokens of the baseline's rendering, or None.
        output: Whether the model writes the rendering, so that the output price counts.

    Raises:
        UsageError: The output price counts, and is not known.
    """

    def of_one(tokens: int) -> Decimal:
        return price.call(0, tokens) if output else price.call(tokens)

    call = of_one(tokens)
    return Cost(
        call=call,
        calls=calls,
        total=calls * call,
        saving=None if baseline is None else calls * (of_one(baseline) - call),
        window=tokens / Decimal(price.context_window) if price.context_window else None,
    )


def check_output_price(price: Price, output_tokens: int, *, known: bool) -> None:
    """Refuse to take a price that nobody named for nothing.

    Raises:
        UsageError: There are output tokens and no price for them.
    """
    if output_tokens and not known:
        what = f"{price.model} ({price.source})" if price.model else price.source
        raise UsageError(f"{what} has no price for output tokens")


def dollars(amount: Decimal) -> str:
    """An amount for people, such as ``$0.004``, ``$1,240.50`` or ``-$0.01``.

    At least the cents, at most the millionth of a dollar or, below a thousandth, three digits;
    rounded half up.
    """
    sign = "-" if amount < 0 else ""
    places = max(6, 2 - amount.adjusted()) if amount else 6
    with localcontext(prec=100):  # a great many calls have more digits than the default holds
        rounded = abs(amount).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    whole, _, fraction = f"{rounded:,f}".partition(".")
    return f"{sign}${whole}.{fraction.rstrip('0').ljust(2, '0')}"
