"""From the current state, the locks and the limits to verdicts: pure functions.

Every limit comes down to the most tokens that it allows, and a payload fails where its tokens are
more. So a verdict never turns from failed to passed when a count grows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from tokbench.advice.ablation import Explanation
from tokbench.errors import LockError, TokbenchError, option
from tokbench.gate.config import LOCK_FILE, Check
from tokbench.gate.limits import change_text
from tokbench.gate.lock import Entry, Lock
from tokbench.result import AS_GIVEN

LimitKind = Literal["max_increase", "base", "max_tokens", "min_saving_vs"]
ACCEPT = "tokbench check --update accepts it"
ADD = "tokbench check --update adds it"


@dataclass(frozen=True, slots=True)
class Measured:
    """One payload of one check, with the entry that the lock would have for it now.

    ``other`` are its tokens in the format of ``min_saving_vs``, where there is one.
    """

    check: Check
    payload: str
    entry: Entry
    other: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Everything as it is now.

    ``found`` are the payloads that a check's globs match, measured or not; the lock is the one that
    would be written, without recorded tests.
    """

    measured: tuple[Measured, ...]
    found: Mapping[str, Collection[str]]
    lock: Lock
    problems: tuple[TokbenchError, ...] = ()
    counter_failures: tuple[TokbenchError, ...] = ()
    estimates: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Earlier:
    """A lock to compare with: that of a git revision, or with None that of the work tree."""

    lock: Lock
    revision: str | None = None

    @property
    def name(self) -> str:
        """What reports call it."""
        return f"{LOCK_FILE} at {self.revision}" if self.revision else LOCK_FILE


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit, come down to a number of tokens.

    Attributes:
        kind: Which of the check's limits it is; ``base`` is growth over the lock of a revision.
        ceiling: The most tokens that pass.
        against: The count it was taken from: of the lock, or of the other format.
        rule: The limit in words, such as ``max_increase 5% over tokbench.lock``.
    """

    kind: LimitKind
    ceiling: int
    rule: str
    against: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is decided about one payload of one check.

    ``before`` are the tokens of the lock in the work tree, or None where it cannot be compared;
    ``changes`` are texts such as ``format toon -> json-pretty``.
    """

    measured: Measured
    limits: tuple[Limit, ...]
    before: int | None = None
    changes: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """The tokens now."""
        return self.measured.entry.tokens

    @property
    def tightest(self) -> Limit | None:
        """The limit that allows the fewest tokens, the first of several."""
        return _tightest(self.limits)

    @property
    def growth(self) -> Limit | None:
        """The tightest limit on growth; None where no lock has an entry to compare with."""
        return _tightest(limit for limit in self.limits if limit.kind in ("max_increase", "base"))

    @property
    def failures(self) -> tuple[Limit, ...]:
        """The limits that are passed over."""
        return tuple(limit for limit in self.limits if self.tokens > limit.ceiling)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Each failure in words."""
        return tuple(self._reason(limit) for limit in self.failures)

    def _reason(self, limit: Limit) -> str:
        now, most = f"{self.tokens:,} tokens", f"at most {limit.ceiling:,}"
        if limit.against is None:
            return f"{now}, {self.tokens - limit.ceiling:,} over {limit.rule}"
        if limit.kind == "min_saving_vs":
            return f"{now} against {limit.against:,}: {limit.rule} allows {most}"
        change = change_text(limit.against, self.tokens)
        return f"{now}, was {limit.against:,} ({change}): {limit.rule} allows {most}"


def _tightest(limits: Iterable[Limit]) -> Limit | None:
    return min(limits, key=lambda limit: limit.ceiling, default=None)


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check.

    Attributes:
        checks: How many checks were configured.
        compared: How many payloads were compared with the lock in the work tree.
        verdicts: One a check and payload.
        problems: Faults of configuration, lock or input.
        counter_failures: Why a counter failed.
        warnings: What does not fail but should be known, one line each.
        explanations: Why payloads failed, by check and payload.
    """

    checks: int = 0
    compared: int = 0
    verdicts: tuple[Verdict, ...] = ()
    problems: tuple[TokbenchError, ...] = ()
    counter_failures: tuple[TokbenchError, ...] = ()
    warnings: tuple[str, ...] = ()
    explanations: Mapping[tuple[str, str], Explanation] = field(default_factory=dict)

    @property
    def failed(self) -> tuple[Verdict, ...]:
        """The verdicts that fail, in the order of the configuration."""
        return tuple(verdict for verdict in self.verdicts if verdict.failures)

    @property
    def passed(self) -> bool:
        """Whether something was compared and nothing is wrong."""
        return not (self.failed or self.problems or self.counter_failures)

    @property
    def status(self) -> int:
        """The exit status: 2 for a problem, else 3 for a failed counter, else 1 for a failure."""
        if self.problems:
            return 2
        if self.counter_failures:
            return 3
        return 1 if self.failed else 0


def judge(state: State, locks: Sequence[Earlier]) -> Report:
    """The verdicts on a state, by the lock in the work tree and perhaps that of a revision."""
    problems = list(state.problems)
    warnings = list(_assumptions(state))
    for earlier in locks:
        problems += _problems(state, earlier)
        warnings += _warnings(state, earlier)
    verdicts = tuple(_verdict(each, state.lock, locks) for each in state.measured)
    compared = sum(verdict.before is not None for verdict in verdicts)
    if not compared and not problems and not state.counter_failures:
        hint = "configure a check whose payloads are in the lock"
        problems.append(LockError("nothing was compared", hint=hint))
    return Report(
        checks=len(state.found),
        compared=compared,
        verdicts=verdicts,
        problems=tuple(problems),
        counter_failures=state.counter_failures,
        warnings=tuple(warnings),
    )


