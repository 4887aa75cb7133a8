"""The lock: the committed file with the counts that a change is compared with.

Each entry is one line, so that a merge takes it whole or conflicts. Keys are sorted. A payload's
hash is taken over its data, not over the bytes of its file, so that a checkout with other line ends
compares equal. This module turns text into a lock and back; it opens no file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial

from tokbench.errors import CannotRead, LockError, place_of
from tokbench.fields import Fields, as_integer, as_text, or_null
from tokbench.gate.config import LOCK_FILE
from tokbench.payload import Payload
from tokbench.readers import json_
from tokbench.readers.options import Given
from tokbench.result import AS_GIVEN
from tokbench.serializers.cells import minified
from tokbench.text import shown, utf8_bytes

SCHEMA = "tokbench.lock/1"
_FAMILY = SCHEMA.partition("/")[0]
_CONFLICT = re.compile(r"^(<{7}|={7}|>{7}|\|{7})( |$)", re.MULTILINE)

UPDATE = "tokbench check --update writes a new one"
REBUILD = "restore it from git, or let tokbench check --update write a new one"


class LaterLockError(LockError):
    """The lock comes from a later tokbench, which this one must not overwrite."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one payload cost when the lock was written.

    Attributes:
        data_sha256: The hash of the payload, see :func:`hash_of`. None in the state of a check for
            a payload that costs what the lock says, where nothing needs it.
        library: The package that wrote the rendering, or None where tokbench did.
        options: The options of reading that are not at their defaults.
    """

    tokens: int
    format: str
    counter: str
    data_sha256: str | None
    library: str | None = None
    options: Mapping[str, Given] = field(default_factory=dict)


Entries = Mapping[str, Mapping[str, Entry]]
"""Entries by check and payload."""


@dataclass(frozen=True, slots=True)
class Lock:
    """A whole lock, or the present state in the same form.

    Attributes:
        tokbench: The version that counted.
        libraries: The version of each package that wrote a rendering.
        vocabularies: The SHA-256 of each counter's vocabulary, None for a counter without one.
        checks: Entries by check and payload.
        tests: Entries by the name of a recorded assertion of a test.
    """

    tokbench: str
    libraries: Mapping[str, str] = field(default_factory=dict)
    vocabularies: Mapping[str, str | None] = field(default_factory=dict)
    checks: Entries = field(default_factory=dict)
    tests: Mapping[str, Entry] = field(default_factory=dict)

    def with_checks_of(self, now: Lock) -> Lock:
        """This lock with the checks of another instead of its own.

        Raises:
            LockError: Its tests were counted with another vocabulary of the same name.
        """
        return now.over(replace(self, checks={}))

    def with_tests_of(self, now: Lock) -> Lock:
        """This lock with the tests of another added to its own.

        Raises:
            LockError: The rest was counted with another vocabulary of the same name.
        """
        kept = {name: entry for name, entry in self.tests.items() if name not in now.tests}
        return now.over(replace(self, tests=kept))

    def over(self, kept: Lock) -> Lock:
        """Both locks in one; each entry must be in only one of them."""
        for counter in {entry.counter for entry in kept.entries()} & set(self.vocabularies):
            if kept.vocabularies[counter] != self.vocabularies[counter]:
                raise LockError(
                    f"other entries were counted with another vocabulary of {counter}",
                    place=LOCK_FILE,
                    hint="delete the lock and record checks and tests again",
                )
        checks, tests = {**kept.checks, **self.checks}, {**kept.tests, **self.tests}
        made = replace(self, checks=checks, tests=tests)
        counters = {entry.counter for entry in made.entries()}
        packages = {entry.library for entry in made.entries()}
        vocabularies = {**kept.vocabularies, **self.vocabularies}
        libraries = {**kept.libraries, **self.libraries}
        return replace(
            made,
            vocabularies={name: sha for name, sha in vocabularies.items() if name in counters},
            libraries={name: version for name, version in libraries.items() if name in packages},
        )

    def entries(self) -> Iterator[Entry]:
        """Every entry, those of tests last."""
        for entries in (*self.checks.values(), self.tests):
            yield from entries.values()

    def to_text(self) -> str:
        """The lock as it is committed, with a final newline: equal locks are equal bytes."""
        sections = {
            "checks": _section(
                {name: _section(_lines(entries), 2) for name, entries in self.checks.items()}, 1
            ),
            "libraries": _section({k: _json(v) for k, v in self.libraries.items()}, 1),
            "schema": _json(SCHEMA),
            "tests": _section(_lines(self.tests), 1),
            "tokbench": _json(self.tokbench),
            "vocabularies": _section({k: _json(v) for k, v in self.vocabularies.items()}, 1),
        }
        return f"{_section(sections, 0)}\n"


def hash_of(payload: Payload, form: str) -> str:
    """The SHA-256 of a payload's data as minified JSON, with keys in their order.

    For a payload that is sent as given, it is the SHA-256 of its text, with LF for CRLF.
    """
    text = as_sent(payload.text or "") if form == AS_GIVEN else minified(payload.data)
    return hashlib.sha256(utf8_bytes(text)).hexdigest()


def as_sent(text: str) -> str:
    """A text as given, with LF for CRLF: the line ends of a checkout do not matter."""
    return text.replace("\r\n", "\n")


def parse(content: bytes, name: str = LOCK_FILE) -> Lock:
    """The lock in a file's content.

    Raises:
        LockError: It is not a lock; the hint says how to restore one.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LockError(f"is not UTF-8 at byte {error.start}", place=name, hint=REBUILD) from error
    if not text.strip():
        raise LockError("is empty", place=name, hint=REBUILD)
    if conflict := _CONFLICT.search(text):
        line = text.count("\n", 0, conflict.start()) + 1
        raise LockError(
            "has a merge conflict", place=f"{name}:{line}", hint=f"resolve it, then {UPDATE}"
        )
    try:
        document = json_.parse(text)
    except CannotRead as error:
        place = place_of(name, error.line, error.column)
        raise LockError(f"is not JSON: {error.reason}", place=place, hint=REBUILD) from error
    return _lock(Fields.of(document, name, LockError, hint=REBUILD))


