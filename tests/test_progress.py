"""Work that says how far it is, and what adds that up."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import given
from support.strategies import examples, payloads

from tokbench import fidelity, progress, readers, serializers
from tokbench.advice import paths
from tokbench.counters import get
from tokbench.errors import CannotRender, TokbenchError
from tokbench.fidelity.part import part_of
from tokbench.payload import Payload
from tokbench.serializers import toon
from tokbench.watch import Piece, Watch

if TYPE_CHECKING:
    from tokbench.payload import Json

T = TypeVar("T")

ROWS: list[Json] = [
    {"id": n, "name": f"name {n}", "at": {"x": n}, "tags": [str(n)]} for n in range(5_000)
]
TABLE = Payload("table", ROWS)
TABLES = Payload("tables", {"few": ROWS[:10], "many": ROWS[:3_000], "more": ROWS[3_000:]})
TREE = Payload(
    "tree", {"by": "x", "groups": {f"g{n}": ROWS[n : n + 9] for n in range(0, 5_000, 9)}}
)
AT_ONCE = {"json-min", "json-default", "json-ascii", "toon", "toon-tab"}
"""Formats that a library in C or Rust writes, and reads, in one call."""


def shares(work: Callable[[], object]) -> list[float]:
    """What some work reports."""
    found: list[float] = []
    with progress.followed(found.append):
        work()
    assert found == sorted(set(found))
    assert all(0 < share < 1 + 1e-9 for share in found)
    return found


def consume(items: Iterable[T], inside: Callable[[T], object] = lambda item: None) -> None:
    for item in items:
        inside(item)


LOOPS: dict[str, Callable[[int], Iterable[object]]] = {
    "moving": lambda n: progress.moving(list(range(n))),
    "moving over pairs": lambda n: progress.moving({str(i): i for i in range(n)}.items()),
    "counted": lambda n: progress.counted(iter(range(n)), n),
    "along": lambda n: progress.along(range(n), lambda item: 2, 2 * n),
    "stepping": lambda n: progress.stepping(iter(range(n)), lambda item: item / n),
}


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize("count", [0, 1, 2, 999, 1_000, 1_001, 12_345])
def test_a_loop_has_all_items_in_order_and_moves(name: str, count: int) -> None:
    loop = LOOPS[name]
    plain = list(loop(count))
    followed: list[object] = []
    found = shares(lambda: followed.extend(loop(count)))
    assert followed == plain
    assert len(plain) == count
    if count > 10_000:
        assert len(found) >= 10
        assert found[-1] > 0.9


def test_where_nobody_follows_the_items_themselves_are_gone_over() -> None:
    items = [1, 2]
    assert progress.moving(items) is items
    assert progress.counted(items, 2) is items
    assert progress.along(items, float, 3) is items
    assert progress.stepping(items, float) is items
    assert progress.mover() is None
    assert progress.passing(3) is None
    progress.reached(0.5)
    progress.arrived(5)


def test_a_loop_inside_a_loop_is_a_part_of_it() -> None:
    """Its own loops are too, as long as they are not too small to be seen."""
    inner = list(range(2))
    found = shares(
        lambda: consume(progress.moving([1, 2]), lambda _: consume(progress.moving(inner)))
    )
    assert found == [0.25, 0.5, 0.75, 1.0]


def test_what_holds_more_is_a_larger_part() -> None:
    """Down to a few levels: what is around a large list counts for little."""
    many: list[Json] = [1] * 97
    found = shares(lambda: consume(progress.moving([1, {"a": {"b": many}}])))
    assert found == pytest.approx([1 / 101, 1.0])
    long = shares(lambda: consume(progress.moving(["x", "x" * 64 * 98])))
    assert long == pytest.approx([0.01, 1.0])


def test_steps_are_equal_parts() -> None:
    def work() -> None:
        for number in range(4):
            with progress.step(number, 4):
                progress.reached(0.5)

    assert shares(work) == [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0]


def test_an_error_inside_a_step_ends_its_loops_only() -> None:
    def fail() -> None:
        with progress.step(0, 2):
            for item in progress.moving([1, 2, 3, 4]):
                if item == 2:
                    raise ValueError("stop")

    def work() -> None:
        with pytest.raises(ValueError, match="stop"):
            fail()
        with progress.step(1, 2):
            consume(progress.moving([1, 2]))

    assert shares(work) == [0.125, 0.75, 1.0]


def test_a_loop_that_is_left_gives_its_part_back() -> None:
    def work() -> None:
        for loop in LOOPS.values():
            next(iter(loop(5_000)))
        for item in progress.moving([1, 2, 3, 4]):
            if item == 2:
                break
        consume(progress.moving([1] * 10))

    assert shares(work) == pytest.approx([0.25, *(n / 10 for n in range(3, 11))])


def test_a_loop_that_an_error_keeps_does_not_disturb_what_comes_later() -> None:
    kept: list[BaseException] = []

    def fail() -> None:
        for _ in progress.moving([1, 2]):
            raise ValueError("stop")

    def work() -> None:
        with progress.step(0, 2):
            try:
                fail()
            except ValueError as error:
                kept.append(error)
        with progress.step(1, 2):
            kept.clear()
            progress.reached(0.5)

    assert shares(work) == [0.5, 0.75, 1.0]


def test_followers_end_with_the_work() -> None:
    with pytest.raises(ValueError, match="stop"), progress.followed(lambda share: None):
        raise ValueError("stop")
    assert progress.mover() is None


def test_what_a_library_passes_is_counted() -> None:
    def work() -> None:
        passes = progress.passing(4_000)
        assert passes is not None
        assert [passes(n) for n in range(5_000)] == list(range(5_000))

    assert shares(work) == [0.25, 0.5, 0.75, 1.0]


def can_hold(name: str, payload: Payload) -> bool:
    try:
        serializers.get(name).render(payload)
    except CannotRender:
        return False
    return True


CASES = [
    (name, payload)
    for payload in (TABLE, TABLES, TREE)
    for name in serializers.ALL
    if can_hold(name, payload)
]
IDS = [f"{payload.name} as {name}" for name, payload in CASES]


def assert_steady(found: list[float]) -> None:
    """No long part of the work says nothing."""
    assert len(found) >= 10
    assert max(b - a for a, b in zip([0.0, *found], [*found, 1.0], strict=True)) <= 0.501


@pytest.mark.parametrize(("name", "payload"), CASES, ids=IDS)
def test_writing_moves(name: str, payload: Payload) -> None:
    form = serializers.get(name)
    found = shares(lambda: form.render(payload))
    if name not in AT_ONCE:
        assert_steady(found)


@pytest.mark.parametrize(("name", "payload"), CASES, ids=IDS)
def test_reading_back_and_comparing_move(name: str, payload: Payload) -> None:
    """Where a format is all read at once, the steps of the check do."""
    form = serializers.get(name)
    rendering = form.render(payload)
    verdict = fidelity.check(payload, form, rendering)
    found = shares(lambda: fidelity.check(payload, form, rendering))
    if name == "json-short":  # it is not read
        assert_steady(found)
    elif not name.startswith(("json-", "toon")):
        assert len(found) >= 10
    assert fidelity.check(payload, form, rendering) == verdict


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "tsv", "yaml"])
def test_reading_a_file_moves(suffix: str) -> None:
    text = serializers.get(suffix).render(TABLE)
    assert_steady(shares(lambda: readers.read_text(text, f"rows.{suffix}")))


def test_the_official_package_of_toon_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """In reading as far as objects take a line each, and in writing by parts of lists."""
    monkeypatch.setattr(toon, "PIECE", 100)
    for payload in (TABLE, TABLES):
        assert_steady(shares(partial(toon.by_definition, payload.data)))
    flat = serializers.get("toon").render(Payload("flat", [{"id": n} for n in range(20_000)]))
    assert_steady(shares(lambda: readers.read_text(flat, "rows.toon")))


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base", "bpe", "o200k_harmony"])
def test_counting_moves(name: str) -> None:
    text = serializers.get("json-pretty").render(TABLE) * 20
    assert_steady(shares(lambda: get(name).count(text)))


def test_choosing_a_part_and_taking_apart_move() -> None:
    assert len(shares(lambda: part_of(TABLE, []))) >= 5
    for payload in (TABLE, TABLES, TREE):
        assert_steady(shares(partial(paths.sizes, payload.data)))
        assert_steady(shares(partial(paths.scalars, payload.data)))


@examples(20, 2_000)
@given(payloads())
def test_nothing_is_different_where_somebody_follows(data: Json) -> None:
    payload = Payload("data", data)
    for form in map(serializers.get, serializers.ALL):
        alone = outcome(payload, form)
        with progress.followed(lambda share: None):
            assert outcome(payload, form) == alone


def outcome(payload: Payload, form: serializers.Format) -> object:
    try:
        rendering = form.render(payload)
        return rendering, fidelity.check(payload, form, rendering)
    except TokbenchError as error:
        return str(error)


class Shown:
    """Keeps what is shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int, str]] = []

    def __call__(self, done: int, total: int, what: str, unit: str) -> None:
        assert unit == "bytes"
        self.seen.append((done, total, what))