def _verdict(measured: Measured, now: Lock, locks: Sequence[Earlier]) -> Verdict:
    before: int | None = None
    changes: tuple[str, ...] = ()
    limits: list[Limit] = []
    for earlier in locks:
        entry = _entry(earlier.lock, measured)
        if entry is None or incomparable(measured.entry, entry, now, earlier.lock):
            continue
        increase = measured.check.max_increase
        kind: LimitKind = "base" if earlier.revision else "max_increase"
        rule = f"max_increase {increase} over {earlier.name}"
        limits.append(Limit(kind, increase.ceiling(entry.tokens), rule, entry.tokens))
        if earlier.revision is None:
            before = entry.tokens
            changes = tuple(_changes(measured.entry, entry, now, earlier.lock))
    limits += _absolute_limits(measured)
    return Verdict(measured, tuple(limits), before, changes)


def _absolute_limits(measured: Measured) -> Iterator[Limit]:
    check = measured.check
    if check.max_tokens is not None:
        yield Limit("max_tokens", check.max_tokens, f"max_tokens {check.max_tokens:,}")
    if check.min_saving_vs is not None and measured.other is not None:
        saving = check.min_saving_vs
        ceiling = saving.ceiling(measured.other)
        yield Limit("min_saving_vs", ceiling, f"min_saving_vs {saving}", measured.other)


def _entry(lock: Lock, measured: Measured) -> Entry | None:
    return lock.checks.get(measured.check.name, {}).get(measured.payload)


def incomparable(entry: Entry, before: Entry, now: Lock, then: Lock) -> str | None:
    """Why two counts cannot be compared, or None."""
    if entry.counter != before.counter:
        return f"was counted with {before.counter} and is now counted with {entry.counter}"
    counted, known = now.vocabularies[entry.counter], then.vocabularies[entry.counter]
    if counted != known:
        return (
            f"was counted with the vocabulary {_short(known)} of {entry.counter} and is now "
            f"counted with {_short(counted)}"
        )
    return None


def _short(sha256: str | None) -> str:
    return f"{sha256[:12]}…" if sha256 else "without a hash"


def _changes(entry: Entry, before: Entry, now: Lock, then: Lock) -> Iterator[str]:
    """What is not as the lock has it, apart from the counts."""
    if entry.format != before.format:
        yield f"format {before.format} -> {entry.format}"
    if dict(entry.options) != dict(before.options):
        yield "how it is read"
    of_one_kind = (entry.format == AS_GIVEN) == (before.format == AS_GIVEN)
    if of_one_kind and entry.data_sha256 not in (None, before.data_sha256):
        yield "data"
    if (library := entry.library) and library == before.library:
        was, is_now = then.libraries.get(library, "unknown"), now.libraries[library]
        if was != is_now:
            yield f"{library} {was} -> {is_now}"


def _problems(state: State, earlier: Earlier) -> Iterator[LockError]:
    if earlier.revision is None:
        yield from _strays(state, earlier.lock)
    reasons: dict[str, list[str]] = {}
    for each in state.measured:
        before = _entry(earlier.lock, each)
        if before and (why := incomparable(each.entry, before, state.lock, earlier.lock)):
            reasons.setdefault(f"check {each.check.name!r} {why}", []).append(each.payload)
    hint = (
        f"such a change is checked without {option('base')}"
        if earlier.revision
        else f"name the counter that the lock has, or {ACCEPT}"
    )
    for why, payloads in reasons.items():
        yield LockError(f"{why} ({_counted(payloads)})", place=earlier.name, hint=hint)


def _strays(state: State, lock: Lock) -> Iterator[LockError]:
    """Entries without a payload, and payloads without an entry."""
    fault = partial(LockError, place=LOCK_FILE)
    for check, entries in lock.checks.items():
        if check not in state.found:
            reason = f"check {check!r} has entries but is not configured"
            yield fault(reason, hint=f"configure it again, or {ACCEPT}")
            continue
        for payload in sorted(entries.keys() - set(state.found[check])):
            reason = f"check {check!r} has an entry for {payload}, which is not there any more"
            yield fault(reason, hint=f"bring it back, or {ACCEPT}")
    for check, payloads in state.found.items():
        for payload in sorted(set(payloads) - lock.checks.get(check, {}).keys()):
            yield fault(f"check {check!r} has no entry for {payload}", hint=ADD)


def _assumptions(state: State) -> Iterator[str]:
    """The checks whose counter is an estimate, or only assumed to be that of their model."""
    for check in dict.fromkeys(each.check for each in state.measured):
        if check.counter in state.estimates:
            yield f"check {check.name!r}: {check.counter} is an estimate, no tokenizer's count"
        if check.model is not None and check.model.kind == "assumed":
            yield f"check {check.name!r}: model {check.model.model}: {check.model.basis}"


def _warnings(state: State, earlier: Earlier) -> Iterator[str]:
    lock, now = earlier.lock, state.lock
    if lock.tokbench != now.tokbench:
        yield f"{earlier.name}: was written by tokbench {lock.tokbench}; this is {now.tokbench}"
    for library, version in now.libraries.items():
        counted = lock.libraries.get(library, version)
        if counted != version:
            yield f"{earlier.name}: has counts of {library} {counted}; this is {version}"
    new = [each.payload for each in state.measured if _entry(lock, each) is None]
    if earlier.revision and new:
        yield f"{earlier.name}: has no entry to compare with for {_counted(new)}"


def _counted(names: Iterable[str]) -> str:
    """The first names, and how many more there are."""
    listed = list(names)
    more = f" and {len(listed) - 3:,} more" if len(listed) > 3 else ""
    return f"{', '.join(listed[:3])}{more}"
