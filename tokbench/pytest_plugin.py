"""What the fixture ``tokbench`` does; the hooks are in :mod:`pytest_tokbench`.

A recorded assertion keeps its count in ``tokbench.lock``, under ``tests``, beside the entries of
``tokbench check``. The lock is in pytest's root folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from tokbench import files, readers
from tokbench.counters import DEFAULT_COUNTER
from tokbench.counters.choice import choose_one
from tokbench.errors import LockError, TokbenchError, UsageError
from tokbench.gate.config import LOCK_FILE
from tokbench.gate.limits import Increase
from tokbench.gate.lock import Entry, Lock, as_sent, parse
from tokbench.gate.run import read_lock
from tokbench.gate.state import entry_of, lock_around
from tokbench.gate.verdict import incomparable
from tokbench.payload import Payload
from tokbench.result import AS_GIVEN

_UPDATE = "pytest --tokbench-update"


@dataclass
class Counts:
    """What the tests of one run have counted.

    Attributes:
        root: The folder of the lock.
        update: Whether recorded assertions accept what they find.
        lines: One line a count, for the summary.
        recorded: Entries for the lock, by name.
        met: The names of recorded assertions that have run.
    """

    root: Path
    update: bool
    lines: list[str] = field(default_factory=list)
    recorded: dict[str, Entry] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)

    def of_test(self, test: str) -> Tokens:
        """The fixture's value for a test."""
        return Tokens(self, test)

    @cached_property
    def lock(self) -> Lock:
        """The lock as it is committed.

        Raises:
            LockError: It is damaged.
        """
        path = self.root / LOCK_FILE
        return read_lock(path) if path.exists() else Lock("")

    def to_text(self) -> str:
        """Everything as text, for a worker of xdist to hand on."""
        return json.dumps(
            [self.lines, sorted(self.met), lock_around(tests=self.recorded).to_text()]
        )

    def add(self, text: str) -> None:
        """Take what a worker has handed on."""
        lines, met, lock = json.loads(text)
        self.lines += lines
        self.met |= set(met)
        self.recorded |= parse(lock.encode()).tests

    def write_lock(self) -> None:
        """Write what was recorded into the lock, where an update is asked for.

        Raises:
            pytest.UsageError: The lock cannot be written, or must not be.
        """
        if not self.recorded:
            return
        path = self.root / LOCK_FILE
        try:
            updated = self.lock.with_tests_of(lock_around(tests=self.recorded))
            files.write(path, updated.to_text())
        except TokbenchError as error:
            raise pytest.UsageError(str(error)) from error
        except OSError as error:
            raise pytest.UsageError(f"{path}: cannot be written: {error.strerror}") from error

    def summary(self) -> Iterator[str]:
        """The counts, then what became of the lock."""
        yield from self.lines
        if self.recorded:
            yield f"{len(self.recorded):,} recorded in {LOCK_FILE}: commit it"
        if self.met and not self.update:
            with suppress(LockError):  # each assertion that read a damaged lock has failed
                if others := len(self.lock.tests.keys() - self.met):
                    yield f"{others:,} more in {LOCK_FILE} did not run"


@dataclass
class Tokens:
    """Assertions of one test on tokens: the value of the fixture ``tokbench``."""

    counts: Counts
    test: str

    def assert_tokens(
        self,
        text_or_data: Any,
        *,
        max_tokens: int,
        format: str | None = None,  # noqa: A002  the field's own word for it
        counter: str = DEFAULT_COUNTER,
    ) -> int:
        """Fail where something costs more than a number of tokens; give back what it costs.

        Args:
            text_or_data: A text, counted as it is; or data, rendered and then counted.
            max_tokens: The most tokens that pass.
            format: The format that data are rendered in; ``json-min`` where none is named.
            counter: What counts.

        Raises:
            AssertionError: It costs more.
            TokbenchError: It cannot be rendered or counted.
        """
        __tracebackhide__ = True
        entry = _measured(text_or_data, format, counter)
        self._note(entry, f"at most {max_tokens:,}")
        if entry.tokens > max_tokens:
            over = entry.tokens - max_tokens
            raise AssertionError(
                f"{entry.tokens:,} tokens, {over:,} over max_tokens {max_tokens:,} "
                f"({entry.format}, {entry.counter})"
            )
        return entry.tokens

    def assert_recorded(
        self,
        text_or_data: Any,
        *,
        name: str = "",
        max_increase: str | int = 0,
        format: str | None = None,  # noqa: A002
        counter: str = DEFAULT_COUNTER,
    ) -> int:
        """Fail where something costs more than the lock has for it; give back what it costs.

        With ``--tokbench-update`` the lock takes what it costs now.

        Args:
            text_or_data: A text, counted as it is; or data, rendered and then counted.
            name: Tells several recorded assertions of one test apart.
            max_increase: The growth allowed over the lock: ``"5%"``, or a number of tokens.
            format: The format that data are rendered in; ``json-min`` where none is named.
            counter: What counts.

        Raises:
            AssertionError: It has grown, or the lock cannot tell.
            TokbenchError: It cannot be rendered or counted, or the lock is damaged.
        """
        __tracebackhide__ = True
        key = f"{self.test} {name}".rstrip()
        if key in self.counts.met:
            raise UsageError(f"{key}: is recorded twice: give each assertion a name of its own")
        self.counts.met.add(key)
        entry = _measured(text_or_data, format, counter)
        if self.counts.update:
            self.counts.recorded[key] = entry
            self._note(entry, "recorded")
            return entry.tokens
        before = self._before(key, entry)
        ceiling = Increase.of(max_increase).ceiling(before.tokens)
        self._note(entry, f"at most {ceiling:,} by the lock")
        if entry.tokens > ceiling:
            raise AssertionError(
                f"{entry.tokens:,} tokens, was {before.tokens:,} as {before.format}: max_increase "
                f"{max_increase} allows at most {ceiling:,} ({entry.format}, {entry.counter}); "
                f"{_UPDATE} accepts it"
            )
        return entry.tokens

    def _before(self, key: str, entry: Entry) -> Entry:
        __tracebackhide__ = True
        lock = self.counts.lock
        if key not in lock.tests:
            raise AssertionError(f"{LOCK_FILE} has no entry for {key}: {_UPDATE} adds it")
        now = lock_around(tests={key: entry})
        if why := incomparable(entry, lock.tests[key], now, lock):
            raise AssertionError(f"{LOCK_FILE}: {key} {why}: {_UPDATE} accepts it")
        return lock.tests[key]

    def _note(self, entry: Entry, limit: str) -> None:
        self.counts.lines.append(
            f"{entry.tokens:>9,} tokens, {limit}: {self.test} ({entry.format}, {entry.counter})"
        )


def _measured(text_or_data: Any, form: str | None, counter: str) -> Entry:
    if not isinstance(text_or_data, str):
        payload = readers.from_python(text_or_data)
        return entry_of(payload, form or "json-min", choose_one(counter))
    if form not in (None, AS_GIVEN):
        raise UsageError(f"a text is counted as it is: give data to have it rendered as {form}")
    payload = Payload("<text>", text_or_data, as_sent(text_or_data), is_text=True)
    return entry_of(payload, AS_GIVEN, choose_one(counter))
