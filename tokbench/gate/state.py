"""The current state: every payload of every check, read, rendered and counted."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tokbench import readers, serializers
from tokbench.counters import Counter, get_or_failing
from tokbench.errors import (
    CannotRender,
    ConfigError,
    CounterError,
    InputError,
    TokbenchError,
    options_spelled_for,
)
from tokbench.gate.config import Check, Config
from tokbench.gate.lock import Entries, Entry, Lock, as_sent, hash_of
from tokbench.gate.verdict import Measured, State
from tokbench.measure import Cell, ask, measure, measure_each, processes_for
from tokbench.optional import version_of
from tokbench.payload import Payload
from tokbench.progress import Progress, no_progress, step
from tokbench.readers.notations import TEXT, of_suffix
from tokbench.readers.options import Given
from tokbench.result import AS_GIVEN
from tokbench.version import __version__
from tokbench.watch import Piece

_NONE: Mapping[str, Any] = MappingProxyType({})


def state_of(
    config: Config,
    progress: Progress = no_progress,
    lock: Lock | None = None,
    processes: int | None = None,
) -> State:
    """Measure what a configuration names. What cannot be measured is a problem of the state.

    A payload that costs what the lock says is not hashed: that takes as long as rendering it.
    Without a number of processes, the size of the files decides.
    """
    found = {check.name: payloads_of(check, config.folder) for check in config.checks}
    work = [(check, path) for check in config.checks for path in found[check.name]]
    before = (lock or Lock(__version__)).checks
    outcomes = measure_each(
        lambda index: _outcome(config.folder, *work[index], before),
        [Piece(f"{path} ({check.name})", size_of([config.folder / path])) for check, path in work],
        processes or processes_for(size_of(config.folder / path for _, path in work)),
        progress,
    )
    state = _Collected()
    for (check, path), outcome in zip(work, _asked(work, list(outcomes), progress), strict=True):
        state.add(check, path, outcome)
    return State(
        measured=tuple(state.measured),
        found=found,
        lock=lock_around(checks=state.entries),
        problems=(*_unmatched(config), *state.problems),
        counter_failures=tuple(state.counter_failures.values()),
        estimates=frozenset(
            check.counter
            for check in config.checks
            if get_or_failing(check.counter).info.kind == "estimate"
        ),
    )


def payloads_of(check: Check, folder: Path) -> tuple[str, ...]:
    """The files that a check's globs match, sorted, each once, with / between folders."""
    return tuple(sorted({path for each in check.paths for path in _matches(each, folder)}))


def files_of(config: Config) -> tuple[Path, ...]:
    """Every file that the checks read, with the configuration and the lock."""
    paths = (
        config.folder / path for each in config.checks for path in payloads_of(each, config.folder)
    )
    return config.file, config.lock_file, *paths


def read(check: Check, path: Path, name: str, *, parsed: bool | None = None) -> Payload:
    """A check's payload, called by a name.

    What a check sends as given is plain text where its suffix does not say more. Any other is
    parsed where its data count, or as ``parsed`` says.

    Raises:
        InputError: It cannot be read.
    """
    notation = of_suffix(path.suffix)
    unknown = not check.reading.input_format and notation in (None, TEXT)
    ignored = [name for name in check.reading.given() if name != "encoding"]
    if check.format == AS_GIVEN and unknown and ignored:
        raise InputError(
            f"is sent as plain text, and {' and '.join(ignored)} of check "
            f"{check.name!r} would do nothing",
            source=name,
            hint="remove that, or give an input_format",
        )
    is_text = check.format == AS_GIVEN and (
        unknown or not (check.needs_data if parsed is None else parsed)
    )
    if is_text and not (notation and notation.magic):
        plain = readers.plain_text(path, check.reading.encoding, choosable=True)
        return Payload(name, as_sent(plain), as_sent(plain), is_text=True)
    payload = readers.read(path, check.reading)
    text = None if payload.text is None else as_sent(payload.text)
    return replace(payload, name=name, text=text)


def lock_around(checks: Entries = _NONE, tests: Mapping[str, Entry] = _NONE) -> Lock:
    """Current entries as a lock, with the libraries and vocabularies that counted them."""
    bare = Lock(__version__, checks=checks, tests=tests)
    libraries = {entry.library for entry in bare.entries() if entry.library}
    counters = {entry.counter for entry in bare.entries()}
    hashes = {name: get_or_failing(name).info.vocabulary_sha256 for name in sorted(counters)}
    versions = {name: version_of(name) for name in sorted(libraries)}
    return replace(bare, libraries=versions, vocabularies=hashes)


