"""The columns of costs that options ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tokbench.counters.choice import choose, for_models
from tokbench.errors import UsageError, option

if TYPE_CHECKING:
    from tokbench.pricing.money import GivenPrice, Pricing


class PriceOptions(NamedTuple):
    """What a caller asks for, by the names of the options.

    Attributes:
        calls: The number of calls that send a rendering; None for one.
        price: Dollars for a million input tokens.
        output_price: Dollars for a million output tokens.
        prices: The path of a file with the prices of models, or its content.
        output_tokens: Whether the model writes the rendering, so that the output price counts.
    """

    calls: int | None = None
    price: str | None = None
    output_price: str | None = None
    prices: str | Mapping[str, Any] | None = None
    output_tokens: bool = False

    def columns(self, counters: Sequence[str], models: Sequence[str]) -> tuple[Pricing, ...]:
        """One for each model, or one for a price alone; none where no option is given.

        Raises:
            UsageError: Nothing has a price, a price cannot be read, or an option has no effect.
            UnknownNameError: No price is known for a model.
            ConfigError: The prices of models are wrong.
        """
        if self == PriceOptions():
            return ()
        from tokbench.pricing import money, prices  # most comparisons ask for no costs

        self._refuse_unused()
        priced = dict.fromkeys(self._priced(counters, models))
        given = None if self.price is None else prices.given(self.price, self.output_price)
        own = self._own()
        calls = 1 if self.calls is None else self.calls
        return tuple(
            money.Pricing(name, counter, given or prices.find(name, own), calls, self.output_tokens)
            for name, counter in priced
        )

    def _own(self) -> dict[str, GivenPrice] | None:
        from tokbench.pricing import prices

        if self.prices is None:
            return None
        if isinstance(self.prices, str):
            return prices.read_prices(self.prices)
        return prices.of_mapping(self.prices)

    def _refuse_unused(self) -> None:
        price, output_price, output_tokens = map(option, ("price", "output_price", "output_tokens"))
        if self.calls is not None and self.calls < 1:
            raise UsageError(f"{option('calls', self.calls)} is not at least 1")
        if self.price is not None and self.prices is not None:
            raise UsageError(
                f"{price} and {option('prices')} exclude each other", hint="give one of them"
            )
        if self.output_price is not None and self.price is None:
            raise UsageError(f"{output_price} needs {price}", hint="give both")
        if self.output_price is not None and not self.output_tokens:
            raise UsageError(
                f"{output_price} has no effect without {output_tokens}", hint="give both"
            )

    def _priced(self, counters: Sequence[str], models: Sequence[str]) -> list[tuple[str, str]]:
        """The models and endpoints, or the given price, each with the counter of its tokens."""
        asked = [(choice.model, choice.counter_name) for choice in for_models(models, counters)]
        taken = {counter for _, counter in asked}
        named = [counter.info for counter in choose(counters)]
        asked += [
            (info.name.partition(":")[2], info.name)
            for info in named
            if info.name not in taken and info.kind == "api"
        ]
        if not asked and self.price is not None:
            asked = [("price", named[0].name)]
        if not asked:
            hint = f"name a {option('model')}, or give a {option('price')}"
            raise UsageError("nothing has a price", hint=hint)
        return asked
