from __future__ import annotations

import socket
import sys
from decimal import Decimal
from pathlib import Path

import genai_prices
import pytest

from tokbench.errors import ConfigError, UnknownNameError, UsageError
from tokbench.pricing.money import Pricing
from tokbench.pricing.prices import find, given, read_prices

PRICES = """
["gpt-5"]
input = 1.25
output = 10
context_window = 400_000

["house/model"]
input = 3
tiers = [{ above = 500_000, input = 9 }, { above = 200_000, input = 6.10, output = 22 }]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "prices.toml"
    path.write_text(PRICES, "utf-8")
    return path


def test_a_file_of_prices_goes_first(file: Path) -> None:
    prices = read_prices(str(file))
    price = find("gpt-5", prices)
    assert (price.model, price.source, price.context_window) == ("gpt-5", "prices.toml", 400_000)
    assert price.call(1_000_000, 1_000_000) == Decimal("11.25")
    house = find("house/model", prices)
    assert house.call(200_000) == Decimal("0.6")
    assert house.call(200_001) == Decimal("1.2200061")
    assert house.call(500_001) == Decimal("4.500009")
    assert find("gpt-4o", prices).source.startswith("genai-prices")


def test_a_file_may_be_json(tmp_path: Path) -> None:
    path = tmp_path / "prices.JSON"
    path.write_text('{"m": {"input": 0.1, "output": null}}', "utf-8")
    assert find("m", read_prices(str(path))).call(3) == Decimal("0.0000003")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("m = 1", 'm: must be a table such as {"input": 2.5, "output": 10}, not 1'),
        ("[m]", "m.input: is missing"),
        (
            "[m]\ninput = '1'",
            'm.input: must be dollars for a million tokens, not the text "1": remove the quotes',
        ),
        ("[m]\ninput = true", "m.input: must be dollars for a million tokens, not true"),
        ("[m]\ninput = -1", "m.input: must be dollars for a million tokens, not -1"),
        ("[m]\ninput = nan", "m.input: must be dollars for a million tokens, not NaN"),
        ("[m]\ninput = inf", "m.input: must be dollars for a million tokens, not Infinity"),
        ("[m]\ninput = 1\nout = 1", "m.out: unknown key 'out'; did you mean 'output'? (known: "),
        ("[m]\ninput = 1\ncontext_window = 0", "m.context_window: must be at least 1 tokens, not"),
        ("[m]\ninput = 1\ntiers = 1", "m.tiers: must be a list, not 1"),
        ("[m]\ninput = 1\ntiers = [1]", "m.tiers[0]: must be a table such as {"),
        ("[m]\ninput = 1\ntiers = [{input = 1}]", "m.tiers[0].above: is missing"),
        ("[m]\ninput = 1\ntiers = [{above = 1.5}]", "m.tiers[0].above: must be a whole number of"),
        ("[m]\ninput = 1\ntiers = [{above = 9}]", "m.tiers[0].input: is missing"),
        ("[m]\ninput = 1e99999999999999999999", "m.input: must be dollars for a million tokens"),
        ("[m]\ninput = [[1]]", "m.input: must be dollars for a million tokens, not […]"),
        (f"[m]\ninput = 0x{'f' * 5000}", "m.input: must be dollars for a million tokens, not a h"),
        (f"[m]\ninput = 1\ncontext_window = 0x{'f' * 5000}", "m.context_window: must be at most "),
        (f"[m]\ninput = {'9' * 5000}", "Exceeds the limit (4300 digits)"),
        (f"m = {'[' * 3000}", "is nested too deeply to be a file of prices"),
        ("[m\n", "Expected ']' at the end of a table declaration (at line 1, column 3)"),
        ("\x00", "Invalid statement (at line 1, column 1)"),
    ],
)
def test_a_wrong_file_of_prices_is_one_line(text: str, reason: str, tmp_path: Path) -> None:
    assert_refused_in_one_line(tmp_path / "prices.toml", text, reason)


def assert_refused_in_one_line(path: Path, text: str, reason: str = "") -> None:
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        read_prices(str(path))
    assert str(caught.value).startswith(f"{path}: {reason}")
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"none\.toml: cannot be read: No such file or directory$"
    ):
        read_prices(str(tmp_path / "none.toml"))
    for name, content in (("a.json", b"[1]"), ("b.json", b"{"), ("c.toml", b"\xff")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ConfigError, match=name.replace(".", r"\.") + ": "):
            read_prices(str(tmp_path / name))


@pytest.mark.parametrize("text", ["", "x", "-1", "nan", "snan", "inf", "1e10", "1,25"])
def test_a_price_that_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(
        UsageError, match=r"^price='.*' is .*: give the dollars for a million tokens, such as 2\.5$"
    ):
        given(text)
    with pytest.raises(
        UsageError, match=r"^output_price='.*' is .*: give the dollars for a million tokens"
    ):
        given("1", text)


@pytest.mark.parametrize(
    "text",
    [
        '{"m": {"input": 1e99999999999999999999}}',
        f'{{"m": {{"input": {"9" * 5000}}}}}',
        f'{{"m": {{"input": {"[" * 900}{"]" * 900}}}}}',
        "[" * 100_000,
    ],
)
def test_json_that_python_cannot_hold_is_one_line(text: str, tmp_path: Path) -> None:
    assert_refused_in_one_line(tmp_path / "prices.json", text)


def test_the_price_of_a_model_is_found_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    price = find("gpt-4o")
    assert price.call(100_000) == Decimal("0.25")
    assert price.context_window == 128_000
    assert price.source == f"genai-prices {genai_prices.__version__} (openai, 2026-11-29 12:00 UTC)"


@pytest.mark.parametrize(
    ("model", "tokens", "cost"),
    [
        ("claude-sonnet-4-5", 200_000, "0.60"),
        ("claude-sonnet-4-5", 200_001, "1.200006"),
        ("anthropic/claude-sonnet-4-5", 200_001, "1.200006"),
        ("gpt-5.4", 272_000, "0.68"),
        ("gpt-5.4", 272_001, "1.360005"),
        ("OpenAI/gpt-4o", 100_000, "0.25"),
        ("openrouter/openai/gpt-4o", 100_000, "0.25"),
    ],
)
def test_listed_prices_are_right_to_the_cent(model: str, tokens: int, cost: str) -> None:
    assert find(model).call(tokens) == Decimal(cost)


def test_listed_output_prices() -> None:
    pricing = Pricing("m", "c", find("claude-sonnet-4-5"), output=True)
    assert pricing.cost(500).call == Decimal("0.0075")
    with pytest.raises(UsageError, match=r"^text-embedding-3-small .* no price for output tokens$"):
        find("openai/text-embedding-3-small").call(0, 5)


@pytest.mark.parametrize(
    ("model", "nearest"),
    [("gpt-50", "gpt-5"), ("gpt-5-foo", "gpt-5"), ("opnai/gpt-4o", "openai/gpt-4o")],
)
def test_an_unknown_model_gets_suggestions(model: str, nearest: str) -> None:
    """A similar name is suggested and never used."""
    with pytest.raises(UnknownNameError) as caught:
        find(model)
    line = str(caught.value)
    assert line.startswith(f"unknown model for genai-prices {genai_prices.__version__} {model!r}; ")
    assert nearest in line


def test_a_name_without_a_similar_one_lists_the_providers() -> None:
    with pytest.raises(UnknownNameError, match=r"\(known: .*anthropic, .*openai"):
        find("§")


def test_without_the_package_one_line_says_how_to_get_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "genai_prices", None)
    with pytest.raises(UsageError) as caught:
        find("gpt-4o")
    assert str(caught.value) == (
        "the price of gpt-4o needs the package genai_prices: pip install 'tokbench[prices]'"
    )
    assert find("gpt-5", read_prices(str(file))).source == "prices.toml"
