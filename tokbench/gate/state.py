"""The state of now: every payload of every check, read, rendered and counted."""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tokbench import readers, serializers
from tokbench.counters import Counter, get_or_failing
from tokbench.errors import CannotRender, CounterError, InputError
from tokbench.gate.config import Check, Config
from tokbench.gate.lock import Entries, Entry, Lock, as_sent, hash_of
from tokbench.gate.verdict import Measured, State
from tokbench.optional import version_of
from tokbench.payload import Payload
from tokbench.readers.notations import of_suffix
from tokbench.result import AS_GIVEN
from tokbench.version import __version__

Progress = Callable[[int, int, str], None]
"""Told the payloads done, the payloads in all, and what is being worked on."""


def no_progress(done: int, total: int, what: str) -> None:
    """Tell nobody."""


_NONE: Mapping[str, Any] = MappingProxyType({})


def measure(config: Config, progress: Progress, lock: Lock | None = None) -> State:
    """Measure what a configuration names. What cannot be measured is a problem of the state.

    Args:
        config: What to measure.
        progress: Told how far the work is.
        lock: What will be compared with. A payload that costs what the lock says is not hashed,
            which would take as long as rendering it.
    """
    measuring = _Measuring(config, lock or Lock(__version__))
    found = {check.name: payloads_of(check, config.folder) for check in config.checks}
    work = [(check, payload) for check in config.checks for payload in found[check.name]]
    for done, (check, payload) in enumerate(work):
        progress(done, len(work), f"{payload} ({check.name})")
        measuring.add(check, payload)
    return State(
        measured=tuple(measuring.measured),
        found=found,
        lock=lock_around(checks=measuring.entries),
        problems=(*_unmatched(config), *measuring.problems),
        counter_failures=tuple(dict.fromkeys(measuring.counter_failures)),
        estimates=frozenset(
            check.counter
            for check in config.checks
            if get_or_failing(check.counter).info.kind == "estimate"
        ),
    )


def payloads_of(check: Check, folder: Path) -> tuple[str, ...]:
    """The files that a check's globs match, sorted, each once, with / between folders."""
    found = {path for pattern in check.paths for path in _matches(pattern, folder)}
    return tuple(sorted(found))


def read(check: Check, path: Path, name: str) -> Payload:
    """A check's payload, called by a name.

    A text of no notation that is known is plain text where the check sends it as given.

    Raises:
        InputError: It cannot be read.
    """
    if check.format == AS_GIVEN and not check.input_format and of_suffix(path.suffix) is None:
        if check.options:
            raise InputError(
                f"is sent as plain text, and {' and '.join(check.options)} of check "
                f"{check.name!r} would do nothing: remove that, or give an input_format",
                source=name,
            )
        plain = readers.plain_text(path)
        payload = Payload(str(path), plain, plain)
    else:
        payload = readers.read(
            path,
            input_format=check.input_format,
            records=check.records,
            strings=check.strings,
        )
    text = None if payload.text is None else as_sent(payload.text)
    return replace(payload, name=name, text=text)


def lock_around(checks: Entries = _NONE, tests: Mapping[str, Entry] = _NONE) -> Lock:
    """Entries of now as a lock, with the libraries and vocabularies that they were counted with."""
    bare = Lock(__version__, checks=checks, tests=tests)
    libraries = {entry.library for entry in bare.entries() if entry.library}
    counters = {entry.counter for entry in bare.entries()}
    return replace(
        bare,
        libraries={name: version_of(name) for name in sorted(libraries)},
        vocabularies={
            name: get_or_failing(name).info.vocabulary_sha256 for name in sorted(counters)
        },
    )


def entry_of(
    payload: Payload,
    form_name: str,
    counter: Counter,
    options: Mapping[str, str | bool] = _NONE,
    before: Entry | None = None,
) -> Entry:
    """What a payload costs in one format.

    Args:
        payload: The payload.
        form_name: The format.
        counter: What counts.
        options: How the payload was read.
        before: What it cost before; it is hashed only where that is something else.

    Raises:
        CannotRender: The format cannot hold it.
        CounterError: The counter failed.
    """
    form = serializers.get(form_name)
    tokens = counter.count(form.render(payload))
    same = before is not None and (before.tokens, before.format) == (tokens, form.name)
    return Entry(
        tokens=tokens,
        format=form.name,
        counter=counter.info.name,
        data_sha256=None if same else hash_of(payload, form.name),
        library=form.library,
        options=dict(options),
    )


@dataclass
class _Measuring:
    """Collects the measurements and what went wrong."""

    config: Config
    lock: Lock
    measured: list[Measured] = field(default_factory=list)
    entries: dict[str, dict[str, Entry]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    counter_failures: list[str] = field(default_factory=list)

    def add(self, check: Check, path: str) -> None:
        counter = get_or_failing(check.counter)
        before = self.lock.checks.get(check.name, {}).get(path)
        try:
            payload = read(check, self.config.folder / path, path)
            entry = entry_of(payload, check.format, counter, check.options, before)
            other = self._other(check, payload, counter)
        except InputError as error:
            self.problems.append(str(error))
        except CannotRender as reason:
            self.problems.append(
                f"{path}: check {check.name!r} cannot be measured, it was skipped: {reason}"
            )
        except CounterError as error:
            self.counter_failures.append(f"check {check.name!r}, counter {check.counter}: {error}")
        else:
            self.measured.append(Measured(check, path, entry, other))
            self.entries.setdefault(check.name, {})[path] = entry

    def _other(self, check: Check, payload: Payload, counter: Counter) -> int | None:
        if check.min_saving_vs is None:
            return None
        return counter.count(serializers.get(check.min_saving_vs.format).render(payload))


def _matches(pattern: str, folder: Path) -> Iterator[str]:
    for path in glob.iglob(pattern, root_dir=folder, recursive=True):  # noqa: PTH207
        if (folder / path).is_file():
            yield Path(path).as_posix()


def _unmatched(config: Config) -> Iterator[str]:
    for check in config.checks:
        for pattern in check.paths:
            if next(_matches(pattern, config.folder), None) is None:
                yield (
                    f"{config.file}: check {check.name!r}: the glob {pattern!r} matches no file: "
                    "mend it, or remove it"
                )