def half(index: int) -> int:
    progress.reached(0.5)
    return index


def test_pieces_are_added_up() -> None:
    shown = Shown()
    watch = Watch([Piece("a", 100), Piece("b", 300)], shown)
    work = watch.followed(half)
    for index in range(2):
        watch.wait_for(index)
        assert work(index) == index
        watch.look()
    assert shown.seen == [
        (0, 400, "a"),
        (50, 400, "a"),
        (100, 400, "a"),
        (100, 400, "b"),
        (250, 400, "b"),
        (400, 400, "b"),
    ]


def test_what_another_process_does_is_seen_here() -> None:
    shown = Shown()
    watch = Watch([Piece("a", 100), Piece("b", 300)], shown)
    work = watch.followed(half)
    if not (child := os.fork()):
        work(1)
        os._exit(0)
    os.waitpid(child, 0)
    watch.look()
    assert shown.seen == [(300, 400, "a")]


def test_a_source_of_unknown_size_has_the_size_that_arrived() -> None:
    shown = Shown()
    watch = Watch([Piece("pipe", 0)], shown)

    def work(index: int) -> None:
        progress.arrived(10)
        progress.arrived(20)
        progress.reached(0.5)

    watch.followed(work)(0)
    assert shown.seen == [(10, 0, "pipe"), (20, 0, "pipe"), (10, 20, "pipe")]


def test_work_that_nobody_follows_is_itself() -> None:
    watch = Watch([Piece("a", 1)], progress.no_progress)
    assert watch.followed(half) is half
    watch.wait_for(0)
    watch.look()
