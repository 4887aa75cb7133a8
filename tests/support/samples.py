"""One comparison that meets every branch of every output."""

from __future__ import annotations

from decimal import Decimal

from tokbench.comparison import Comparison
from tokbench.result import (
    AS_GIVEN,
    Best,
    Cost,
    CounterInfo,
    Fidelity,
    PayloadResult,
    PriceInfo,
    Problem,
    Row,
    Total,
)

LOSSLESS = Fidelity("lossless", notes=("1.0 is written as 1",))
AMBIGUOUS = Fidelity("ambiguous", 3, (Problem("orders[0].id", "kind", '"42"', "42"),))
LOSSY = Fidelity("lossy", 1, (Problem("", "missing", '"a|b"', ""),))


def cost(tokens: int, baseline: int) -> Cost:
    call = tokens * Decimal("0.00000125")
    saving = (baseline - tokens) * Decimal("0.00125")
    return Cost(call, 1000, 1000 * call, saving, tokens / Decimal(400))


def row(name: str, tokens: int, estimate: int, fidelity: Fidelity = LOSSLESS) -> Row:
    return Row(
        format=name,
        label=name.upper(),
        chars=tokens * 4,
        bytes=tokens * 4 + 1,
        tokens={"o200k_base": tokens, "chars/4": estimate},
        ratio={"o200k_base": tokens / 200, "chars/4": estimate / 250},
        fidelity=fidelity,
        costs={"gpt-5": cost(tokens, 200), "price": cost(estimate, 250)},
    )


FAILED = Row(
    format="toon",
    label="TOON",
    chars=7,
    bytes=7,
    tokens={"o200k_base": None, "chars/4": 2},
    ratio={"o200k_base": None, "chars/4": 0.008},
    fidelity=LOSSY,
    skipped_counters={"o200k_base": "no answer from 127.0.0.1"},
)

ORDERS = PayloadResult(
    name="orders|*.json",
    records=1234,
    shape="tables",
    rows=(
        row("json-pretty", 200, 250),
        row("csv", 100, 90, AMBIGUOUS),
        row("tsv", 110, 95),
        row("toon-long", 210, 260),
        FAILED,
        Row("xml", "XML", skipped="a name <holds> NUL"),
        Row("json-rows", "rows", skipped="a name <holds> NUL"),
        row(AS_GIVEN, 150, 160, Fidelity("off")),
    ),
    best={"o200k_base": Best("tsv", 110, 0.45, "lossless")},
    notes=("line 3: a float with a trailing zero",),
)

SETTINGS = PayloadResult(
    name="settings.json",
    records=None,
    shape="tree",
    rows=(row("json-pretty", 200, 250),),
    best={},
)

COMPARISON = Comparison(
    tokbench="1.2.3",
    baseline="json-pretty",
    libraries={"pyyaml": "6.0.4"},
    counters=(
        CounterInfo("o200k_base", "exact", "446a", ("counted by 127.0.0.1",)),
        CounterInfo("chars/4", "estimate"),
    ),
    payloads=(ORDERS, SETTINGS),
    framing=("every rendering is counted inside the prompt prompt.txt",),
    prices=(
        PriceInfo("gpt-5", "o200k_base", 1000, output=False, source="genai-prices 0.2.3"),
        PriceInfo("price", "chars/4", 1000, output=True, source="--price"),
    ),
    totals=(
        Total(
            "json-pretty",
            "JSON-PRETTY",
            {"o200k_base": 400, "chars/4": 500},
            {"o200k_base": 1.0, "chars/4": 1.0},
        ),
    ),
)
