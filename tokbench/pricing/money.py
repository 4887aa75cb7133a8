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
"""More than any request or payload has: a larger number is a typing error."""

_MILLION: Final = Decimal(1_000_000)


def decimal_of(text: str) -> Decimal:
    """The exact number that a text spells; NaN where it spells none or one beyond Decimal.

    For the parsers of TOML and JSON: the error comes later, where the key is known.
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
        """Where the price comes from, for people."""

    @property
    def context_window(self) -> int | None:
        """The most tokens of a request and its reply; None where the source does not say."""

    def call(self, input_tokens: int, output_tokens: int = 0) -> Decimal:
        """The dollars of one call.

        Raises:
            UsageError: There are output tokens, and the source has no price for them.
        """


@dataclass(frozen=True, slots=True)
class Tier:
    """The prices of a whole request from some size on.

    Attributes:
        above: The tier is for requests of more input tokens than this; 0 is for any request.
        input: Dollars for a million input tokens.
        output: Dollars for a million output tokens, or None where none is known.
    """

    above: int
    input: Decimal
    output: Decimal | None = None


@dataclass(frozen=True, slots=True)
class GivenPrice:
    """A price that the user gave: the tier above 0, then any others in ascending order."""

    tiers: tuple[Tier, ...]
    source: str
    model: str = ""
    context_window: int | None = None

    def call(self, input_tokens: int, output_tokens: int = 0) -> Decimal:
        """The dollars of one call; all its tokens are priced by the tier of the request's size."""
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
        calls: The number of calls that send the rendering.
        output: Whether the model writes the rendering, so that the output price counts.
    """

    name: str
    counter: str
    price: Price
    calls: int = 1
    output: bool = False

    def cost(self, tokens: int, baseline: int | None = None) -> Cost:
        """The cost of a rendering, against the baseline's tokens; raises what the price does."""

        def of_one(tokens: int) -> Decimal:
            return self.price.call(0, tokens) if self.output else self.price.call(tokens)

        call, window = of_one(tokens), self.price.context_window
        return Cost(
            call=call,
            calls=self.calls,
            total=self.calls * call,
            saving=None if baseline is None else self.calls * (of_one(baseline) - call),
            window=tokens / Decimal(window) if window else None,
        )


def check_output_price(price: Price, output_tokens: int, *, known: bool) -> None:
    """Refuse to price output tokens at nothing because their price is unknown.

    Raises:
        UsageError: There are output tokens and no price for them.
    """
    if output_tokens and not known:
        what = f"{price.model} ({price.source})" if price.model else price.source
        raise UsageError(f"{what} has no price for output tokens")


def dollars(amount: Decimal, decimals: int = 2) -> str:
    """An amount for people, rounded half up.

    It has at least ``decimals`` and at most six decimals, or three digits where it is below $0.001.

    >>> dollars(Decimal("1240.5")), dollars(Decimal("-0.0040")), dollars(Decimal("0.00001234"))
    ('$1,240.50', '-$0.004', '$0.0000123')
    """
    sign = "-" if amount < 0 else ""
    places = max(6, 2 - amount.adjusted()) if amount else 6
    with localcontext(prec=100):  # the cost of very many calls has more digits than the default
        rounded = abs(amount).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    whole, _, fraction = f"{rounded:,f}".partition(".")
    return f"{sign}${whole}.{fraction.rstrip('0').ljust(decimals, '0')}"
