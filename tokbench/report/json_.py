"""Comparisons, checks and counts as JSON of their own schemas, sheets as a list of objects."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tokbench import result_json
from tokbench.report import FILE, Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tokbench.counts import FileCount
    from tokbench.gate.verdict import Report, Verdict
    from tokbench.report.count_sheets import CountsView
    from tokbench.report.sheet import Sheet
    from tokbench.result import ComparisonResult

CHECK_SCHEMA = "tokbench.check/1"
COUNTS_SCHEMA = "tokbench.counts/1"


def write_comparison(comparison: ComparisonResult, page: Page = FILE) -> str:
    """The comparison under its schema name."""
    return _text(result_json.to_dict(comparison), page)


def write_sheets(sheets: Sequence[Sheet], page: Page = FILE) -> str:
    """The lines of all sheets as one list of objects, by the columns' keys, unrounded.

    A value that is missing is null.
    """
    rows = [
        {column.key: cell.value for column, cell in zip(sheet.columns, line.cells, strict=True)}
        for sheet in sheets
        for line in sheet.lines
    ]
    return _text(rows, page)


def write_check(report: Report, page: Page = FILE) -> str:
    """The report under its schema name, with the exit status."""
    fields = {
        "schema": CHECK_SCHEMA,
        "status": report.status,
        "passed": report.passed,
        "checks": report.checks,
        "compared": report.compared,
        "problems": [str(problem) for problem in report.problems],
        "counter_failures": [str(failure) for failure in report.counter_failures],
        "warnings": list(report.warnings),
        "verdicts": [_verdict_fields(report, verdict) for verdict in report.verdicts],
    }
    return _text(fields, page)


def write_counts(view: CountsView, page: Page = FILE) -> str:
    """All counts under their schema name."""
    counts = view.counts
    fields = {
        "schema": COUNTS_SCHEMA,
        "tokbench": counts.tokbench,
        "counters": [asdict(info) for info in counts.counters],
        "max_tokens": counts.max_tokens,
        "files": [_file_fields(file) for file in counts.files],
        "total": {info.name: counts.total(info.name) for info in counts.counters},
        "over": [file.path for file in counts.over],
        "skipped": [{"path": file.path, "reason": file.reason} for file in counts.skipped],
    }
    return _text(fields, page)


def _text(document: Any, page: Page) -> str:
    """JSON text; where characters beyond ASCII cannot be shown they are escaped, as JSON can."""
    return json.dumps(document, ensure_ascii=not page.unicode, indent=2, allow_nan=False)


def _file_fields(file: FileCount) -> dict[str, Any]:
    failed = {"skipped_counters": dict(file.skipped_counters)} if file.skipped_counters else {}
    return {"path": file.path, "tokens": dict(file.tokens), **failed}


def _verdict_fields(report: Report, verdict: Verdict) -> dict[str, Any]:
    measured = verdict.measured
    fields = {
        "check": measured.check.name,
        "payload": measured.payload,
        "format": measured.entry.format,
        "counter": measured.entry.counter,
        "passed": not verdict.failures,
        "tokens": verdict.tokens,
        "lock": verdict.before,
        "limits": [
            {
                "kind": limit.kind,
                "rule": limit.rule,
                "at_most": limit.ceiling,
                "against": limit.against,
                "passed": verdict.tokens <= limit.ceiling,
            }
            for limit in verdict.limits
        ],
        "changes": list(verdict.changes),
        "message": measured.check.message,
    }
    explanation = report.explanations.get((measured.check.name, measured.payload))
    if explanation is not None:
        fields["explanation"] = {
            "kind": "grown" if explanation.grown else "largest",
            "since": explanation.since,
            "paths": [{"path": cost.path, "tokens": cost.tokens} for cost in explanation.costs],
            "remarks": list(explanation.remarks),
        }
    return fields
