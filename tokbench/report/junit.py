"""The report of a check as JUnit XML, which GitLab, Jenkins and others show.

A check is a test suite, and a payload a test case. An exceeded limit is a ``failure``; what could
not be compared is an ``error``, in a suite of its own.
"""

from __future__ import annotations

import re
from itertools import groupby
from xml.etree import ElementTree as ET

from tokbench.gate.verdict import Report
from tokbench.report import FILE, Page
from tokbench.report.check_sheet import failure_lines
from tokbench.serializers.cells import NOT_XML


def write_check(report: Report, page: Page = FILE) -> str:
    """The whole document."""
    root = ET.Element("testsuites", name="tokbench")
    for check, verdicts in groupby(report.verdicts, key=lambda each: each.measured.check.name):
        suite = ET.SubElement(root, "testsuite", name=_text(check))
        for verdict in verdicts:
            case = _case(suite, check, verdict.measured.payload)
            if verdict.failures:
                failure = ET.SubElement(case, "failure", message=_text("; ".join(verdict.reasons)))
                failure.text = _text("\n".join(failure_lines(report, verdict)))
    if problems := (*report.problems, *report.counter_failures):
        suite = ET.SubElement(root, "testsuite", name="tokbench")
        for problem in problems:
            case = _case(suite, "tokbench", problem.place or problem.reason)
            ET.SubElement(case, "error", message=_text(str(problem)))
    for suite in root:
        suite.set("tests", str(len(suite)))
        for what in ("failure", "error"):
            suite.set(f"{what}s", str(len(suite.findall(f"testcase/{what}"))))
    if report.warnings and len(root):
        ET.SubElement(root[0], "system-out").text = _text("\n".join(report.warnings))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}'


def _case(suite: ET.Element, check: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=_text(check), name=_text(name))


def _text(text: str) -> str:
    """The text without the characters that no XML document may hold."""
    return re.sub(NOT_XML, "\ufffd", text)
