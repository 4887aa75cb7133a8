"""Every figure of ``reports/performance.md``, measured in alternating rounds.

    python benchmarks/run.py [--data FOLDER] [--rounds N] [--short]

``--data`` names a folder of JSON files whose renderings are counted, such as the data sets of the
published TOON benchmark. ``--short`` runs everything once on little data, to test that it runs, and
writes no report. tiktoken's start is measured with its vocabulary in its cache, as for its users;
the cache is filled from the embedded table, so nothing is downloaded.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import engines
import payloads
import serializers
import training
from timing import Timings, alternate

from tokbench import readers, workers
from tokbench.counters.engines import is_proven
from tokbench.optional import version_of
from tokbench.report import markdown
from tokbench.report.sheet import simple
from tokbench.serializers import default_names
from tokbench.vocabularies import load
from tokbench.vocabularies.cache import SOURCES

HERE = Path(__file__).parent
REPORT = HERE.parent / "reports" / "performance.md"
TOOLS = HERE.parent / "fixtures" / "tools.json"

COMMAND = "from tokbench.cli import main; main()"
LAUNCHER = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
print(usage.ru_maxrss)
sys.exit(process.returncode)
"""
WITHOUT_FAST = "import sys; sys.modules.update(toktok=None, toons=None); "
TIKTOKEN = "import tiktoken; tiktoken.get_encoding('o200k_base').encode('x')"
JOINED = """
import sys, tokbench
from pathlib import Path
files = sorted(Path(sys.argv[1]).iterdir())
print(tokbench.count("".join(file.read_text(encoding="utf-8") for file in files)))
"""
STARTS, ROUNDS = 20, engines.ROUNDS

LIBRARIES = ("tiktoken", "toktok-rs", "toons", "pyyaml", "toon-format", "typer", "rich")

Row = tuple[str, str, str, str]
"""What was measured, what it is compared with, the figure, and its limit."""


def main() -> None:
    """Measure everything, and write the report unless the run is a short one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each large comparison")
    parser.add_argument("--short", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        rows = [*figures(Path(name), arguments.data, arguments.rounds, short=arguments.short)]
    if not arguments.short:
        REPORT.write_text(f"{report(rows, arguments.rounds)}\n", encoding="utf-8", newline="\n")


def figures(scratch: Path, folder: Path | None, rounds: int, *, short: bool) -> Iterator[Row]:
    """Every figure, printed as soon as it is measured."""
    small, large = (0.1, 0.2) if short else (10, 50)
    os.environ["TIKTOKEN_CACHE_DIR"] = str(warm_cache(scratch))
    for found in (
        start_up(2 if short else STARTS),
        counting(folder, 1 if short else ROUNDS, 50 if short else engines.RECORDS),
        writing(scratch, 0.1 if short else 5),
        whole(scratch, small, 1 if short else rounds),
        folders(scratch, 20 if short else 1_000, 1 if short else ROUNDS),
        checking(scratch, 0.1 if short else 1, 1 if short else ROUNDS),
        checking_in_part(scratch, small, 1 if short else rounds),
        growth(scratch, small, large, 1 if short else rounds),
        memory(scratch, large),
        *([] if short else [trainers()]),
    ):
        for row in found:
            print(" | ".join(row), flush=True)
            yield row


def start_up(rounds: int) -> Iterator[Row]:
    """A small comparison, as a whole process, and tiktoken's first count."""
    for options, limit in (
        ((), "at most 0.4"),
        (("-o", "json", "--fidelity", "off"), "at most 0.27"),
    ):
        timings = alternate(
            partial(compare, TOOLS, *options), partial(python, "-c", TIKTOKEN), rounds
        )
        what = " ".join(("tokbench compare tools.json", *options))
        yield row_of(what, "tiktoken's first count", timings, limit)


