"""Why a payload failed a check, in words for every output."""

from __future__ import annotations

from collections.abc import Iterator

from tokbench.advice.ablation import Explanation, PathCost
from tokbench.gate.verdict import Report, Verdict


def failure_lines(report: Report, verdict: Verdict) -> Iterator[str]:
    """Why a payload failed, what has changed and what grew, one line each."""
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
        costs = ", ".join(_cost(cost, explanation.grown) for cost in explanation.costs)
        yield f"{what}: {costs} (each by dropping it alone; they do not add up)"
    yield from explanation.remarks


def _cost(cost: PathCost, grown: bool) -> str:
    return f"{cost.path} {cost.tokens:{'+' if grown else ''},}"
