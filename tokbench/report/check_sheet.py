"""The report of a check as a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from tokbench.gate.limits import change_text
from tokbench.gate.verdict import Report, Verdict
from tokbench.report.sheet import Column, Line, Sheet, blank, whole, words
from tokbench.text import plural

_HOW_TO_ACCEPT = (
    "To accept growth: run tokbench check --update and commit tokbench.lock. Growth over the lock "
    "of a revision passes once the revision has the new lock, or with a higher max_increase."
)
_HOW_TO_RAISE = (
    "max_tokens and min_saving_vs do not depend on the lock: make the payload smaller, or change "
    "the limit in the configuration."
)


def sheet(report: Report, keep: int | None = None, *, problems: bool = True) -> Sheet:
    """The verdicts, failures first, with the reasons and perhaps the problems in captions.

    At most ``keep`` verdicts, problems and warnings are shown, each, then how many are left out.
    """
    ordered = sorted(report.verdicts, key=lambda verdict: not verdict.failures)
    return Sheet(
        title=headline(report),
        columns=(
            Column("verdict"),
            Column("check", leaves=3),
            Column("payload"),
            Column("format", leaves=2),
            Column("counter", leaves=1),
            Column("tokens", align="right"),
            Column("before", align="right", leaves=5),
            Column("change", align="right"),
            Column("at most", align="right"),
        ),
        lines=tuple(_line(verdict) for verdict in ordered[:keep]),
        captions=tuple(_captions(report, ordered, keep, problems=problems)),
    )


def headline(report: Report) -> str:
    """Whether the check passed, and how much was compared."""
    outcome = "passed" if report.passed else "failed"
    return (
        f"tokbench check {outcome}: {plural(report.compared, 'payload')} compared in "
        f"{plural(report.checks, 'check')}, {len(report.failed):,} over a limit, "
        f"{plural(len(report.problems) + len(report.counter_failures), 'problem')}"
    )


def failure_lines(report: Report, verdict: Verdict) -> Iterator[str]:
    """Why a payload failed: the reasons, the changes since the lock, and what grew."""
    measured = verdict.measured
    yield from verdict.reasons
    if verdict.changes:
        yield f"changed since the lock: {', '.join(verdict.changes)}"
    explanation = report.explanations.get((measured.check.name, measured.payload))
    if explanation is not None:
        if explanation.costs:
            grown, since = explanation.grown, explanation.since
            sign = "+" if grown else ""
            costs = ", ".join(f"{cost.path} {cost.tokens:{sign},}" for cost in explanation.costs)
            what = f"grew most since {since}" if grown else "costs most now"
            yield f"{what}: {costs} (each by dropping it alone; they do not add up)"
        yield from explanation.remarks
    if measured.check.message:
        yield measured.check.message


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
        "failed" if verdict.failures else "warning" if growth is None else "plain",
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
        yield "The lock is out of date: tokbench check --update records the changes."