def _lock(saved: Fields) -> Lock:
    _require_schema(saved)
    libraries, vocabularies = saved.table("libraries"), saved.table("vocabularies")
    checks = saved.table("checks")
    lock = Lock(
        tokbench=saved.text("tokbench"),
        libraries={name: libraries.text(name) for name in libraries.values},
        vocabularies={
            name: vocabularies.take(name, or_null(as_text)) for name in vocabularies.values
        },
        checks={name: _entries(checks.table(name)) for name in checks.values},
        tests=_entries(saved.table("tests")),
    )
    for entry in lock.entries():
        if entry.counter not in lock.vocabularies:
            raise saved.fault(f"lacks the counter {entry.counter!r}", "vocabularies")
    return lock


def _require_schema(saved: Fields) -> None:
    schema = saved.text("schema")
    if schema == SCHEMA:
        return
    if not schema.startswith(f"{_FAMILY}/"):
        raise saved.fault(f"is {shown(schema)} and not {SCHEMA!r}", "schema")
    raise LaterLockError(
        f"has the schema {schema!r} and this tokbench knows {SCHEMA!r}",
        place=saved.file,
        hint="install the tokbench that wrote it",
    )


def _entries(saved: Fields) -> dict[str, Entry]:
    return {name: _entry(saved.table(name)) for name in saved.values}


_tokens = partial(as_integer, unit="tokens")


def _entry(saved: Fields) -> Entry:
    return Entry(
        tokens=saved.take("tokens", _tokens),
        format=saved.text("format"),
        counter=saved.text("counter"),
        data_sha256=saved.text("data_sha256"),
        library=saved.take("library", or_null(as_text), None),
        options=saved.table("options", {}).values,
    )


def _lines(entries: Mapping[str, Entry]) -> dict[str, str]:
    return {name: _line(entry) for name, entry in entries.items()}


def _line(entry: Entry) -> str:
    fields = {**asdict(entry), "options": dict(entry.options)}
    return _json({key: value for key, value in fields.items() if value not in (None, {})})


def _section(values: Mapping[str, str], depth: int) -> str:
    """An object with one line a key, sorted; the values are JSON text already."""
    if not values:
        return "{}"
    indent = "  " * (depth + 1)
    lines = ",\n".join(f"{indent}{_json(key)}: {values[key]}" for key in sorted(values))
    return f"{{\n{lines}\n{'  ' * depth}}}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
