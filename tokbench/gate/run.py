"""A whole check: configuration, state, locks, verdicts, and why what failed has grown."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath

from tokbench import serializers
from tokbench.advice.ablation import Ablation, Explanation, growth, largest
from tokbench.counters import Counter, get_or_failing
from tokbench.errors import LockError, TokbenchError, UsageError, option
from tokbench.gate import git, lock
from tokbench.gate.config import LOCK_FILE, Config
from tokbench.gate.lock import LaterLockError, Lock, hash_of
from tokbench.gate.state import read, size_of, state_of
from tokbench.gate.verdict import Earlier, Measured, Report, Verdict, judge
from tokbench.measure import measure_one
from tokbench.payload import Payload
from tokbench.progress import Progress, no_progress
from tokbench.version import __version__
from tokbench.watch import Piece

EXPLAINED = 10
"""How many failures are explained: each takes some thirty renderings."""


def check(
    config: Config,
    base: str | None = None,
    progress: Progress = no_progress,
    processes: int | None = None,
) -> Report:
    """Measure, compare with the lock and with that of a git revision, and explain what failed.

    Whatever is wrong is a problem of the report: nothing is raised for it.
    """
    locks: list[Earlier] = []
    problems: list[TokbenchError] = []
    revision: git.Revision | None = None
    try:
        locks.append(Earlier(read_lock(config.lock_file)))
    except LockError as error:
        problems.append(error)
    try:
        if base is not None:
            revision = git.find(config.folder, base)
            locks.append(Earlier(_lock_at(revision), revision.name))
    except (LockError, UsageError) as error:
        problems.append(error)
    state = state_of(config, progress, locks[0].lock if locks else None, processes)
    report = judge(replace(state, problems=(*problems, *state.problems)), locks)
    return replace(
        report, explanations=_explanations(report, locks, config.folder, revision, progress)
    )


def update(
    config: Config, progress: Progress = no_progress, processes: int | None = None
) -> tuple[Report, str | None]:
    """Measure, and give back the text of a lock that accepts what was measured.

    The text is None where something could not be measured: then nothing may be written.

    Raises:
        LockError: The lock comes from a later tokbench.
    """
    state = state_of(config, progress, processes=processes)
    if state.problems or state.counter_failures:
        return Report(
            checks=len(state.found),
            problems=state.problems,
            counter_failures=state.counter_failures,
        ), None
    before, warnings = _replaceable(config.lock_file)
    accepted = before.with_checks_of(state.lock)
    report = judge(state, [Earlier(accepted)])
    return replace(report, warnings=(*warnings, *report.warnings)), accepted.to_text()


def read_lock(path: Path) -> Lock:
    """The lock in a file.

    Raises:
        LockError: It is missing or damaged; the hint says what to do.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        hint = f"{lock.UPDATE}, to be committed"
        raise LockError("is missing", place=path.name, hint=hint) from None
    except OSError as error:
        raise LockError(f"cannot be read: {error.strerror}", place=path.name) from error
    return lock.parse(content, path.name)


def _lock_at(revision: git.Revision) -> Lock:
    content, place = revision.read(LOCK_FILE), f"{LOCK_FILE} at {revision.name}"
    if content is None:
        hint = f"the change that brings it is checked without {option('base')}"
        raise LockError("is missing", place=place, hint=hint)
    return lock.parse(content, place)


def _replaceable(path: Path) -> tuple[Lock, tuple[str, ...]]:
    """The lock that an update goes over, and what is lost where it is damaged."""
    nothing = Lock(__version__)
    if not path.exists():
        return nothing, ()
    try:
        return read_lock(path), ()
    except LaterLockError:
        raise
    except LockError as damage:
        lost = "replaced; recorded tests are to be recorded again with pytest --tokbench-update"
        return nothing, (f"{damage.place}: {damage.reason}: {lost}",)


def _explanations(
    report: Report,
    locks: Iterable[Earlier],
    folder: Path,
    revision: git.Revision | None,
    progress: Progress,
) -> dict[tuple[str, str], Explanation]:
    """Why the failures are what they are, those that are furthest over first."""
    if not report.failed:
        return {}
    name = revision.name if revision else None
    known = next((earlier.lock for earlier in locks if earlier.revision == name), None)
    revision = revision or git.last_change(folder, LOCK_FILE)
    worst = sorted(report.failed, key=_overshoot, reverse=True)[:EXPLAINED]
    history = _History(folder, revision, known, progress)
    return {(v.measured.check.name, v.measured.payload): history.explain(v) for v in worst}


def _overshoot(verdict: Verdict) -> int:
    return max(verdict.tokens - limit.ceiling for limit in verdict.failures)


@dataclass(frozen=True, slots=True)
class _History:
    """Where earlier payloads are found, and the lock whose entries they must agree with."""

    folder: Path
    revision: git.Revision | None
    lock: Lock | None
    progress: Progress

    def explain(self, verdict: Verdict) -> Explanation:
        measured = verdict.measured
        counter = get_or_failing(measured.check.counter)
        if counter.info.kind == "api":
            return Explanation((), remarks=("Not taken apart: that would ask the provider often.",))
        try:
            path = self.folder / measured.payload
            payload = self._read(measured, path)
            now = self._ablation(payload, measured.entry.format, counter)
            grown = any(limit.kind in ("max_increase", "base") for limit in verdict.failures)
            before = self._before(measured, counter) if grown else None
            if before is None or self.revision is None:
                return largest(now)
            return growth(now, before, self.revision.name)
        except TokbenchError as error:
            return Explanation((), remarks=(f"Not taken apart: {error}",))

    def _before(self, measured: Measured, counter: Counter) -> Ablation | None:
        """The earlier payload, where git has it and its hash is that of the lock's entry."""
        entries = self.lock.checks.get(measured.check.name, {}) if self.lock else {}
        entry = entries.get(measured.payload)
        content = self.revision.read(measured.payload) if self.revision else None
        if entry is None or content is None:
            return None
        with tempfile.TemporaryDirectory(prefix="tokbench-") as folder:
            path = Path(folder) / PurePosixPath(measured.payload).name
            path.write_bytes(content)
            payload = self._read(measured, path)
        if hash_of(payload, entry.format) != entry.data_sha256:
            return None
        return self._ablation(payload, entry.format, counter)

    def _read(self, measured: Measured, path: Path) -> Payload:
        work = partial(read, measured.check, path, measured.payload, parsed=True)
        piece = Piece(f"reading {measured.payload}", size_of([path]))
        return measure_one(work, piece, self.progress)

    def _ablation(self, payload: Payload, form: str, counter: Counter) -> Ablation:
        return Ablation(payload, serializers.get(form), counter, progress=self.progress)