def counting(folder: Path | None, rounds: int, records: int) -> Iterator[Row]:
    """The renderings of all data sets, counted in this process, and tiktoken's plain loop."""
    texts = [text for text in engines.renderings(folder, records) if is_proven(text)]
    what = f"{sum(map(len, texts)) / 1e6:.1f} million characters in {len(texts)} renderings"
    limits = {engines.WITH_FAST: "at least 8", engines.WITHOUT_FAST: "at least 1.0"}
    for encoding in ("o200k_base", "cl100k_base"):
        for engine, other, times in engines.times_as_fast(encoding, texts, rounds):
            figure = f"{times:.2f} times as fast"
            yield f"{encoding}, {what}: {engine}", other, figure, limits.get(engine, "")


def writing(scratch: Path, megabytes: float) -> Iterator[Row]:
    """Our writers, in this process, and the libraries that write the same bytes."""
    limits = {("yaml", "employees"): "at least 2.5", ("yaml", "orders"): "at least 5"}
    for kind in payloads.KINDS:
        payload = readers.read(payloads.write(kind, megabytes, scratch))
        for form, library, times in serializers.ratios(payload):
            figure = f"{times:.1f} times as fast"
            yield f"{form} of {kind}", library, figure, limits.get((form, kind), "")


def whole(scratch: Path, megabytes: float, rounds: int) -> Iterator[Row]:
    """A large comparison, as a whole process, and a plain script that does the same."""
    for kind in payloads.KINDS:
        path = payloads.write(kind, megabytes, scratch)
        for fast, limit in ((True, "at most 0.25"), (False, "at most 0.5")):
            timings = alternate(
                partial(compare, path, "--fidelity", "off", fast=fast),
                partial(python, HERE / "plain_script.py", path),
                rounds,
                warm_up=False,
            )
            what = f"compare {megabytes:g} MB of {kind}, {'with' if fast else 'without'} [fast]"
            yield row_of(what, "a plain script", timings, limit)


def folders(scratch: Path, files: int, rounds: int) -> Iterator[Row]:
    """``tokbench count`` of many small files and a script that counts their joined text."""
    folder = scratch / "folder"
    folder.mkdir()
    text = payloads.write("orders", files * 2e-3, scratch).read_text(encoding="utf-8")
    size = len(text) // files
    for number in range(files):
        part = text[number * size : (number + 1) * size]
        (folder / f"{number}.txt").write_text(part, encoding="utf-8")
    timings = alternate(
        partial(python, "-c", COMMAND, "count", folder),
        partial(python, "-c", JOINED, folder),
        rounds,
    )
    what = f"count a folder of {files:,} files of {size / 1e3:.1f} thousand characters"
    yield row_of(what, "their joined text", timings, "at most 2")


def checking(scratch: Path, megabytes: float, rounds: int) -> Iterator[Row]:
    """A comparison with all round trips and one without, YAML excluded."""
    formats = ",".join(name for name in default_names() if name != "yaml")
    for kind in payloads.KINDS:
        path = payloads.write(kind, megabytes, scratch)
        fidelity = partial(compare, path, "--format", formats, "--fidelity")
        timings = alternate(partial(fidelity, "full"), partial(fidelity, "off"), rounds)
        what = f"compare {megabytes:g} MB of {kind} without YAML, --fidelity full"
        yield row_of(what, "--fidelity off", timings, "at most 2")


def checking_in_part(scratch: Path, megabytes: float, rounds: int) -> Iterator[Row]:
    """A large comparison with the default check, which reads a part back, and one without."""
    for kind in payloads.KINDS:
        path = payloads.write(kind, megabytes, scratch)
        fidelity = partial(compare, path, "--jobs", "1", "--fidelity")
        timings = alternate(partial(fidelity, "auto"), partial(fidelity, "off"), rounds)
        what = f"compare {megabytes:g} MB of {kind}, --jobs 1"
        yield row_of(what, "--fidelity off", timings, "at most 1.5")


