"""A comparison, a report of a check, two lists and counts, for every branch of every output."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from tokbench.advice.ablation import Explanation, PathCost
from tokbench.advice.breakdown import Breakdown, PathReport
from tokbench.comparison import Comparison
from tokbench.counters import get
from tokbench.counts import Counts, FileCount, SkippedFile
from tokbench.errors import CounterError, LockError
from tokbench.gate.config import Check
from tokbench.gate.lock import Entry
from tokbench.gate.verdict import Limit, Measured, Report, Verdict
from tokbench.report import breakdown_sheet
from tokbench.report.count_sheets import CountsView
from tokbench.report.sheet import simple
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
    best={"o200k_base": Best("tsv", 110, 0.45, "lossless", 150, 1 - 110 / 150)},
    notes=("line 3: a float with a trailing zero",),
    as_given={"o200k_base": 150, "chars/4": 160},
)

SETTINGS = PayloadResult(
    name="settings.json",
    records=None,
    shape="tree",
    rows=(replace(row("json-pretty", 200, 250), is_given=True),),
    best={"o200k_base": Best("json-pretty", 200, 0.0, "lossless", 201, 0.0)},
    as_given={"o200k_base": 201, "chars/4": 250},
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
    total_best={"o200k_base": Best("json-pretty", 400, 0.0, "lossless", 351, 1 - 400 / 351)},
    totals=(
        Total(
            "json-pretty",
            "JSON-PRETTY",
            {"o200k_base": 400, "chars/4": 500},
            {"o200k_base": 1.0, "chars/4": 1.0},
        ),
    ),
)


def verdict(
    check: str, payload: str, tokens: int, before: int | None, message: str = ""
) -> Verdict:
    measured = Measured(
        Check(check, ("*",), format="toon", message=message),
        payload,
        Entry(tokens, "toon", "o200k_base", "d1"),
    )
    rule = "max_increase 0 tokens over tokbench.lock"
    limits = () if before is None else (Limit("max_increase", before, rule, before),)
    return Verdict(measured, limits, before, ("data",) if before != tokens else ())


REPORT = Report(
    checks=2,
    compared=3,
    verdicts=(
        verdict("orders", "a.json", 343, 343),
        verdict("orders", "50%, of: b|c.json", 400, 343, "Ask\x1bus: it <costs> & hurts."),
        verdict("users", "u.json", 12, 10),
    ),
    problems=(
        LockError(
            "check 'orders' has no entry for new.json",
            place="tokbench.lock",
            hint="tokbench check --update",
        ),
    ),
    counter_failures=(CounterError("set ANTHROPIC_API_KEY", place="check 'users': anthropic:m"),),
    warnings=("tokbench.lock: has counts of toon-format 1.2.0; this is 1.3.0",),
    explanations={
        ("orders", "50%, of: b|c.json"): Explanation(
            (PathCost("orders[].note", 50), PathCost("orders[].id", 7)),
            True,
            "main",
            ("[]: 1 -> 2 items.",),
        ),
        ("users", "u.json"): Explanation((PathCost("name", 8),)),
    },
)

LISTS = [
    simple("", ("format", "what it is"), [("csv", "RFC 4180"), ("toon|x", "näme <b>, quoted")]),
    breakdown_sheet.sheet(
        Breakdown(
            "orders.json",
            "csv",
            get("chars/4").info,
            1234,
            (
                PathReport("[].at", 400, (("timestamp to the date", 90), ("to the second", 40))),
                PathReport("[].note", 21),
                PathReport("[][]", None, (("numbers to 3 decimals", 7),)),
            ),
            ("Only the 3 largest of 90 paths were tried.",),
        ),
    ),
]


def file_count(path: str, tokens: int | None) -> FileCount:
    failed = {} if tokens is not None else {"o200k_base": "no answer from 127.0.0.1"}
    return FileCount(path, {"chars/4": len(path), "o200k_base": tokens}, failed)


COUNTS_VIEW = CountsView(
    Counts(
        "1.2.3",
        (
            CounterInfo("chars/4", "estimate", notes=("an estimate: code points / 4",)),
            CounterInfo("o200k_base", "exact", "446a"),
        ),
        (
            file_count("docs/guide/a|b\n.md", 1200),
            file_count("docs/guide/second.md", 3),
            file_count("docs/deep/er/only.md", None),
            file_count("docs/x.md", 2),
            file_count("docs/y.md", 1),
            file_count("docs/z.md", 0),
            file_count("empty", 0),
        ),
        (SkippedFile("docs/logo.png", "binary data, no text"), SkippedFile("no", "no such file")),
        max_tokens=1000,
    ),
    top=4,
)
