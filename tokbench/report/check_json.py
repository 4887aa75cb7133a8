"""The report of a check as JSON, under the schema name ``tokbench.check/1``."""

from __future__ import annotations

from typing import Any

from tokbench.advice.ablation import Explanation
from tokbench.gate.verdict import Report, Verdict

SCHEMA = "tokbench.check/1"


def to_dict(report: Report) -> dict[str, Any]:
    """The report as plain data that JSON can hold, with the exit status."""
    return {
        "schema": SCHEMA,
        "status": report.status,
        "passed": report.passed,
        "checks": report.checks,
        "compared": report.compared,
        "problems": [str(problem) for problem in report.problems],
        "counter_failures": [str(failure) for failure in report.counter_failures],
        "warnings": list(report.warnings),
        "verdicts": [_verdict_to_dict(report, verdict) for verdict in report.verdicts],
    }


def _verdict_to_dict(report: Report, verdict: Verdict) -> dict[str, Any]:
    measured = verdict.measured
    explanation = report.explanations.get((measured.check.name, measured.payload))
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
    if explanation is None:
        return fields
    return {**fields, "explanation": _explanation_to_dict(explanation)}


def _explanation_to_dict(explanation: Explanation) -> dict[str, Any]:
    return {
        "kind": "grown" if explanation.grown else "largest",
        "since": explanation.since,
        "paths": [{"path": cost.path, "tokens": cost.tokens} for cost in explanation.costs],
        "remarks": list(explanation.remarks),
    }
