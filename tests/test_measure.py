"""Cells: rendered once, counted by every counter, endpoints last and all texts at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from tokbench.errors import CannotRender, CounterError
from tokbench.framing import Framing
from tokbench.measure import Cell, ask, count_texts, measure, measure_each, processes_for
from tokbench.payload import Payload
from tokbench.result import UNCHECKED, CounterInfo
from tokbench.serializers import Format
from tokbench.serializers import get as find
from tokbench.watch import Piece

MINIFIED = find("json-min")
PAYLOAD = Payload("data", [{"a": 1}])


@dataclass
class Lengths:
    """A counter whose token is a character; it notes what it has counted."""

    name: str = "lengths"
    seen: list[str] = field(default_factory=list)

    @property
    def info(self) -> CounterInfo:
        return CounterInfo(self.name, "exact", notes=tuple(f"saw {text}" for text in self.seen))

    def count(self, text: str) -> int:
        self.seen.append(text)
        if "refused" in text:
            raise CounterError(f"{self.name} refuses {text}")
        return len(text)


@dataclass
class Endpoint:
    """A counter that is asked for many texts at once."""

    batches: list[list[str]] = field(default_factory=list)
    info: CounterInfo = field(default_factory=lambda: CounterInfo("remote", "api"))

    def count(self, text: str) -> int:
        raise AssertionError("an endpoint is asked for all texts at once")

    def outcomes(
        self, texts: Sequence[str], progress: Callable[[int, int], None]
    ) -> list[int | CounterError]:
        self.batches.append(list(texts))
        progress(len(texts), len(texts))
        return [CounterError("too short") if len(text) < 10 else 1000 for text in texts]


def refuse(payload: Payload) -> str:
    raise CannotRender("holds nothing")


REFUSING = Format("refusing", "Refusing", "nothing", "Refuses all.", refuse, None)


def test_a_cell_has_sizes_counts_notes_and_the_round_trip() -> None:
    cell = measure(PAYLOAD, MINIFIED, (Lengths("one"), Lengths("two")), round_trip=True)
    assert (cell.format, cell.chars, cell.bytes) == ("json-min", 9, 9)
    assert cell.counts == {"one": 9, "two": 9}
    assert cell.notes == {"one": ('saw [{"a":1}]',), "two": ('saw [{"a":1}]',)}
    assert cell.fidelity.verdict == "lossless"
    assert cell.unasked is None


def test_without_a_round_trip_the_cell_is_unchecked() -> None:
    assert measure(PAYLOAD, MINIFIED, (Lengths(),)).fidelity == UNCHECKED


def test_a_format_that_cannot_hold_the_payload_is_a_cell_with_the_reason() -> None:
    cell = measure(PAYLOAD, REFUSING, (Lengths(), Endpoint()))
    assert str(cell.skipped) == "holds nothing"
    assert (cell.counts, cell.chars, cell.unasked) == ({}, None, None)
    with pytest.raises(CannotRender, match="holds nothing"):
        cell.tokens("lengths")


def test_endpoints_are_asked_once_for_the_texts_of_all_cells() -> None:
    endpoint, here = Endpoint(), Lengths()
    counters = (here, endpoint)
    cells = [measure(PAYLOAD, find(name), counters) for name in ("json-min", "json-pretty")]
    cells.append(measure(PAYLOAD, REFUSING, counters))
    assert endpoint.batches == []
    steps: list[tuple[int, int, str, str]] = []
    small, large, skipped = ask(cells, counters, progress=lambda *step: steps.append(step))
    assert endpoint.batches == [[cell.unasked for cell in cells[:2]]]
    assert steps == [(2, 2, "remote", "texts")]
    assert (large.tokens("remote"), large.tokens("lengths")) == (1000, large.chars)
    with pytest.raises(CounterError, match="too short"):
        small.tokens("remote")
    assert small.tokens("lengths") == 9
    assert skipped == cells[2]
    assert (small.unasked, large.unasked) == (None, None)


def test_texts_are_counted_without_a_payload() -> None:
    good, bad = count_texts(["good", "refused"], (Lengths("one"), Lengths("two")))
    assert good == {"one": 4, "two": 4}
    assert [str(error) for error in bad.values()] == ["one refuses refused", "two refuses refused"]


def test_a_constant_is_added_to_tokens_alone() -> None:
    framed = Framing(embed="json-string", chat="openai-chat")
    (counts,) = count_texts(["a"], (Lengths("tokens"), Lengths("chars")), framed)
    assert counts == {"tokens": len('"a"') + framed.constant_tokens, "chars": len('"a"')}
    assert framed.constant_tokens > 0


@pytest.mark.parametrize("processes", [1, 2])
def test_each_piece_of_work_is_announced_and_comes_in_order(processes: int) -> None:
    counter = Lengths()
    texts = ["one", "three", "seven"]
    pieces = [Piece(text, 10) for text in texts]
    steps: list[tuple[int, int, str, str]] = []

    def work(index: int) -> Cell:
        return measure(Payload("data", texts[index]), MINIFIED, (counter,))

    cells = list(measure_each(work, pieces, processes, lambda *step: steps.append(step)))
    assert [cell.chars for cell in cells] == [5, 7, 7]
    assert list(dict.fromkeys(what for *_, what, _ in steps)) == texts
    done = [step[0] for step in steps]
    assert done == sorted(done)
    assert steps[-1][:2] == (30, 30) if processes == 1 else steps[-1][1] == 30
    assert 'saw "seven"' in cells[2].notes["lengths"]


def test_small_work_stays_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tokbench.measure.available", lambda: 8)
    assert (processes_for(499_999), processes_for(500_000)) == (1, 8)
