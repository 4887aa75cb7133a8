"""The report of a check as a sheet and as JSON, and its failures in words for every output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tokbench.advice.ablation import Explanation, PathCost
from tokbench.advice.breakdown import Breakdown
from tokbench.gate.limits import change_text
from tokbench.gate.verdict import Report, Verdict
from tokbench.report.sheet import Cell, Column, Line, Sheet, blank, percent, whole, words
from tokbench.result import CounterInfo

SCHEMA = "tokbench.check/1"
_HOW_TO_ACCEPT = (
    "To accept growth on purpose: tokbench check --update, and commit tokbench.lock; growth over "
    "the lock of a revision passes when that revision has it, or under a higher max_increase."
)
_HOW_TO_RAISE = (
    "max_tokens and min_saving_vs hold whatever the lock says: shrink the payload, or change the "
    "limit in the configuration on purpose."
)


def sheet(report: Report, keep: int | None = None, *, problems: bool = True) -> Sheet:
    """The verdicts, failures first, with the reasons below.

    Args:
        report: The report.
        problems: Whether to list the problems too, where nothing else shows them.
        keep: How many verdicts, problems and warnings to show at most; None for all. What is left
            out is counted.
    """
    ordered = sorted(report.verdicts, key=lambda verdict: not verdict.failures)
    return Sheet(
        title=headline(report),
        columns=(
            Column("verdict"),
            Column("check"),
            Column("payload"),
            Column("format"),
            Column("counter"),
            Column("tokens", "right"),
            Column("before", "right"),
            Column("change", "right"),
            Column("at most", "right"),
        ),
        lines=tuple(_line(verdict) for verdict in ordered[:keep]),
        captions=tuple(_captions(report, ordered, keep, problems=problems)),
    )


def headline(report: Report) -> str:
    """What came out, and how much was compared."""
    outcome = "passed" if report.passed else "failed"
    return (
        f"tokbench check {outcome}: {_number(report.compared, 'payload')} compared in "
        f"{_number(report.checks, 'check')}, {len(report.failed):,} over a limit, "
        f"{_number(len(report.problems) + len(report.counter_failures), 'problem')}"
    )


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


def to_json(report: Report, status: int) -> str:
    """The report under the schema name ``tokbench.check/1``, with the exit status."""
    document = {
        "schema": SCHEMA,
        "status": status,
        "passed": report.passed,
        "checks": report.checks,
        "compared": report.compared,
        "problems": list(report.problems),
        "counter_failures": list(report.counter_failures),
        "warnings": list(report.warnings),
        "verdicts": [_verdict_to_dict(report, verdict) for verdict in report.verdicts],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)


def breakdown_sheet(name: str, form: str, info: CounterInfo, found: Breakdown) -> Sheet:
    """What the paths of one payload cost, with what shortening their values would save."""
    estimate = info.kind == "estimate"
    total = whole(found.tokens, estimate=estimate).text
    whole_tokens = "" if found.tokens is None else f"{total} {info.name} tokens, {form}"
    lines: list[Line] = []
    for path in found.paths:
        dropping = (
            whole(path.dropping, estimate=estimate),
            _share(path.dropping, found.tokens),
        )
        shortenings = [
            (words(rule), whole(saved, estimate=estimate)) for rule, saved in path.shortening
        ]
        for rule in shortenings or [(blank(), blank())]:
            lines.append(Line((words(path.path), *dropping, *rule)))
            dropping = (blank(), blank())
    return Sheet(
        name,
        (
            Column("path"),
            Column("dropping saves", "right"),
            Column("of the whole", "right"),
            Column("shortening"),
            Column("saves", "right"),
        ),
        tuple(lines),
        (*found.remarks, *(f"{info.name}: {note}" for note in info.notes)),
        whole_tokens,
    )


def _line(verdict: Verdict) -> Line:
    measured, tightest, growth = verdict.measured, verdict.tightest, verdict.growth
    before = None if growth is None else growth.against
    passed = "not compared" if growth is None else "passed"
    return Line(
        (
            words("FAILED" if verdict.failures else passed),
            words(measured.check.name),
            words(measured.payload),
            words(measured.entry.format),
            words(measured.entry.counter),
            whole(verdict.tokens),
            whole(before),
            blank("n/a") if before is None else words(change_text(before, verdict.tokens)),
            whole(None if tightest is None else tightest.ceiling),
        ),
        "warning" if verdict.failures or growth is None else "plain",
    )


def _captions(
    report: Report, ordered: list[Verdict], keep: int | None, *, problems: bool
) -> Iterator[str]:
    failed = [verdict for verdict in ordered[:keep] if verdict.failures]
    for verdict in failed:
        first, *others = failure_lines(report, verdict)
        yield f"{verdict.measured.payload} ({verdict.measured.check.name}): {first}"
        yield from (f"  {line}" for line in others)
    wrong = (*report.problems, *report.counter_failures) if problems else ()
    for problem in wrong[:keep]:
        yield f"problem: {problem}"
    for warning in report.warnings[:keep]:
        yield f"warning: {warning}"
    hidden = sum(len(each[keep:]) for each in (ordered, wrong, report.warnings) if keep is not None)
    if hidden:
        yield f"and {hidden:,} more"
    kinds = {limit.kind for verdict in failed for limit in verdict.failures}
    if kinds & {"max_increase", "base"}:
        yield _HOW_TO_ACCEPT
    if kinds & {"max_tokens", "min_saving_vs"}:
        yield _HOW_TO_RAISE
    if not failed and any(verdict.changes for verdict in ordered):
        yield "The lock is behind: tokbench check --update records what has changed."


def _explanation_lines(explanation: Explanation) -> Iterator[str]:
    if explanation.costs:
        what = f"grew most since {explanation.since}" if explanation.grown else "costs most now"
        costs = ", ".join(_cost(cost, explanation.grown) for cost in explanation.costs)
        yield f"{what}: {costs} (each by dropping it alone; they do not add up)"
    yield from explanation.remarks


def _cost(cost: PathCost, grown: bool) -> str:
    return f"{cost.path} {cost.tokens:{'+' if grown else ''},}"


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


def _share(part: int | None, tokens: int | None) -> Cell:
    return percent(part / tokens if part is not None and tokens else None)


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
