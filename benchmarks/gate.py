"""How long a check of 200 payloads takes, compared with its slower part.

    python benchmarks/gate.py

For each format a check runs in a new process, where nothing is cached, from the configuration to
the verdicts; its calls that render and its calls that count are timed too. A check also reads,
hashes and compares, and should take less than twice the slower of the two. All is measured in the
same run and in processor time, so that a busy machine changes the ratio little; of several runs the
one with the median ratio is reported.
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

from payloads import employees

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
    """Write files of employees, different ones in each file."""
    folder.mkdir()
    people = employees()
    for number in range(PAYLOADS):
        records = list(islice(people, RECORDS))
        text = json.dumps(records, indent=2, ensure_ascii=False)
        (folder / f"{number:03}.json").write_text(text, encoding="utf-8")


class Stopwatch(Generic[T, R]):
    """A function, with the processor seconds of all its calls."""

    def __init__(self, function: Callable[[T], R]) -> None:
        self.function = function
        self.seconds = 0.0

    def __call__(self, argument: T) -> R:
        """Call the function, and add the time of the call."""
        start = time.process_time()
        try:
            return self.function(argument)
        finally:
            self.seconds += time.process_time() - start


def timed_check(file: Path, name: str) -> list[float]:
    """Processor seconds of rendering, of counting, and of the whole check."""
    form, counter = serializers.get(name), get("o200k_base")
    rendering, counting = Stopwatch(form.render), Stopwatch(counter.count)
    timed_form = replace(form, render=rendering)
    timed_counter = SimpleNamespace(info=counter.info, count=counting)
    with (
        patch.object(serializers, "get", lambda name: timed_form),
        patch.object(state, "get_or_failing", lambda name: timed_counter),
    ):
        checking: Stopwatch[Path, Report] = Stopwatch(
            lambda file: run.check(config.load(file.parent, file), processes=1)
        )
        report = checking(file)
    if not report.passed or report.compared != PAYLOADS:
        sys.exit(f"the check of {name} did not compare everything: {report.problems[:1]}")
    return [rendering.seconds, counting.seconds, checking.seconds]


def ratio_of(seconds: list[float]) -> float:
    """The time of the check divided by that of its slower part."""
    rendering, counting, checking = seconds
    return checking / max(rendering, counting)


def compare(folder: Path, name: str) -> float:
    """Print the run with the median ratio of a format, and return that ratio."""
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
    print(f"a check takes at most {max(ratios):.2f} times its slower part; the limit is 2")
    sys.exit(max(ratios) >= 2)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(timed_check(Path(sys.argv[1]), sys.argv[2]))
    else:
        main()
