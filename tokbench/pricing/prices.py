"""Where a model's price comes from: a file of the user's, else the data of ``genai-prices``."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tokbench.errors import ConfigError, UnknownNameError, UsageError, option
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
"""The moment whose prices count: some depend on the day or the hour, and a report must not."""


_DEAREST: Final = Decimal(10**9)
"""Dollars for a million tokens: whatever is more is a slip."""

_EXAMPLE: Final = '{"input": 2.5, "output": 10}'


@dataclass(frozen=True, slots=True)
class ListedPrice:
    """A price out of the data that the ``genai-prices`` package carries.

    Attributes:
        provider: The provider's name in the data.
        model: The model's name in the data.
        source: The package, its version and the moment.
        context_window: The most tokens of a request and its reply, or None.
        at: The moment.
    """

    provider: str
    model: str
    source: str
    context_window: int | None
    at: datetime

    def call(self, input_tokens: int, output_tokens: int = 0) -> Decimal:
        """The dollars of one call, by the package's own arithmetic."""
        found = _calculate(self.model, self.provider, self.at, input_tokens, output_tokens)
        check_output_price(self, output_tokens, known=found.model_price.output_mtok is not None)
        return found.total_price


def find(model: str, prices: Mapping[str, GivenPrice] | None = None) -> Price:
    """The price of a model.

    Args:
        model: A model such as ``gpt-5``, or ``provider/model`` as ``genai-prices`` names them.
        prices: Prices that go first, by the model's name as it is asked for.

    Raises:
        UnknownNameError: Nobody names a price for the model.
        UsageError: The package with the prices is not installed.
    """
    if prices and model in prices:
        return prices[model]
    with extra("prices", "genai_prices", needed_by=f"the price of {model}", error=UsageError):
        import genai_prices
    source = f"genai-prices {genai_prices.__version__}"
    provider, _, name = model.partition("/") if "/" in model else ("", "", model)
    try:
        found = _calculate(name, provider.lower() or None, PRICES_AT)
    except LookupError:
        raise _unknown(model, source) from None
    return ListedPrice(
        provider=found.provider.id,
        model=found.model.id,
        source=f"{source} ({found.provider.id}, {PRICES_AT:%Y-%m-%d %H:%M} UTC)",
        context_window=found.model.context_window,
        at=PRICES_AT,
    )


def given(input_price: str, output_price: str | None = None) -> GivenPrice:
    """The price of ``--price``: dollars for a million tokens.

    Raises:
        UsageError: It is no amount of money.
    """
    output = None if output_price is None else _of_option("output_price", output_price)
    return GivenPrice((Tier(0, _of_option("price", input_price), output),), option("price"))


def read_prices(path: str) -> dict[str, GivenPrice]:
    """The prices of a TOML or JSON file, by model.

    Each model is a table with ``input``, and perhaps ``output`` (dollars for a million tokens),
    ``context_window`` (tokens) and ``tiers``: a list of tables with ``above`` (input tokens),
    ``input`` and ``output``, whose prices hold for the whole of a larger request.

    Raises:
        ConfigError: The file cannot be read, or a key of it is wrong.
    """
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
        parse = json.loads if file.suffix.lower() == ".json" else tomllib.loads
        found = parse(text, parse_float=decimal_of)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except RecursionError:
        raise ConfigError(f"{path}: is nested too deeply to be a file of prices") from None
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from None
    try:
        models = _table("the file", found)
        return {model: _price(model, value, file.name) for model, value in models.items()}
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from None


def _price(model: str, value: object, source: str) -> GivenPrice:
    table = _table(model, value, "input", "output", "context_window", "tiers")
    larger = table.get("tiers", [])
    if not isinstance(larger, list):
        raise ValueError(f"{model}.tiers is no list of tables")
    tiers = [_tier(f"{model}.tiers", tier) for tier in larger]
    if any(tier.above == 0 for tier in tiers):
        raise ValueError(f"{model}.tiers has a tier without 'above'")
    base = _tier(model, {key: table.get(key) for key in ("input", "output")})
    window = _whole(model, table, "context_window")
    ordered = sorted(tiers, key=lambda tier: tier.above)
    return GivenPrice((base, *ordered), source, model, window)


def _tier(where: str, value: object) -> Tier:
    table = _table(where, value, "above", "input", "output")
    price = _money(where, table, "input")
    if price is None:
        raise ValueError(f"{where} has no 'input', the dollars for a million tokens")
    return Tier(_whole(where, table, "above") or 0, price, _money(where, table, "output"))


def _table(where: str, value: object, *keys: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{where} is no table, such as {_EXAMPLE}")
    unknown = [key for key in value if keys and key not in keys]
    if unknown:
        raise ValueError(f"{where} has the unknown key {unknown[0]!r} (known: {', '.join(keys)})")
    return value


def _money(where: str, table: dict[str, Any], key: str) -> Decimal | None:
    amount = table.get(key)
    if amount is None:
        return None
    if not _is_price(amount):
        raise ValueError(f"{where} has {key} = {_shown(amount)}: no dollars for a million tokens")
    return Decimal(amount)


def _is_price(amount: object) -> bool:
    if isinstance(amount, bool) or not isinstance(amount, (int, Decimal)):
        return False
    return Decimal(amount).is_finite() and 0 <= amount <= _DEAREST


def _whole(where: str, table: dict[str, Any], key: str) -> int | None:
    number = table.get(key)
    if number is not None and (type(number) is not int or not 0 < number <= MOST_TOKENS):
        raise ValueError(f"{where} has {key} = {_shown(number)}: no number of tokens")
    return number


def _shown(value: object) -> str:
    """A wrong value in an error: Python cannot write out every list or integer."""
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and abs(value) > MOST_TOKENS:
        return "a huge number"
    return str(value)


def _of_option(name: str, text: str) -> Decimal:
    amount = decimal_of(text)
    if not _is_price(amount):
        raise UsageError(
            f"{option(name, text)} is not an amount of money",
            hint="give the dollars for a million tokens, such as 2.5",
        )
    return amount


def _calculate(
    model: str,
    provider: str | None,
    at: datetime,
    input_tokens: int = 0,
    output_tokens: int = 0,
) -> PriceCalculation:
    from genai_prices import Usage, calc_price

    usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    return calc_price(usage, model, provider_id=provider, genai_request_timestamp=at)


def _unknown(model: str, source: str) -> UnknownNameError:
    """The error for a model without a price, with the nearest of the thousands that have one."""
    from genai_prices.data_snapshot import get_snapshot

    providers = get_snapshot().providers
    names = [f"{p.id}/{m.id}" if "/" in model else m.id for p in providers for m in p.models]
    near = difflib.get_close_matches(model, dict.fromkeys(names), n=5)
    return UnknownNameError(f"model for {source}", model, near or [p.id for p in providers])
