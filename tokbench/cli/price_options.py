"""The options about money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import typer

from tokbench.counters.choice import choose, for_models
from tokbench.errors import UsageError
from tokbench.pricing.money import Price, Pricing

Calls = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Show what this many calls cost, in US dollars."),
]
InputPrice = Annotated[
    str | None,
    typer.Option(
        "--price", metavar="P", help="The price of a million input tokens, in US dollars."
    ),
]
OutputPrice = Annotated[
    str | None,
    typer.Option(metavar="P", help="The price of a million output tokens, in US dollars."),
]
PricesFile = Annotated[
    str | None,
    typer.Option(
        "--prices", metavar="FILE", help="Take the prices of models from this TOML or JSON file."
    ),
]
OutputTokens = Annotated[
    bool,
    typer.Option(
        "--output-tokens", help="Price renderings as output tokens, as if the model wrote them."
    ),
]


class PricingOptions(NamedTuple):
    """The values of the options about money, None or False where they are not given."""

    calls: int | None
    price: str | None
    output_price: str | None
    prices_file: str | None
    output: bool

    @property
    def wanted(self) -> bool:
        """Whether any option asks for costs."""
        return self.output or any(
            value is not None
            for value in (self.calls, self.price, self.output_price, self.prices_file)
        )

    def columns(self, counters: Sequence[str], models: Sequence[str]) -> tuple[Pricing, ...]:
        """The columns of costs: one for each model, or one for a price alone.

        Raises:
            UsageError: Nothing has a price, a price cannot be read, or an option has no effect.
            UnknownNameError: No price is known for a model.
        """
        if not self.wanted:
            return ()
        self._refuse_unused()
        return tuple(
            Pricing(name, counter, self._price(name), self.calls or 1, self.output)
            for name, counter in dict.fromkeys(self._priced(counters, models))
        )

    def _refuse_unused(self) -> None:
        """Refuse an option that has no effect with the others."""
        if self.price is not None and self.prices_file is not None:
            raise UsageError("--price and --prices exclude each other", hint="give one of them")
        if self.output_price is not None and self.price is None:
            raise UsageError("--output-price needs --price", hint="give both")
        if self.output_price is not None and not self.output:
            raise UsageError(
                "--output-price has no effect without --output-tokens", hint="give both"
            )

    def _price(self, model: str) -> Price:
        # Imported here: most comparisons ask for no costs.
        from tokbench.pricing import prices

        if self.price is not None:
            return prices.given(self.price, self.output_price)
        own = prices.read_prices(self.prices_file) if self.prices_file else None
        return prices.find(model, own)

    def _priced(self, counters: Sequence[str], models: Sequence[str]) -> Iterator[tuple[str, str]]:
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
            raise UsageError("nothing has a price", hint="name a --model, or give a --price")
        return iter(asked)