def growth(scratch: Path, small: float, large: float, rounds: int) -> Iterator[Row]:
    """A payload and one of five times its size, and one process and two."""
    for kind in payloads.KINDS:
        less, more = (payloads.write(kind, size, scratch) for size in (small, large))
        off = ("--fidelity", "off")
        timings = alternate(
            partial(compare, more, *off), partial(compare, less, *off), rounds, warm_up=False
        )
        yield row_of(f"compare {large:g} MB of {kind}", f"{small:g} MB", timings, "at most 5.5")
        timings = alternate(
            partial(compare, more, *off, "--jobs", "1"),
            partial(compare, more, *off, "--jobs", "2"),
            rounds,
            warm_up=False,
        )
        what = f"compare {large:g} MB of {kind} by 1 process"
        yield row_of(what, "by 2", timings, "at least 1.6")


def memory(scratch: Path, megabytes: float) -> Iterator[Row]:
    """The peak memory of a process, as the operating system reports it."""
    for kind in payloads.KINDS:
        path = payloads.write(kind, megabytes, scratch)
        peak, size = peak_of(path) / 1e6, path.stat().st_size / 1e6
        limit = f"at most {12 * size + 200:,.0f} MB"
        yield f"memory for {size:,.0f} MB of {kind}, --jobs 1", "", f"{peak:,.0f} MB", limit


def trainers() -> Iterator[Row]:
    """Our trainer, and the textbook's loop and the Rust trainer of ``tokenizers``."""
    text = training.markdown_text()
    (ours, _), (slow, _) = training.ours(text, time.process_time), training.textbook(text)
    (wall, _), (rust, _) = training.ours(text, time.perf_counter), training.rust(text)
    what = f"train {training.MERGES:,} merges on {training.CHARACTERS:,} characters"
    yield what, "the textbook's loop", f"{slow / ours:.0f} times as fast", "at least 100"
    yield what, "tokenizers (Rust)", f"{wall / rust:.1f} times as long", "at most 10"


def compare(path: Path, *options: str, fast: bool = True) -> None:
    """Run ``tokbench compare`` in a new interpreter."""
    python("-c", COMMAND if fast else WITHOUT_FAST + COMMAND, "compare", path, *options)


def python(*arguments: str | Path) -> None:
    """Run a new interpreter; modules are compiled once, as pip does when it installs them."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    command = [sys.executable, *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)


def peak_of(path: Path) -> int:
    """The peak memory of comparing a payload in one process, in bytes.

    It is never less than the memory of the parent when the process was started, so a small process
    starts it.
    """
    command = [sys.executable, "-c", LAUNCHER, sys.executable, "-c", COMMAND]
    options = ["compare", str(path), "--fidelity", "off", "--jobs", "1"]
    peak = int(subprocess.check_output([*command, *options]))
    return peak * (1 if sys.platform == "darwin" else 1024)


def warm_cache(scratch: Path) -> Path:
    """A cache for tiktoken with the published rank file."""
    folder = scratch / "cache"
    folder.mkdir()
    (source,) = SOURCES["o200k_base"]
    (folder / source.cache_name).write_bytes(load("o200k_base").rank_file())
    return folder


def row_of(what: str, other: str, timings: Timings, limit: str) -> Row:
    """The row of two medians and their ratio."""
    ours, theirs = timings.medians
    return what, other, f"{timings.ratio:.2f} ({ours:.3g} s : {theirs:.3g} s)", limit


def report(rows: list[Row], rounds: int) -> str:
    """The report's text, without a final newline."""
    versions = ", ".join(f"{name} {version_of(name)}" for name in LIBRARIES)
    today = datetime.now(UTC).date().isoformat()
    return "\n\n".join(
        [
            "# Performance",
            f"Made on {today} by `python benchmarks/run.py` with Python "
            f"{platform.python_version()} on {workers.available()} processors ({processor()}), "
            f"{versions}. Medians of alternating rounds: {rounds} of each comparison of 10 MB or "
            f"more, {STARTS} of each start, {ROUNDS} of the others; a ratio is the first time over "
            "the second, and the writers' times are those of the processor. A comparison of 10 MB "
            "or more uses all processors, the plain script one.",
            markdown.write_sheets([simple("", ("what", "compared with", "figure", "limit"), rows)]),
        ]
    )


def processor() -> str:
    """The processor's name, where the system has it, or else its type."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


if __name__ == "__main__":
    main()
