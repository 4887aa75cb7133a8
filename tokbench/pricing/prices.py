"""Where a model's price comes from: the user's own file, or else the data of ``genai-prices``."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tokbench.errors import ConfigError, UnknownNameError, UsageError, option
from tokbench.fields import Fields, as_integer, or_null, shown_value
from tokbench.optional import extra
from tokbench.pricing.money import (
    MOST_TOKENS,
    GivenPrice,
    Price,
    Tier,
    check_output_price,
    decimal_of,
)

if TYPE_CHECKING:
    from genai_prices.types import PriceCalculation

PRICES_AT: Final = datetime(2026, 11, 29, 12, tzinfo=UTC)
"""The time whose prices are used: some depend on the day or the hour, and a report must not."""

_MOST_DOLLARS: Final = Decimal(10**9)
"""For a million tokens: a higher price is a typing error."""

_NOUN: Final = 'a table such as {"input": 2.5, "output": 10}'


@dataclass(frozen=True, slots=True)
class ListedPrice:
    """A price from the data in the ``genai-prices`` package, by its own names."""

    provider: str
    model: str
    source: str
    context_window: int | None

    def call(self, input_tokens: int, output_tokens: int = 0) -> Decimal:
        """The dollars of one call, by the package's own arithmetic."""
        found = _calculate(self.model, self.provider, input_tokens, output_tokens)
        check_output_price(self, output_tokens, known=found.model_price.output_mtok is not None)
        return found.total_price


def find(model: str, prices: Mapping[str, GivenPrice] | None = None) -> Price:
    """The price of a model such as ``gpt-5``, or of ``provider/model`` as ``genai-prices`` has it.

    The prices that are given go first, by the model's name as it is asked for.

    Raises:
        UnknownNameError: There is no price for the model.
        UsageError: The package with the prices is not installed.
    """
    if prices and model in prices:
        return prices[model]
    with extra("prices", "genai_prices", needed_by=f"the price of {model}", error=UsageError):
        import genai_prices
    source = f"genai-prices {genai_prices.__version__}"
    provider, _, name = model.partition("/") if "/" in model else ("", "", model)
    try:
        found = _calculate(name, provider.lower() or None)
    except LookupError:
        raise _unknown(model, source) from None
    return ListedPrice(
        provider=found.provider.id,
        model=found.model.id,
        source=f"{source} ({found.provider.id}, {PRICES_AT:%Y-%m-%d %H:%M} UTC)",
        context_window=found.model.context_window,
    )


def given(input_price: str, output_price: str | None = None) -> GivenPrice:
    """The price that options give, in dollars for a million tokens.

    Raises:
        UsageError: It is not an amount of money.
    """
    output = None if output_price is None else _of_option("output_price", output_price)
    return GivenPrice((Tier(0, _of_option("price", input_price), output),), option("price"))


def read_prices(path: str) -> dict[str, GivenPrice]:
    """The prices of a TOML or JSON file, by model.

    Each model is a table with ``input`` and optionally ``output`` (dollars for a million tokens),
    ``context_window`` (tokens) and ``tiers``: a list of tables with ``above`` (input tokens),
    ``input`` and ``output``. A request of more input tokens than ``above`` has the tier's prices
    for all its tokens.

    Raises:
        ConfigError: The file cannot be read, or a value in it is wrong.
    """
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
        parse = json.loads if file.suffix.lower() == ".json" else tomllib.loads
        document = parse(text, parse_float=decimal_of)
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", place=path) from None
    except RecursionError:
        raise ConfigError("is nested too deeply to be a file of prices", place=path) from None
    except ValueError as error:
        raise ConfigError(str(error), place=path) from None
    return _of_document(document, path, file.name)


def of_mapping(prices: Mapping[str, Any]) -> dict[str, GivenPrice]:
    """The prices of a mapping that is what :func:`read_prices` reads from a file.

    Raises:
        ConfigError: A value in it is wrong.
    """
    argument = option("prices")
    return _of_document(_exact(prices), argument, argument)


def _exact(value: Any) -> Any:
    """The same with each float as the number that it is written as."""
    if isinstance(value, Mapping):
        return {key: _exact(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_exact(each) for each in value]
    return decimal_of(repr(value)) if isinstance(value, float) else value


def _of_document(document: Any, place: str, source: str) -> dict[str, GivenPrice]:
    models = Fields.of(document, place, ConfigError, noun=_NOUN)
    return {model: _price(models.table(model), model, source) for model in models.values}


_KEYS = ("input", "output", "context_window", "tiers")


def _price(fields: Fields, model: str, source: str) -> GivenPrice:
    for key, value in fields.values.items():
        if isinstance(value, Mapping) and key not in _KEYS:
            hint = f'write a name with a dot in quotes: ["{model}.{key}"]'
            raise ConfigError(f"{model} has a table {key}", place=fields.file, hint=hint)
    fields.refuse_unknown(_KEYS)
    tiers = sorted(map(_tier, fields.tables("tiers", ())), key=lambda tier: tier.above)
    window = fields.take("context_window", or_null(_tokens), None)
    base = Tier(0, fields.take("input", _money), fields.take("output", or_null(_money), None))
    return GivenPrice((base, *tiers), source, model, window)


_tokens = partial(as_integer, unit="tokens", at_least=1, at_most=MOST_TOKENS)


def _tier(fields: Fields) -> Tier:
    fields.refuse_unknown(("above", "input", "output"))
    return Tier(
        above=fields.take("above", _tokens),
        input=fields.take("input", _money),
        output=fields.take("output", or_null(_money), None),
    )


def _money(value: Any) -> Decimal:
    if not _is_price(value):
        text = f"the text {shown_value(value)}: remove the quotes"
        what = text if isinstance(value, str) else shown_value(value)
        raise ValueError(f"must be dollars for a million tokens, not {what}")
    return Decimal(value)


def _is_price(amount: object) -> bool:
    if isinstance(amount, bool) or not isinstance(amount, (int, Decimal)):
        return False
    return Decimal(amount).is_finite() and 0 <= amount <= _MOST_DOLLARS


def _of_option(name: str, text: str) -> Decimal:
    amount = decimal_of(text)
    if not _is_price(amount):
        raise UsageError(
            f"{option(name, text)} is not an amount of money",
            hint="give the dollars for a million tokens, such as 2.5",
        )
    return amount


def _calculate(
    model: str, provider: str | None, input_tokens: int = 0, output_tokens: int = 0
) -> PriceCalculation:
    from genai_prices import Usage, calc_price

    usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    return calc_price(usage, model, provider_id=provider, genai_request_timestamp=PRICES_AT)


def _unknown(model: str, source: str) -> UnknownNameError:
    """The error for a model without a price, with the names most like it that have one."""
    from genai_prices.data_snapshot import get_snapshot

    providers = get_snapshot().providers
    names = [f"{p.id}/{m.id}" if "/" in model else m.id for p in providers for m in p.models]
    near = difflib.get_close_matches(model, dict.fromkeys(names), n=5)
    return UnknownNameError(f"model for {source}", model, near or [p.id for p in providers])
