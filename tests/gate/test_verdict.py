"""Verdicts: what fails, what cannot be compared, and what never passes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from tokbench.counters.models import resolve_model
from tokbench.errors import CounterError, LockError
from tokbench.gate.config import Check
from tokbench.gate.limits import Increase, Saving
from tokbench.gate.lock import Entry, Lock
from tokbench.gate.verdict import Earlier, Measured, Report, State, judge

O200K = {"o200k_base": "446a"}


def entry(
    tokens: int,
    form: str = "toon",
    counter: str = "o200k_base",
    data: str = "d1",
    library: str | None = None,
) -> Entry:
    return Entry(tokens, form, counter, data, library)


def lock(entries: Mapping[str, Entry], check: str = "orders", **other: object) -> Lock:
    made = Lock("0.1.0", {}, O200K, {check: entries})
    return replace(made, **other)  # type: ignore[arg-type]


def state(check: Check, entries: Mapping[str, Entry], **other: int | None) -> State:
    return State(
        measured=tuple(Measured(check, name, each, **other) for name, each in entries.items()),
        found={check.name: tuple(entries)},
        lock=lock(entries, check.name),
    )


ORDERS = Check("orders", ("*.json",), format="toon")


def judged(before: int, now: int, check: Check = ORDERS, **other: int | None) -> Report:
    return judge(
        state(check, {"a.json": entry(now)}, **other), [Earlier(lock({"a.json": entry(before)}))]
    )


def test_what_stays_the_same_passes_and_says_what_was_compared() -> None:
    report = judged(343, 343)
    assert report.passed
    assert (report.checks, report.compared) == (1, 1)


def test_one_token_more_fails_with_both_counts() -> None:
    report = judged(343, 344)
    assert not report.passed
    assert report.problems == ()
    (verdict,) = report.failed
    assert verdict.reasons == (
        "344 tokens, was 343 (+1, +0.29 %): max_increase 0 tokens over tokbench.lock allows "
        "at most 343",
    )


def test_fewer_tokens_pass() -> None:
    assert judged(343, 300).passed


@pytest.mark.parametrize(("now", "passes"), [(1050, True), (1051, False)])
def test_growth_may_reach_the_limit_but_not_exceed_it(now: int, passes: bool) -> None:
    assert judged(1000, now, replace(ORDERS, max_increase=Increase.of("5%"))).passed is passes
    assert judged(1000, now, replace(ORDERS, max_increase=Increase.of(50))).passed is passes


@pytest.mark.parametrize(("now", "passes"), [(400, True), (401, False)])
def test_max_tokens_applies_whatever_the_lock_allows(now: int, passes: bool) -> None:
    assert judged(500, now, replace(ORDERS, max_tokens=400)).passed is passes


@pytest.mark.parametrize(("now", "passes"), [(476, True), (477, False)])
def test_a_saving_must_be_reached(now: int, passes: bool) -> None:
    """40 percent less than 794 tokens is at most 476.4 tokens."""
    check = replace(ORDERS, min_saving_vs=Saving("json-pretty", Fraction(40)))
    assert judged(500, now, check, other=794).passed is passes


def test_all_limits_that_are_exceeded_are_named() -> None:
    check = replace(ORDERS, max_tokens=10, min_saving_vs=Saving("json-pretty", Fraction(50)))
    (verdict,) = judged(9, 11, check, other=20).failed
    assert [limit.kind for limit in verdict.failures] == [
        "max_increase", "max_tokens", "min_saving_vs",
    ]  # fmt: skip


def test_a_change_cannot_raise_its_own_limit() -> None:
    """The lock was updated with the payload, and the lock of the base says what it was."""
    now = state(ORDERS, {"a.json": entry(400)})
    ours = Earlier(lock({"a.json": entry(400)}))
    base = Earlier(lock({"a.json": entry(343)}), "origin/main")
    assert judge(now, [ours]).passed
    report = judge(now, [ours, base])
    assert report.problems == ()
    (verdict,) = report.failed
    assert [limit.kind for limit in verdict.failures] == ["base"]
    assert "over tokbench.lock at origin/main allows at most 343" in verdict.reasons[0]


def test_what_is_new_since_the_base_is_reported() -> None:
    now = state(ORDERS, {"a.json": entry(1), "b.json": entry(1)})
    report = judge(now, [Earlier(now.lock), Earlier(lock({"a.json": entry(1)}), "origin/main")])
    assert report.passed
    assert report.warnings == (
        "tokbench.lock at origin/main: has no entry to compare with for b.json",
    )


def test_a_payload_without_an_entry_is_a_problem() -> None:
    now = state(ORDERS, {"a.json": entry(1), "b.json": entry(1)})
    report = judge(now, [Earlier(lock({"a.json": entry(1)}))])
    assert tuple(map(str, report.problems)) == (
        "tokbench.lock: check 'orders' has no entry for b.json: tokbench check --update adds it",
    )


def test_an_entry_without_a_payload_is_a_problem() -> None:
    now = state(ORDERS, {"a.json": entry(1)})
    report = judge(now, [Earlier(lock({"a.json": entry(1), "b.json": entry(1)}))])
    assert tuple(map(str, report.problems)) == (
        "tokbench.lock: check 'orders' has an entry for b.json, which is not there any more: "
        "bring it back, or tokbench check --update accepts it",
    )


def test_entries_of_a_check_that_is_gone_are_a_problem() -> None:
    now = state(ORDERS, {"a.json": entry(1)})
    older = lock({}, checks={"orders": {"a.json": entry(1)}, "users": {"u.json": entry(1)}})
    report = judge(now, [Earlier(older)])
    assert tuple(map(str, report.problems)) == (
        "tokbench.lock: check 'users' has entries but is not configured: configure it again, or "
        "tokbench check --update accepts it",
    )


def test_counts_of_another_counter_are_not_compared() -> None:
    """54 tokens by cl100k_base and 43 by o200k_base are not a saving of 20 percent."""
    older = lock({"a.json": entry(54, counter="cl100k_base")}, vocabularies={"cl100k_base": "2239"})
    report = judge(state(ORDERS, {"a.json": entry(43)}), [Earlier(older)])
    problem = str(report.problems[0])
    assert "was counted with cl100k_base and is now counted with o200k_base (a.json)" in str(
        problem
    )
    assert report.compared == 0
    assert not report.passed


def test_counts_of_another_vocabulary_are_not_compared() -> None:
    older = lock({"a.json": entry(43)}, vocabularies={"o200k_base": "f" * 64})
    (problem,) = map(str, judge(state(ORDERS, {"a.json": entry(43)}), [Earlier(older)]).problems)
    assert "with the vocabulary ffffffffffff… of o200k_base and is now counted with 446a" in str(
        problem
    )


def test_another_version_is_a_warning_and_no_failure() -> None:
    measured = entry(43, library="toon-format")
    now = state(ORDERS, {"a.json": measured})
    now = replace(now, lock=replace(now.lock, libraries={"toon-format": "1.3.0"}))
    older = lock({"a.json": measured}, tokbench="0.0.9", libraries={"toon-format": "1.2.0"})
    report = judge(now, [Earlier(older)])
    assert report.passed
    assert report.warnings == (
        "tokbench.lock: was written by tokbench 0.0.9; this is 0.1.0",
        "tokbench.lock: has counts of toon-format 1.2.0; this is 1.3.0",
    )
    assert report.verdicts[0].changes == ("toon-format 1.2.0 -> 1.3.0",)


def test_a_counter_that_is_only_assumed_for_a_model_is_a_warning() -> None:
    """Two payloads of a check have one warning; a model of tiktoken's table has none."""
    entries = {"a.json": entry(43), "b.json": entry(4)}
    before = [Earlier(lock(entries))]
    assumed = judge(state(replace(ORDERS, model=resolve_model("gpt-6")), entries), before)
    basis = "tiktoken does not know gpt-6* yet; assumed to use o200k_base"
    assert assumed.warnings == (f"check 'orders': model gpt-6: {basis}",)
    assert assumed.passed
    exact = judge(state(replace(ORDERS, model=resolve_model("gpt-5")), entries), before)
    assert exact.warnings == ()