def entry_of(payload: Payload, form_name: str, counter: Counter) -> Entry:
    """What a payload costs in one format.

    Raises:
        CannotRender: The format cannot hold it.
        CounterError: The counter failed.
    """
    form = serializers.get(form_name)
    (cell,) = ask([measure(payload, form, (counter,))], (counter,))
    return _entry(cell, form.library, counter, hash_of(payload, form.name))


def _entry(
    cell: Cell,
    library: str | None,
    counter: Counter,
    data_sha256: str | None,
    options: Mapping[str, Given] = _NONE,
) -> Entry:
    name = counter.info.name
    return Entry(cell.tokens(name), cell.format, name, data_sha256, library, dict(options))


@dataclass(frozen=True, slots=True)
class _Rendered:
    """A payload in the format of its check and, where there is one, of ``min_saving_vs``.

    The hash of its data is None where it costs what the lock says.
    """

    cell: Cell
    other: Cell | None
    data_sha256: str | None


@options_spelled_for("configuration")
def _outcome(folder: Path, check: Check, path: str, locked: Entries) -> _Rendered | InputError:
    """Read, render, count and hash one payload; endpoints have not counted yet."""
    try:
        with step(0, 3):
            payload = read(check, folder / path, path)
    except InputError as error:
        return error
    counters = (get_or_failing(check.counter),)
    with step(1, 3):
        cell = measure(payload, serializers.get(check.format), counters)
    other = None
    if check.min_saving_vs is not None:
        with step(2, 3):
            other = measure(payload, serializers.get(check.min_saving_vs.format), counters)
    before = locked.get(check.name, {}).get(path)
    same = before is not None and (
        before.format == cell.format and before.tokens == cell.counts.get(before.counter)
    )
    return _Rendered(cell, other, None if same else hash_of(payload, cell.format))


def _asked(
    work: list[tuple[Check, str]], outcomes: list[_Rendered | InputError], progress: Progress
) -> list[_Rendered | InputError]:
    """The same outcomes with the counts of endpoints, each of which is asked once for all."""
    made = list(outcomes)
    for name in dict.fromkeys(check.counter for check, _ in work):
        places = [
            (place, outcome)
            for place, ((check, _), outcome) in enumerate(zip(work, outcomes, strict=True))
            if check.counter == name and isinstance(outcome, _Rendered)
        ]
        cells = [each for _, found in places for each in (found.cell, found.other) if each]
        counted = iter(ask(cells, (get_or_failing(name),), progress=progress))
        for place, found in places:
            made[place] = replace(found, cell=next(counted), other=found.other and next(counted))
    return made


@dataclass
class _Collected:
    """The measurements of a state, and what went wrong."""

    measured: list[Measured] = field(default_factory=list)
    entries: dict[str, dict[str, Entry]] = field(default_factory=dict)
    problems: list[TokbenchError] = field(default_factory=list)
    counter_failures: dict[str, CounterError] = field(default_factory=dict)

    def add(self, check: Check, path: str, outcome: _Rendered | InputError) -> None:
        """Take what was found about one payload."""
        if isinstance(outcome, InputError):
            self.problems.append(outcome)
            return
        counter = get_or_failing(check.counter)
        library = serializers.get(check.format).library
        options = check.reading.given()
        try:
            entry = _entry(outcome.cell, library, counter, outcome.data_sha256, options)
            other = outcome.other.tokens(entry.counter) if outcome.other else None
        except CannotRender as reason:
            skipped = f"check {check.name!r} cannot be measured, it was skipped"
            self.problems.append(reason.within(f"{path}: {skipped}"))
        except CounterError as error:
            failure = error.within(f"check {check.name!r}, counter {check.counter}")
            self.counter_failures.setdefault(str(failure), failure)
        else:
            self.measured.append(Measured(check, path, entry, other))
            self.entries.setdefault(check.name, {})[path] = entry


def size_of(files: Iterable[Path]) -> int:
    """The bytes of files in all; a file that is gone has none, and reading it says so."""
    total = 0
    for file in files:
        with suppress(OSError):
            total += file.stat().st_size
    return total


def _matches(pattern: str, folder: Path) -> Iterator[str]:
    """The files that a glob matches; a file of the very name comes before any match."""
    if (folder / pattern).is_file():
        pattern = glob.escape(pattern)
    for path in glob.iglob(pattern, root_dir=folder, recursive=True):  # noqa: PTH207
        if (folder / path).is_file():
            yield Path(path).as_posix()


def _unmatched(config: Config) -> Iterator[ConfigError]:
    for check in config.checks:
        for pattern in check.paths:
            if next(_matches(pattern, config.folder), None) is None:
                place = f"{config.file}: check {check.name!r}"
                reason = f"the glob {pattern!r} matches no file"
                yield ConfigError(reason, place=place, hint="correct it, or remove it")
