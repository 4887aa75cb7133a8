"""Why a payload failed a check, as lines of text for every output."""

from __future__ import annotations

from collections.abc import Iterator

from tokbench.advice.ablation import Explanation
from tokbench.gate.verdict import Report, Verdict


def failure_lines(report: Report, verdict: Verdict) -> Iterator[str]:
    """The reasons, the changes since the lock, and what grew, one line each."""
    measured = verdict.measured
    yield from verdict.reasons
    if verdict.changes:
        yield f"changed since the lock: {', '.join(verdict.changes)}"
    explanation = report.explanations.get((measured.check.name, measured.payload))
    if explanation is not None:
        yield from _explanation_lines(explanation)
    if measured.check.message:
        yield measured.check.message


def _explanation_lines(explanation: Explanation) -> Iterator[str]:
    if explanation.costs:
        what = f"grew most since {explanation.since}" if explanation.grown else "costs most now"
        sign = "+" if explanation.grown else ""
        costs = ", ".join(f"{cost.path} {cost.tokens:{sign},}" for cost in explanation.costs)
        yield f"{what}: {costs} (each by dropping it alone; they do not add up)"
    yield from explanation.remarks
