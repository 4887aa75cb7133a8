"""Every figure of ``reports/performance.md``, in alternating pairs.

    python benchmarks/run.py [--data FOLDER] [--rounds N] [--short]

``--data`` names a folder of JSON files whose renderings are counted, such as the data sets of the
published TOON benchmark. ``--short`` runs everything once on little data, to see that it runs, and
writes nothing. tiktoken's own start is measured with its vocabulary in its own cache, as its users
have it; the cache is filled from the embedded table, so nothing is downloaded.
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

import data
import engines
import serializers
import training
from pairs import Pair, alternate

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
STARTS, ROUNDS = 20, engines.ROUNDS

LIBRARIES = ("tiktoken", "toktok-rs", "toons", "pyyaml", "toon-format", "typer", "rich")

Row = tuple[str, str, str, str]
"""What was measured, beside what, the figure, and what was asked for."""


def main() -> None:
    """Measure, and write the report unless the run was a short one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rounds", type=int, default=3, help="turns of each large comparison")
    parser.add_argument("--short", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        rows = [*figures(Path(name), arguments.data, arguments.rounds, short=arguments.short)]
    if not arguments.short:
        REPORT.write_text(f"{report(rows, arguments.rounds)}\n", encoding="utf-8", newline="\n")


def figures(scratch: Path, folder: Path | None, rounds: int, *, short: bool) -> Iterator[Row]:
    """Every figure, printed as it is found."""
    small, large = (0.1, 0.2) if short else (10, 50)
    os.environ["TIKTOKEN_CACHE_DIR"] = str(warm_cache(scratch))
    for found in (
        start_up(2 if short else STARTS),
        counting(folder, 1 if short else ROUNDS, 50 if short else engines.RECORDS),
        writing(scratch, 0.1 if short else 5),
        whole(scratch, small, 1 if short else rounds),
        checking(scratch, 0.1 if short else 1, 1 if short else ROUNDS),
        growth(scratch, small, large, 1 if short else rounds),
        memory(scratch, large),
        *([] if short else [trainers()]),
    ):
        for row in found:
            print(" | ".join(row), flush=True)
            yield row


def start_up(rounds: int) -> Iterator[Row]:
    """A small comparison as a whole process, beside tiktoken's first count."""
    counters = ("-c", "o200k_base,cl100k_base")
    for options, asked in (
        ((), "at most 0.8"),
        (("-o", "json", "--fidelity", "off"), "at most 0.5"),
    ):
        pair = alternate(
            partial(compare, TOOLS, *counters, *options), partial(python, "-c", TIKTOKEN), rounds
        )
        what = " ".join(("tokbench compare tools.json", *counters, *options))
        yield against(what, "tiktoken's first count", pair, asked)


def counting(folder: Path | None, rounds: int, records: int) -> Iterator[Row]:
    """The renderings of all data sets, in this process, beside tiktoken's plain loop."""
    texts = [text for text in engines.renderings(folder, records) if is_proven(text)]
    what = f"{sum(map(len, texts)) / 1e6:.1f} million characters in {len(texts)} renderings"
    asked = {engines.WITH_FAST: "at least 8", engines.WITHOUT_FAST: "at least 1.0"}
    for encoding in ("o200k_base", "cl100k_base"):
        for way, beside, times in engines.times_as_fast(encoding, texts, rounds):
            speed = f"{times:.2f} times as fast"
            yield f"{encoding}, {what}: {way}", beside, speed, asked.get(way, "")


def writing(scratch: Path, megabytes: float) -> Iterator[Row]:
    """Our writers in this process, beside the libraries whose bytes they give."""
    asked = {("yaml", "employees"): "at least 2.5", ("yaml", "orders"): "at least 5"}
    for kind in data.KINDS:
        payload = readers.read(data.write(kind, megabytes, scratch))
        for form, library, times in serializers.ratios(payload):
            figure = f"{times:.1f} times as fast"
            yield f"{form} of {kind}", library, figure, asked.get((form, kind), "")


def whole(scratch: Path, megabytes: float, rounds: int) -> Iterator[Row]:
    """A large comparison as a whole process, beside a plain script that does the same."""
    for kind in data.KINDS:
        path = data.write(kind, megabytes, scratch)
        for fast, asked in ((True, "at most 0.25"), (False, "at most 0.5")):
            pair = alternate(
                partial(compare, path, "--fidelity", "off", fast=fast),
                partial(python, HERE / "plain_script.py", path),
                rounds,
                warm_up=False,
            )
            what = f"compare {megabytes:g} MB of {kind}, {'with' if fast else 'without'} [fast]"
            yield against(what, "a plain script", pair, asked)


def checking(scratch: Path, megabytes: float, rounds: int) -> Iterator[Row]:
    """What reading every rendering back adds to a comparison; YAML has a figure of its own."""
    formats = ",".join(name for name in default_names() if name != "yaml")
    for kind in data.KINDS:
        path = data.write(kind, megabytes, scratch)
        asked = partial(compare, path, "--format", formats, "--fidelity")
        pair = alternate(partial(asked, "full"), partial(asked, "off"), rounds)
        what = f"compare {megabytes:g} MB of {kind} without YAML, --fidelity full"
        yield against(what, "--fidelity off", pair, "at most 2")


def growth(scratch: Path, small: float, large: float, rounds: int) -> Iterator[Row]:
    """How time grows with the payload, and what a second process brings."""
    for kind in data.KINDS:
        less, more = (data.write(kind, size, scratch) for size in (small, large))
        off = ("--fidelity", "off")
        grown = alternate(
            partial(compare, more, *off), partial(compare, less, *off), rounds, warm_up=False
        )
        yield against(f"compare {large:g} MB of {kind}", f"{small:g} MB", grown, "at most 5.5")
        pair = alternate(
            partial(compare, more, *off, "--jobs", "1"),
            partial(compare, more, *off, "--jobs", "2"),
            rounds,
            warm_up=False,
        )
        yield against(f"compare {large:g} MB of {kind} by 1 process", "by 2", pair, "at least 1.6")


def memory(scratch: Path, megabytes: float) -> Iterator[Row]:
    """The peak of a process of its own, by the operating system's figure."""
    for kind in data.KINDS:
        path = data.write(kind, megabytes, scratch)
        peak, size = peak_of(path) / 1e6, path.stat().st_size / 1e6
        asked = f"at most {12 * size + 200:,.0f} MB"
        yield f"memory for {size:,.0f} MB of {kind}, --jobs 1", "", f"{peak:,.0f} MB", asked


def trainers() -> Iterator[Row]:
    """Our trainer beside the textbook's loop and the Rust trainer of ``tokenizers``."""
    text = training.corpus()
    (ours, _), (slow, _) = training.ours(text, time.process_time), training.textbook(text)
    (wall, _), (rust, _) = training.ours(text, time.perf_counter), training.rust(text)
    what = f"train {training.MERGES:,} merges on {training.CHARACTERS:,} characters"
    yield what, "the textbook's loop", f"{slow / ours:.0f} times as fast", "at least 100"
    yield what, "tokenizers (Rust)", f"{wall / rust:.1f} times as long", "at most 10"


def compare(path: Path, *options: str, fast: bool = True) -> None:
    """``tokbench compare`` in a fresh interpreter."""
    python("-c", COMMAND if fast else WITHOUT_FAST + COMMAND, "compare", path, *options)


def python(*arguments: str | Path) -> None:
    """A fresh interpreter, to its end."""
    subprocess.run([sys.executable, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def peak_of(path: Path) -> int:
    """Bytes of memory that comparing a payload in one process takes at its highest.

    A process is told to have had what its parent had when it was started, so a small one starts it.
    """
    command = [sys.executable, "-c", LAUNCHER, sys.executable, "-c", COMMAND]
    options = ["compare", str(path), "--fidelity", "off", "--jobs", "1"]
    peak = int(subprocess.check_output([*command, *options]))
    return peak * (1 if sys.platform == "darwin" else 1024)


def warm_cache(scratch: Path) -> Path:
    """A cache of tiktoken's with the published rank file."""
    folder = scratch / "cache"
    folder.mkdir()
    (source,) = SOURCES["o200k_base"]
    (folder / source.cache_name).write_bytes(load("o200k_base").rank_file())
    return folder


def against(what: str, beside: str, pair: Pair, asked: str) -> Row:
    """A line of two medians and their ratio."""
    ours, theirs = pair.median
    return what, beside, f"{pair.ratio:.2f} ({ours:.3g} s : {theirs:.3g} s)", asked


def report(rows: list[Row], rounds: int) -> str:
    """The report's text, without a final newline."""
    versions = ", ".join(f"{name} {version_of(name)}" for name in LIBRARIES)
    today = datetime.now(UTC).date().isoformat()
    return "\n\n".join(
        [
            "# Performance",
            f"Made on {today} by `python benchmarks/run.py` with Python "
            f"{platform.python_version()} on {workers.available()} processors ({processor()}), "
            f"{versions}. Medians of alternating pairs: {rounds} of each comparison of 10 MB or "
            f"more, {STARTS} of each start, {ROUNDS} of the others; a ratio is the first time over "
            "the second, and the writers' times are those of the processor. A comparison of 10 MB "
            "or more uses all processors, the plain script one.",
            markdown.write_sheets([simple("", ("what", "beside", "figure", "asked for"), rows)]),
        ]
    )


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


if __name__ == "__main__":
    main()
