"""The report of a check for GitHub Actions: annotations on the log, and a step summary.

Formats: GitHub's documentation of workflow commands (``::error file=…,title=…::message``) and of
job summaries.
"""

from __future__ import annotations

from collections.abc import Iterator

from tokbench.gate.verdict import Report
from tokbench.report import FILE, Page, check_sheet, markdown, terminal
from tokbench.report.check_sheet import failure_lines
from tokbench.text import utf8_bytes

MAX_ANNOTATIONS = 10
"""GitHub shows ten annotations of a step and silently drops the others."""

MAX_SUMMARY = 1024 * 1024 - 1
"""The most bytes of a step's summary: GitHub drops a longer one altogether."""


def write_check(report: Report, page: Page = FILE) -> str:
    """The table for the log, then the annotations."""
    table = terminal.write_check(report, page)
    return f"{table}\n{workflow_commands(report, page.folder)}".rstrip("\n")


def workflow_commands(report: Report, folder: str = "") -> str:
    """Errors, then warnings, as workflow commands: at most ten, then how many more there are."""
    commands = [*_errors(report, f"{folder}/" if folder else "")]
    commands += [_command("warning", text, title="tokbench") for text in report.warnings]
    hidden = len(commands) - MAX_ANNOTATIONS
    more = [f"and {hidden:,} more: see the summary or the table"] if hidden > 0 else []
    return "\n".join(commands[:MAX_ANNOTATIONS] + more)


def summary(report: Report, room: int = MAX_SUMMARY) -> str:
    """The report as Markdown that takes at most ``room`` bytes; what does not fit is counted."""
    problems = len(report.problems) + len(report.counter_failures)
    shown = max(len(report.verdicts), problems, len(report.warnings))
    while True:
        text = markdown.write_sheets([check_sheet.sheet(report, shown)])
        size = len(utf8_bytes(text))
        if size <= room:
            return text
        if shown == 0:
            return ""
        shown = min(shown - 1, shown * max(room, 0) // size)


def _errors(report: Report, prefix: str) -> Iterator[str]:
    for problem in (*report.problems, *report.counter_failures):
        yield _command("error", str(problem), title="tokbench")
    for verdict in report.failed:
        measured = verdict.measured
        yield _command(
            "error",
            "\n".join(failure_lines(report, verdict)),
            file=f"{prefix}{measured.payload}",
            title=f"tokbench: {measured.check.name} as {measured.entry.format}",
        )


def _command(name: str, message: str, **properties: str) -> str:
    listed = ",".join(
        f"{key}={_data(value).replace(':', '%3A').replace(',', '%2C')}"
        for key, value in properties.items()
    )
    return f"::{name} {listed}::{_data(message)}"


def _data(text: str) -> str:
    """Text in a command, where a line end ends the command and a percent sign starts an escape."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
