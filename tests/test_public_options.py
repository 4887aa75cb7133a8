"""The options of ``compare``, which are those of the command line."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from support.environment import ROOT, Command

import tokbench
from tokbench.errors import ConfigError, TokbenchError, UnknownNameError, UsageError

TOOLS = ROOT / "fixtures" / "tools.json"
DATA = [{"id": 1, "name": 'a "b"'}, {"id": 2, "name": "c"}]


def test_the_result_is_that_of_the_command_line(command: Command, tmp_path: Path) -> None:
    """With every option that both have."""
    wrap, prices = tmp_path / "prompt.txt", tmp_path / "prices.json"
    wrap.write_text("Look: {payload}", encoding="utf-8")
    prices.write_text('{"gpt-4o": {"input": 2.5, "output": 10.1}}', encoding="utf-8")
    arguments = ["compare", str(TOOLS), "-f", "csv,json-min", "-c", "chars", "--model", "gpt-4o"]
    arguments += ["--fidelity", "off", "--allow", "ambiguous", "--embed", "json-string"]
    arguments += ["--wrap", str(wrap), "--framing", "openai-chat", "--prices", str(prices)]
    done = command(*arguments, "--calls", "1000", "--output-tokens", "-o", "json")
    assert (done.returncode, done.stderr) == (0, "")
    comparison = tokbench.compare(
        str(TOOLS),
        "csv,json-min",
        "chars",
        model="gpt-4o",
        fidelity="off",
        allow="ambiguous",
        embed="json-string",
        wrap=wrap,
        framing="openai-chat",
        prices=prices,
        calls=1000,
        output_tokens=True,
        jobs=2,
    )
    assert comparison.to_dict() == json.loads(done.stdout)
    assert comparison.payloads[0].rows[0].costs


def test_models_may_have_commas_between_them() -> None:
    """Or be in a list."""
    text = tokbench.compare(DATA, "csv", model="gpt-4o, gpt-4")
    assert text == tokbench.compare(DATA, "csv", model=["gpt-4o", "gpt-4"])
    assert [info.name for info in text.counters] == ["o200k_base", "cl100k_base"]


@pytest.mark.parametrize("price", ["2.5", 2.5, Decimal("2.50")])
def test_a_price_is_the_number_that_it_is_written_as(price: Any) -> None:
    """A float too: 2.5 dollars for a million tokens."""
    comparison = tokbench.compare(DATA, "csv", price=price, calls=10)
    row = comparison.payloads[0].row("csv")
    cost = row.costs["price"]
    assert cost.call == Decimal("2.5") * row.tokens["o200k_base"] / 1_000_000  # type: ignore[operator]
    assert (cost.calls, cost.total) == (10, 10 * cost.call)


def test_prices_may_be_a_mapping() -> None:
    """Of what a file holds; its floats are the numbers that they show."""
    prices = {
        "gpt-4o": {
            "input": 0.1,
            "output": Decimal("0.2"),
            "tiers": ({"above": 5, "input": 0.3},),
        }
    }
    comparison = tokbench.compare(DATA, "csv", model="gpt-4o", prices=prices)
    row = comparison.payloads[0].row("csv")
    tokens = row.tokens["o200k_base"]
    assert tokens is not None
    assert tokens > 5
    assert row.costs["gpt-4o"].call == Decimal("0.3") * tokens / 1_000_000
    assert comparison.prices[0].source == "prices="


@pytest.mark.parametrize(
    ("options", "kind", "reason"),
    [
        ({"allow": "loss"}, UnknownNameError, "^unknown allow 'loss'; did you mean 'lossless'"),
        ({"fidelity": True}, UnknownNameError, "^unknown fidelity 'True'"),
        ({"embed": "json"}, UnknownNameError, "^unknown embed 'json'; did you mean 'json-string'"),
        ({"framing": "chat"}, UnknownNameError, "^unknown framing 'chat'"),
        ({"model": "gpt-nope"}, UnknownNameError, "^unknown model 'gpt-nope'"),
        ({"model": ""}, UsageError, "^model= was given no name"),
        ({"jobs": 0}, UsageError, "^jobs=0 is not at least 1$"),
        ({"calls": 0, "price": 1}, UsageError, "^calls=0 is not at least 1$"),
        ({"calls": 5}, UsageError, "^nothing has a price: name a model=, or give a price=$"),
        ({"price": True}, UsageError, "^price='True' is not an amount of money"),
        ({"price": 1, "prices": {}}, UsageError, "^price= and prices= exclude each other"),
        ({"price": 1, "output_price": 2}, UsageError, "^output_price= has no effect without out"),
        (
            {"model": "gpt-4o", "prices": {"gpt-4o": {"input": "2"}}},
            ConfigError,
            r"^prices=: gpt-4o.input: must be dollars",
        ),
        ({"model": "gpt-4o", "prices": [1]}, ConfigError, "^prices=: must be a table"),
        ({"wrap": "nope.txt"}, TokbenchError, r"^nope\.txt: the template cannot be read"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    options: dict[str, Any], kind: type[TokbenchError], reason: str
) -> None:
    """With the names that Python programs use."""
    with pytest.raises(kind, match=reason) as caught:
        tokbench.compare(DATA, **options)
    assert "\n" not in str(caught.value)
