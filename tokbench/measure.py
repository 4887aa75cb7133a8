"""From a payload and a format to a measured cell: the only place that renders and counts.

A rendering is made once, counted by every counter, read back where that is asked for, and dropped.
Endpoints count last, all texts in one batch: :func:`measure` leaves them out and keeps the text,
:func:`ask` asks them. So nothing is sent before every rendering is known to exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from tokbench import fidelity
from tokbench.counters import Counter, counted, is_remote, outcomes
from tokbench.counters.estimates import NO_TOKENS
from tokbench.errors import CannotRender, CounterError
from tokbench.framing import PLAIN, Framing
from tokbench.payload import Payload
from tokbench.progress import Progress, moving, no_progress, step
from tokbench.result import UNCHECKED, Fidelity
from tokbench.serializers import ALL as BUILT_IN
from tokbench.serializers import Format
from tokbench.text import utf8_size
from tokbench.watch import Piece, Watch
from tokbench.workers import available, spread

if TYPE_CHECKING:
    from tokbench.fidelity.part import Part

T = TypeVar("T")

SPREAD_FROM = 500_000
"""Bytes of payload from which a second process saves more time than its start takes."""

Counts = Mapping[str, "int | CounterError"]
"""The number of tokens by the counter's name, or why there is none."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One payload in one format, measured.

    Attributes:
        chars: Code points of the rendering; None where there is none.
        bytes: Its length in UTF-8; None where there is none.
        counts: The counts of those counters that have been asked.
        notes: What each counter had to say after counting, by its name.
        skipped: Why there is no rendering.
        is_given: Whether the rendering is the text as given, but for line ends at the end.
        unasked: The rendering, while endpoints still have to count it.
    """

    format: str
    chars: int | None = None
    bytes: int | None = None
    counts: Counts = field(default_factory=dict)
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fidelity: Fidelity = UNCHECKED
    skipped: CannotRender | None = None
    is_given: bool = False
    unasked: str | None = None

    def tokens(self, counter: str) -> int:
        """The number of tokens by one counter.

        Raises:
            CannotRender: There is no rendering.
            CounterError: The counter failed.
        """
        if self.skipped is not None:
            raise self.skipped
        return counted(self.counts[counter])


def measure(
    payload: Payload,
    form: Format,
    counters: Sequence[Counter],
    framing: Framing = PLAIN,
    *,
    round_trip: bool = False,
    part: Part | None = None,
) -> Cell:
    """Render a payload in one format, and count it by every counter but endpoints.

    ``round_trip`` reads the rendering back too, and compares: in part where ``part`` speaks for the
    payload, and the format is one of ours.
    """
    steps = 3 if round_trip else 2
    try:
        with step(0, steps):
            rendering = form.rendering(payload)
    except CannotRender as reason:
        return Cell(form.name, skipped=reason)
    here = [counter for counter in counters if not is_remote(counter)]
    with step(1, steps):
        (counts,) = count_texts([rendering], here, framing)
    trip = UNCHECKED
    if round_trip:
        with step(2, steps):
            trip = _round_trip(payload, form, rendering, part)
    return Cell(
        format=form.name,
        chars=len(rendering),
        bytes=utf8_size(rendering, "replace"),
        counts=counts,
        notes={info.name: info.notes for info in (counter.info for counter in here)},
        fidelity=trip,
        is_given=payload.text is not None and _same_lines(rendering, payload.text),
        unasked=rendering if len(here) < len(counters) else None,
    )


def _same_lines(one: str, other: str) -> bool:
    return one.rstrip("\r\n") == other.rstrip("\r\n")


def _round_trip(payload: Payload, form: Format, rendering: str, part: Part | None) -> Fidelity:
    """The round trip of a payload or of its part.

    It is the whole payload's where what trips the format is not known, since it is not ours, and
    where the format cannot hold the part alone.
    """
    if part is not None and form.name in BUILT_IN:
        with suppress(CannotRender):
            return fidelity.check(payload, form, form.render(part.payload), part)
    return fidelity.check(payload, form, rendering)


def ask(
    cells: Sequence[Cell],
    counters: Sequence[Counter],
    framing: Framing = PLAIN,
    progress: Progress = no_progress,
) -> list[Cell]:
    """The same cells with the counts of endpoints, each of which is asked for all texts at once."""
    texts = [cell.unasked for cell in cells if cell.unasked is not None]
    asked = iter(count_texts(texts, list(filter(is_remote, counters)), framing, progress))
    return [
        cell
        if cell.unasked is None
        else replace(cell, counts={**cell.counts, **next(asked)}, unasked=None)
        for cell in cells
    ]


def count_texts(
    texts: Sequence[str],
    counters: Sequence[Counter],
    framing: Framing = PLAIN,
    progress: Progress = no_progress,
) -> Sequence[Counts]:
    """The counts of each text; a counter that fails on one has its error in place of a number."""
    framed = [framing.apply(text) for text in texts]
    made: list[dict[str, int | CounterError]] = [{} for _ in texts]
    for counter in moving(counters):
        name = counter.info.name
        found = outcomes(counter, framed, partial(_report, progress, name))
        constant = 0 if name in NO_TOKENS else framing.constant_tokens
        for counts, count in zip(made, found, strict=True):
            counts[name] = count if isinstance(count, CounterError) else count + constant
    return made


def measure_each(
    work: Callable[[int], T],
    pieces: Sequence[Piece],
    processes: int = 1,
    progress: Progress = no_progress,
) -> Iterator[T]:
    """``work(0)``, ``work(1)`` and so on, one for each piece, by several processes at once."""
    watch = Watch(pieces, progress)
    with closing(spread(watch.followed(work), len(pieces), processes, watch.look)) as results:
        for index in range(len(pieces)):
            watch.wait_for(index)
            yield next(results)


def measure_one(work: Callable[[], T], piece: Piece, progress: Progress) -> T:
    """The result of one piece of work, done in this process."""
    (result,) = measure_each(lambda _: work(), [piece], 1, progress)
    return result


def processes_for(size: int) -> int:
    """How many processes are worth their start for payloads of ``size`` bytes in all."""
    return available() if size >= SPREAD_FROM else 1


def _report(progress: Progress, what: str, done: int, total: int) -> None:
    progress(done, total, what, "texts")
