"""The report of a check as a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from tokbench.gate.limits import change_text
from tokbench.gate.verdict import Report, Verdict
from tokbench.report.failure_text import failure_lines
from tokbench.report.sheet import Column, Line, Sheet, blank, whole, words
from tokbench.text import plural

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
            Column("tokens", align="right"),
            Column("before", align="right"),
            Column("change", align="right"),
            Column("at most", align="right"),
        ),
        lines=tuple(_line(verdict) for verdict in ordered[:keep]),
        captions=tuple(_captions(report, ordered, keep, problems=problems)),
    )


def headline(report: Report) -> str:
    """What came out, and how much was compared."""
    outcome = "passed" if report.passed else "failed"
    return (
        f"tokbench check {outcome}: {plural(report.compared, 'payload')} compared in "
        f"{plural(report.checks, 'check')}, {len(report.failed):,} over a limit, "
        f"{plural(len(report.problems) + len(report.counter_failures), 'problem')}"
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
