"""The report of a check as JUnit XML, which GitLab, Jenkins and others show.

A check is a test suite, and a payload a test case. An exceeded limit is a ``failure``; what could
not be compared is an ``error``, in a suite of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from xml.etree import ElementTree as ET

from tokbench.errors import TokbenchError
from tokbench.gate.verdict import Report, Verdict
from tokbench.report import FILE, Page
from tokbench.report.failure_text import failure_lines
from tokbench.serializers.cells import NOT_XML


def write_check(report: Report, page: Page = FILE) -> str:
    """The whole document."""
    root = ET.Element("testsuites", name="tokbench")
    by_check = groupby(report.verdicts, key=lambda verdict: verdict.measured.check.name)
    for check, verdicts in by_check:
        _suite(root, check, [_case(report, verdict) for verdict in verdicts])
    problems = (*report.problems, *report.counter_failures)
    if problems:
        _suite(root, "tokbench", [_problem(problem) for problem in problems])
    if report.warnings and len(root):
        ET.SubElement(root[0], "system-out").text = _text("\n".join(report.warnings))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}'


def _suite(root: ET.Element, name: str, cases: Iterable[ET.Element]) -> None:
    suite = ET.SubElement(root, "testsuite", name=_text(name))
    suite.extend(cases)
    suite.set("tests", str(len(suite)))
    for what in ("failure", "error"):
        suite.set(f"{what}s", str(len(suite.findall(f"testcase/{what}"))))


def _case(report: Report, verdict: Verdict) -> ET.Element:
    measured = verdict.measured
    case = ET.Element(
        "testcase", classname=_text(measured.check.name), name=_text(measured.payload)
    )
    if verdict.failures:
        failure = ET.SubElement(case, "failure", message=_text("; ".join(verdict.reasons)))
        failure.text = _text("\n".join(failure_lines(report, verdict)))
    return case


def _problem(problem: TokbenchError) -> ET.Element:
    case = ET.Element("testcase", classname="tokbench", name=_text(problem.place or problem.reason))
    ET.SubElement(case, "error", message=_text(str(problem)))
    return case


def _text(text: str) -> str:
    """The text without the characters that no XML document may hold."""
    return NOT_XML.sub("\ufffd", text)
