"""How long a check of 200 payloads takes, beside its slowest part.

    python benchmarks/gate.py

For each format ``tokbench check`` runs in a new process, where nothing is remembered, from the
configuration to the verdicts, and the calls that render and those that count are timed inside of
it. The check also reads, hashes and compares; it should take less than twice the slower of the two.
All is timed in one run, in processor time, so that a busy machine slows both sides alike; of
several runs the median ratio counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Generic, TypeVar
from unittest.mock import patch

from data import employees

from tokbench import serializers
from tokbench.cli.output import write_file
from tokbench.counters import get
from tokbench.gate import config, run, state
from tokbench.gate.verdict import Report

T = TypeVar("T")
R = TypeVar("R")

PAYLOADS = 200
RECORDS = 100
ROUNDS = 5
FORMATS = ("json-min", "json-pretty", "csv", "markdown", "toon", "yaml", "as-given")


def write_payloads(folder: Path) -> None:
    """Employees, others in each file, the same on every run."""
    folder.mkdir()
    people = employees()
    for number in range(PAYLOADS):
        records = list(islice(people, RECORDS))
        text = json.dumps(records, indent=2, ensure_ascii=False)
        (folder / f"{number:03}.json").write_text(text, encoding="utf-8")


class Stopwatch(Generic[T, R]):
    """Adds up the processor time of the calls of a function."""

    def __init__(self, function: Callable[[T], R]) -> None:
        self.function = function
        self.seconds = 0.0

    def __call__(self, argument: T) -> R:
        """Call the function, and add the time it takes."""
        start = time.process_time()
        try:
            return self.function(argument)
        finally:
            self.seconds += time.process_time() - start


def timed_check(file: Path, name: str) -> list[float]:
    """Seconds of rendering, of counting, and of the whole check."""
    form, counter = serializers.get(name), get("o200k_base")
    rendering, counting = Stopwatch(form.render), Stopwatch(counter.count)
    shown = replace(form, render=rendering)
    counted = SimpleNamespace(info=counter.info, count=counting)
    with (
        patch.object(serializers, "get", lambda name: shown),
        patch.object(state, "get_or_failing", lambda name: counted),
    ):
        checking: Stopwatch[Path, Report] = Stopwatch(
            lambda file: run.check(config.load(file.parent, file), processes=1)
        )
        report = checking(file)
    if not report.passed or report.compared != PAYLOADS:
        sys.exit(f"the check of {name} did not compare everything: {report.problems[:1]}")
    return [rendering.seconds, counting.seconds, checking.seconds]


def ratio_of(seconds: list[float]) -> float:
    """The check over its slower part."""
    rendering, counting, checking = seconds
    return checking / max(rendering, counting)


def compare(folder: Path, name: str) -> float:
    """Print the median run of a format, and give back its ratio."""
    file = folder / f"{name}.toml"
    check = f'[[checks]]\nname = "all"\npaths = "payloads/*.json"\nformat = "{name}"\n'
    file.write_text(check, encoding="utf-8")
    found = config.load(folder, file)
    _, lock = run.update(found)
    write_file(lock or "", found.lock_file)
    command = [sys.executable, __file__, str(file), name]
    runs = [json.loads(subprocess.check_output(command)) for _ in range(ROUNDS)]
    median = sorted(runs, key=ratio_of)[ROUNDS // 2]
    print(f"{name:12}", *(f"{each:10.3f}" for each in median), f"{ratio_of(median):7.2f}")
    return ratio_of(median)


def main() -> None:
    """Print a line a format."""
    print(
        f"{PAYLOADS} payloads of {RECORDS} records; seconds of processor time, median of {ROUNDS}"
    )
    print(f"{'format':12} {'rendering':>10} {'counting':>10} {'check':>10} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_payloads(folder / "payloads")
        ratios = [compare(folder, form) for form in FORMATS]
    print(f"the check takes at most {max(ratios):.2f} times its slower part (less than 2 is asked)")
    sys.exit(max(ratios) >= 2)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(timed_check(Path(sys.argv[1]), sys.argv[2]))
    else:
        main()