def test_what_changed_is_named() -> None:
    now = entry(50, form="json-pretty", data="d2")
    older = replace(entry(40), options={"strings": True})
    report = judge(state(ORDERS, {"a.json": now}), [Earlier(lock({"a.json": older}))])
    assert report.failed[0].changes == ("format toon -> json-pretty", "how it is read", "data")


def test_a_text_and_the_data_in_it_have_different_hashes() -> None:
    """What is sent as given is hashed as text; then the hashes of two formats always differ."""
    now, older = entry(50, form="csv", data="d2"), entry(40, form="as-given", data="d1")
    report = judge(state(ORDERS, {"a.json": now}), [Earlier(lock({"a.json": older}))])
    assert report.failed[0].changes == ("format as-given -> csv",)


@pytest.mark.parametrize("locks", [[], [Earlier(lock({}, checks={}))]])
def test_a_check_that_compared_nothing_never_passes(locks: list[Earlier]) -> None:
    empty = State((), {}, Lock("0.1.0"))
    report = judge(empty, locks)
    assert not report.passed
    assert "nothing was compared" in str(report.problems[0])


def test_problems_of_the_state_stay() -> None:
    now = replace(
        state(ORDERS, {"a.json": entry(1)}),
        problems=(LockError("a"),),
        counter_failures=(CounterError("b"),),
    )
    report = judge(now, [Earlier(now.lock)])
    assert [str(each) for each in (*report.problems, *report.counter_failures)] == ["a", "b"]
    assert not report.passed


