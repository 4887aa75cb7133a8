"""What a screen shows at some widths: columns leave in their order, and nothing is broken."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from support.environment import ROOT
from support.goldens import assert_golden
from support.samples import COUNTS_VIEW, REPORT

from tokbench.advice.ablation import Ablation
from tokbench.advice.breakdown import breakdown
from tokbench.counters import get
from tokbench.pricing.money import Pricing
from tokbench.pricing.prices import given
from tokbench.ranking import Bench
from tokbench.readers import read
from tokbench.report import (
    CHECK,
    COMPARISON,
    COUNTS,
    SHEETS,
    Page,
    breakdown_sheet,
    comparison_sheets,
    registry_sheets,
    text_of,
)
from tokbench.serializers import get as find

GOLDENS = Path(__file__).parent / "goldens" / "widths"
WIDTHS = (60, 80, 100, 200)


def compared(width: int, counters: Sequence[str], prices: tuple[Pricing, ...] = ()) -> str:
    payload = replace(read(str(ROOT / "fixtures" / "orders.json")), name="orders.json")
    bench = Bench.of(counters=counters, prices=prices)
    return text_of("table", COMPARISON, bench.run([payload]), Page(width))


def with_prices(width: int) -> str:
    price = Pricing("gpt-x", "o200k_base", given("1.25"), calls=1000)
    return compared(width, ["o200k_base"], (price,))


def explained(width: int) -> str:
    payload = read(str(ROOT / "fixtures" / "events.jsonl"))
    form, counter = find("json-min"), get("o200k_base")
    found = breakdown(Ablation(replace(payload, name="events.jsonl"), form, counter))
    return text_of("table", SHEETS, [breakdown_sheet.sheet(found)], Page(width))


SCREENS: dict[str, Callable[[int], str]] = {
    "compare": lambda width: compared(width, ["o200k_base"]),
    "compare-two": lambda width: compared(width, ["o200k_base", "cl100k_base"]),
    "compare-prices": with_prices,
    "check": lambda width: text_of("table", CHECK, REPORT, Page(width)),
    "explain": explained,
    "count": lambda width: text_of("table", COUNTS, COUNTS_VIEW, Page(width)),
    "formats": lambda width: text_of("table", SHEETS, [registry_sheets.formats()], Page(width)),
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_keeps_its_layout(screen: str, width: int) -> None:
    """It equals its golden file, and no line is longer than the screen is wide."""
    text = SCREENS[screen](width)
    assert max(map(len, text.splitlines())) <= width
    assert_golden(GOLDENS / f"{screen}.{width}.txt", f"{text}\n")


@pytest.mark.parametrize("screen", SCREENS)
def test_no_figure_is_broken_at_any_width(screen: str) -> None:
    """Every word of a narrow table is a word of the wide one, but for a name with an ellipsis."""
    whole = set(SCREENS[screen](1000).split())
    for width in range(60, 140, 5):
        found = {word for word in SCREENS[screen](width).split() if word[0] not in "…█▏▎▍▌▋▊▉─"}
        assert found <= whole, width


def on_terminal(arguments: list[str], columns: int, **environment: str) -> str:
    """What the installed command shows on a terminal of this width."""
    parent, child = pty.openpty()
    settings = {**os.environ, "COLUMNS": str(columns), **environment}
    command = [sys.executable, "-m", "tokbench", *arguments]
    with subprocess.Popen(command, stdin=child, stdout=child, stderr=child, env=settings):
        os.close(child)
        shown = b""
        with suppress(OSError):  # Linux raises it when the command has closed the terminal
            while part := os.read(parent, 65536):
                shown += part
    os.close(parent)
    return shown.decode().replace("\r\n", "\n")


def test_the_command_shows_on_a_terminal_what_the_goldens_have() -> None:
    fixture = str(ROOT / "fixtures" / "tools.json")
    shown = on_terminal(["compare", fixture, "-f", "json-min"], 60, NO_COLOR="1", TERM="xterm")
    assert max(map(len, shown.splitlines())) <= 60
    assert "Send json-min: 475 tokens" in shown
    assert "\x1b[" not in shown
    coloured = on_terminal(["compare", fixture, "-f", "json-min"], 60, NO_COLOR="", TERM="xterm")
    assert "\x1b[1;32m" in coloured


@pytest.mark.parametrize(
    ("environment", "colours", "wraps"),
    [
        ({}, False, False),
        ({"FORCE_COLOR": "1", "TERM": "xterm"}, True, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"COLUMNS": "60"}, False, True),
    ],
)
def test_a_pipe_follows_the_environment(
    command: Callable[..., subprocess.CompletedProcess[str]],
    environment: dict[str, str],
    colours: bool,
    wraps: bool,
) -> None:
    """Nothing wraps and nothing is coloured there, unless the environment asks for it."""
    out = command("compare", ROOT / "fixtures" / "tools.json", **environment).stdout
    assert ("\x1b[" in out) == colours
    assert (max(map(len, out.splitlines())) <= 60) == wraps


def test_a_failed_check_is_red() -> None:
    text = text_of("table", CHECK, REPORT, Page(colour=True))
    assert any(line.startswith("\x1b[1;31m") and "FAILED" in line for line in text.splitlines())


def test_money_has_as_many_decimals_as_its_column() -> None:
    price = Pricing("gpt-x", "o200k_base", given("1.25"), calls=1000)
    payload = read(str(ROOT / "fixtures" / "orders.json"))
    (sheet,) = comparison_sheets.sheets(Bench.of(prices=(price,)).run([payload]))
    for index, column in enumerate(sheet.columns):
        texts = [line.cells[index].text for line in sheet.lines if "$" in column.key]
        assert len({len(text.partition(".")[2]) for text in texts}) <= 1, column.key
    assert any("$ saved" in column.key for column in sheet.columns)
