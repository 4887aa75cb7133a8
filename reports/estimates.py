"""``reports/estimates.md``: how far the rules of thumb are off, format by format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median

import tokbench
from tokbench.report import markdown
from tokbench.report.sheet import percent_text, simple
from tokbench.result import PayloadResult

FIXTURES = Path(__file__).parent.parent / "fixtures"
NOTATIONS = (".csv", ".json", ".jsonl", ".yaml")
TRUTH = "o200k_base"
ESTIMATES = ("chars/4", "chars/3.5")


def build() -> str:
    """The report's text, without a final newline."""
    results = list(_results())
    return "\n\n".join(
        [
            "# How far estimates from characters are off",
            "Made by `python reports/build.py estimates` from the files in `fixtures/`; CI "
            "rebuilds it and compares. An error is the estimate divided by the tokens of "
            f"{TRUTH}, less one. The table has the median over the fixtures that a format holds, "
            "then the smallest and the largest.",
            _misses(results),
            _spread(results),
            "## Would an estimate have picked the same format?",
            "The cheapest lossless format of each fixture, by tokens and by the estimates.",
            _winners(results),
            "An estimate that is off by the same factor for every format would still rank them. "
            "These are not: punctuation, digits and indentation have more or fewer characters in a "
            "token than words have, and formats differ in exactly that. So tokbench labels "
            "estimates, prints them with a tilde and never lets one name the best format.",
        ]
    )


def _results() -> Iterator[PayloadResult]:
    for path in sorted(path for path in FIXTURES.iterdir() if path.suffix in NOTATIONS):
        yield tokbench.compare(path, "all", [TRUTH, *ESTIMATES]).payloads[0]


def _misses(results: list[PayloadResult]) -> str:
    rows = [
        (form, *(_range(_misses_of(results, form, estimate)) for estimate in ESTIMATES))
        for form in _formats(results)
    ]
    return markdown.write_sheets([simple("", ("format", *ESTIMATES), rows)])


def _range(misses: list[float]) -> str:
    least, most = (percent_text(miss, signed=True) for miss in (min(misses), max(misses)))
    return f"{percent_text(median(misses), signed=True)} ({least} to {most})"


def _spread(results: list[PayloadResult]) -> str:
    """The largest errors in words."""
    sentences = []
    for estimate in ESTIMATES:
        every = [
            (miss, form)
            for form in _formats(results)
            for miss in _misses_of(results, form, estimate)
        ]
        (least, low), (most, high) = min(every), max(every)
        sentences.append(
            f"`{estimate}` is {percent_text(least, signed=True)} off at one end (`{low}`) and "
            f"{percent_text(most, signed=True)} at the other (`{high}`)."
        )
    return " ".join(sentences)


def _misses_of(results: list[PayloadResult], form: str, estimate: str) -> list[float]:
    counts = [row.tokens for result in results for row in result.rows if row.format == form]
    return [
        guess / true - 1
        for tokens in counts
        if (true := tokens.get(TRUTH)) and (guess := tokens.get(estimate)) is not None
    ]


def _formats(results: list[PayloadResult]) -> list[str]:
    """The formats that at least one fixture was rendered in, in the registry's order."""
    every = dict.fromkeys(row.format for result in results for row in result.rows)
    return [form for form in every if _misses_of(results, form, TRUTH)]


def _winners(results: list[PayloadResult]) -> str:
    rows = []
    for result in results:
        best = result.best[TRUTH].format
        picks = [f"{pick}{'' if pick == best else ' (wrong)'}" for pick in _picks(result)]
        rows.append((Path(result.name).name, best, *picks))
    return markdown.write_sheets([simple("", ("fixture", f"by {TRUTH}", *ESTIMATES), rows)])


def _picks(result: PayloadResult) -> Iterator[str]:
    """The format that each estimate would call the cheapest among the lossless ones."""
    lossless = [row for row in result.rows if row.fidelity.verdict == "lossless"]
    for estimate in ESTIMATES:
        counted = [(n, row.format) for row in lossless if (n := row.tokens[estimate]) is not None]
        yield min(counted, key=lambda pair: pair[0])[1]