class Case(NamedTuple):
    """One payload in a lock and in a state, or in one of them."""

    before: int | None
    now: int | None
    base: int | None
    max_tokens: int | None
    percent: Fraction
    saving: Fraction
    other: int


counts = st.one_of(st.integers(0, 40), st.integers(0, 10**6))
percents = st.builds(Fraction, st.integers(0, 2000), st.sampled_from((1, 10, 100)))
cases = st.builds(
    Case,
    before=st.none() | counts,
    now=st.none() | counts,
    base=st.none() | counts,
    max_tokens=st.none() | counts,
    percent=percents,
    saving=percents.filter(lambda percent: percent <= 100),
    other=counts,
)


def check_of(index: int, case: Case) -> Check:
    return Check(
        f"check {index}",
        ("*",),
        format="toon",
        max_tokens=case.max_tokens,
        max_increase=Increase(case.percent, percent=True),
        min_saving_vs=Saving("json-pretty", case.saving),
    )


def report_of(them: list[Case]) -> Report:
    def entries(values: list[int | None]) -> dict[str, dict[str, Entry]]:
        return {f"check {i}": {"p": entry(v)} for i, v in enumerate(values) if v is not None}

    now = Lock("0.1.0", {}, O200K, entries([case.now for case in them]))
    return judge(
        State(
            measured=tuple(
                Measured(check_of(i, case), "p", entry(case.now), case.other)
                for i, case in enumerate(them)
                if case.now is not None
            ),
            found={f"check {i}": ("p",) for i, case in enumerate(them) if case.now is not None},
            lock=now,
        ),
        [
            Earlier(replace(now, checks=entries([case.before for case in them]))),
            Earlier(replace(now, checks=entries([case.base for case in them])), "main"),
        ],
    )


def oracle(them: list[Case]) -> str:
    """The outcome by the definitions: a problem, failed or passed."""
    if not any(case.now is not None for case in them):
        return "problem"
    if any((case.before is None) != (case.now is None) for case in them):
        return "problem"
    for case in them:
        if case.now is None:
            continue
        grown = any(
            (case.now - b) * 100 > case.percent * b
            for b in (case.before, case.base)
            if b is not None
        )
        too_many = case.max_tokens is not None and case.now > case.max_tokens
        if grown or too_many or (case.other - case.now) * 100 < case.saving * case.other:
            return "failed"
    return "passed"


def outcome(report: Report) -> str:
    if report.problems:
        return "problem"
    return "failed" if report.failed else "passed"


@examples(100, 10_000)
@given(st.lists(cases, max_size=4))
def test_verdicts_are_those_of_the_definitions(them: list[Case]) -> None:
    report = report_of(them)
    assert outcome(report) == oracle(them)
    assert report.passed is (oracle(them) == "passed")


@examples(100, 10_000)
@given(st.lists(cases, min_size=1, max_size=4), st.data())
def test_no_verdict_turns_from_failed_to_passed_when_a_count_grows(
    them: list[Case], data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(them) - 1))
    more = data.draw(st.integers(1, 1000))
    grown = [
        case._replace(now=None if case.now is None else case.now + more) if i == index else case
        for i, case in enumerate(them)
    ]
    assert report_of(them).passed or not report_of(grown).passed
