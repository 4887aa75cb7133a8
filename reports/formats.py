"""``reports/formats.md``: what the fixtures cost in every format, and four questions answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import tokbench
from tokbench import readers
from tokbench.comparison import Comparison
from tokbench.payload import Json
from tokbench.report import markdown
from tokbench.report.sheet import percent_text, simple
from tokbench.result import PayloadResult

FIXTURES = Path(__file__).parent.parent / "fixtures"
NAMES = (
    "tools.json",
    "orders.json",
    "customers.csv",
    "order-book.json",
    "events.jsonl",
    "greetings.json",
    "prices.json",
    "settings.yaml",
)
COUNTER = "o200k_base"


def build() -> str:
    """The report's text, without a final newline."""
    results = {name: _compare(name) for name in NAMES}
    return "\n\n".join(
        [
            "# What the fixtures cost in every format",
            "Made by `python reports/build.py formats` from the files in `fixtures/`; CI rebuilds "
            "it and compares. Percentages are taken against pretty JSON with an indent of two.",
            *(f"## {name}\n\n{_table(name, results[name])}" for name in NAMES),
            *_pretty_printer(results),
            *_short_keys(results),
            *_ascii_escapes(),
            *_json_rows(),
        ]
    )


def _compare(name: str) -> Comparison:
    return tokbench.compare(FIXTURES / name, "all", ["o200k_base", "cl100k_base"])


def _table(name: str, comparison: Comparison) -> str:
    """The tables without their first line, which would name a path of this machine."""
    return comparison.to_markdown().split("\n\n", 1)[1].replace(str(FIXTURES / name), name)


def _pretty_printer(results: dict[str, Comparison]) -> Iterator[str]:
    yield "## What does a pretty-printer cost?"
    rows = [
        _more(name, _payload(result), "json-min", "json-pretty") for name, result in results.items()
    ]
    yield _sheet(("payload", "json-min", "json-pretty", "more"), rows)
    minified, pretty = (
        sum(_tokens(_payload(result), form) for result in results.values())
        for form in ("json-min", "json-pretty")
    )
    yield (
        f"Over all fixtures an indent of two costs {pretty - minified:,} of {pretty:,} tokens: "
        f"{percent_text((pretty - minified) / pretty)} of a pretty-printed payload is layout."
    )


def _short_keys(results: dict[str, Comparison]) -> Iterator[str]:
    yield "## What do one-character keys really save?"
    forms = ("json-min", "json-short", "json-short-legend")
    rows = []
    for name, result in results.items():
        base, *others = (_tokens(_payload(result), form) for form in forms)
        savings = [percent_text((base - other) / base, signed=True) for other in others]
        rows.append((name, f"{base:,}", f"{others[0]:,}", savings[0], f"{others[1]:,}", savings[1]))
    heads = ("payload", "json-min", "json-short", "saving", "json-short-legend", "saving")
    yield _sheet(heads, rows)
    worse = [
        name
        for name, result in results.items()
        if _tokens(_payload(result), forms[2]) >= _tokens(_payload(result), forms[0])
    ]
    yield (
        "A model needs the legend to read the data, so the last column is what short keys save. "
        f"With the legend, {_list(worse)} {'costs' if len(worse) == 1 else 'cost'} at least as "
        "much as minified JSON with its keys spelled out."
        if worse
        else "With the legend every fixture is still cheaper than minified JSON."
    )


def _ascii_escapes() -> Iterator[str]:
    yield "## What does `ensure_ascii` cost outside English?"
    yield (
        "Each greeting alone, as Python's `json.dumps` writes it by default (`json-ascii`) and "
        "with `ensure_ascii=False` (`json-default`)."
    )
    greetings = readers.read(str(FIXTURES / "greetings.json")).data
    rows = []
    for record in greetings if isinstance(greetings, list) else []:
        result = _payload(tokbench.compare([record], ["json-default", "json-ascii"]))
        plain, escaped = (_tokens(result, form) for form in ("json-default", "json-ascii"))
        language = record["language"] if isinstance(record, dict) else ""
        rows.append((str(language), f"{plain}", f"{escaped}", f"{escaped / plain:.1f} times"))
    yield _sheet(("language", "json-default", "json-ascii", "escaped"), rows)


def _json_rows() -> Iterator[str]:
    yield "## When does `json-rows` beat TOON?"
    yield (
        "Both name each column once and are lossless for these tables. The table has the tokens of "
        "`json-rows` and of `toon` for four columns, by what the cells hold and by the number of "
        "records. The last column is the smallest of these sizes at which `json-rows` is cheaper."
    )
    sizes = (1, 2, 5, 20, 100)
    rows = []
    for kind, cell in _CELLS.items():
        pairs = [_rows_and_toon(cell, size) for size in sizes]
        wins = [size for size, (ours, toon) in zip(sizes, pairs, strict=True) if ours < toon]
        cells = (f"{ours:,} : {toon:,}" for ours, toon in pairs)
        rows.append((kind, *cells, str(wins[0]) if wins else "never"))
    heads = (f"{size} record{'' if size == 1 else 's'}" for size in sizes)
    yield _sheet(("cells", *heads, "cheaper from"), rows)
    yield (
        "`json-rows` is cheaper where TOON must quote or writes a list on lines of its own, and "
        "where JSON punctuation and its neighbours are one token. TOON is cheaper for text "
        "without quotes."
    )


def _rows_and_toon(cell: Callable[[int, int], Json], size: int) -> tuple[int, int]:
    table = [{f"field_{k}": cell(i, k) for k in range(4)} for i in range(size)]
    result = _payload(tokbench.compare(table, ["json-rows", "toon"]))
    return _tokens(result, "json-rows"), _tokens(result, "toon")


_CELLS: dict[str, Callable[[int, int], Json]] = {
    "small numbers": lambda i, k: (7 * i + k) % 100,
    "prices": lambda i, k: round(9.5 + 1.25 * i + k, 2),
    "true or false": lambda i, k: (i + k) % 3 == 0,
    "one word": lambda i, k: ("active", "pending", "shipped", "closed")[(i + k) % 4],
    "three words": lambda i, k: f"item number {('one', 'two', 'three')[(i + k) % 3]}",
    "text with a comma": lambda i, k: f"Main Street {i + k}, London",
    "text of digits": lambda i, k: f"{1000 + i}{k}",
    "a list of numbers": lambda i, k: [i, k],
}


def _payload(comparison: Comparison) -> PayloadResult:
    return comparison.payloads[0]


def _tokens(payload: PayloadResult, form: str) -> int:
    tokens = payload.row(form).tokens[COUNTER]
    if tokens is None:
        raise ValueError(f"{payload.name} has no count for {form}")
    return tokens


def _more(name: str, payload: PayloadResult, less: str, more: str) -> tuple[str, ...]:
    low, high = _tokens(payload, less), _tokens(payload, more)
    return name, f"{low:,}", f"{high:,}", percent_text(high / low - 1, signed=True)


def _sheet(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    return markdown.write_sheets([simple("", headings, rows)])


def _list(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
