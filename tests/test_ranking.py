"""Comparisons with toy formats and counters."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from support.environment import ROOT

from tokbench import readers, result_json, text
from tokbench.errors import CannotRender, CounterError, UnknownNameError, UsageError
from tokbench.framing import Framing
from tokbench.payload import Json, Payload
from tokbench.ranking import Bench
from tokbench.result import AS_GIVEN, Cheaper, CounterInfo, CounterKind
from tokbench.serializers import AS_GIVEN_FORMAT, Format
from tokbench.serializers import get as find


@dataclass
class Lengths:
    """A counter whose token is a character."""

    name: str = "lengths"
    kind: CounterKind = "exact"
    seen: list[str] = field(default_factory=list)

    @property
    def info(self) -> CounterInfo:
        return CounterInfo(self.name, self.kind)

    def count(self, text: str) -> int:
        self.seen.append(text)
        return len(text)


class Refuses(Lengths):
    """A counter that has no answer for long texts."""

    def count(self, text: str) -> int:
        if len(text) > 20:
            raise CounterError("too long for me")
        return 1


def refuse(payload: Payload) -> str:
    raise CannotRender(f"{payload.name} is nothing for me")


def drop_all(payload: Payload) -> str:
    return ""


def read_nothing(text: str) -> Json:
    return None


PRETTY, MINIFIED = find("json-pretty"), find("json-min")
NOTHING = Format("nothing", "Nothing", "nothing", "Loses all.", drop_all, read_nothing)
PICKY = Format("picky", "Picky", "nothing", "Refuses all.", refuse, None)
FIXTURES = ROOT / "fixtures"
DATA: Json = {"a": [1, 2], "b": None}


def payload(data: Json = DATA, *, text: str | None = None, size: int | None = None) -> Payload:
    return Payload("data", data, text=text, size=size)


def bench(*formats: Format, counters: Sequence[Lengths] = (), **options: object) -> Bench:
    chosen = tuple(counters) or (Lengths(),)
    return Bench((PRETTY, *formats), chosen, "json-pretty", **options)  # type: ignore[arg-type]


def test_renders_once_and_counts_with_every_counter() -> None:
    """Two counters see the same rendering, and each ratio is over the baseline."""
    one, two = Lengths("one"), Lengths("two")
    (result,) = bench(MINIFIED, counters=(one, two)).run([payload()]).payloads
    assert one.seen == two.seen == [PRETTY.render(payload()), '{"a":[1,2],"b":null}']
    row = result.row("json-min")
    assert row.tokens == {"one": 20, "two": 20}
    assert row.ratio["one"] == 20 / len(PRETTY.render(payload()))
    assert result.row("json-pretty").ratio["two"] == 1.0


def test_best_is_the_cheapest_lossless_format() -> None:
    """A format that loses everything is cheaper and does not win."""
    (result,) = bench(NOTHING, MINIFIED).run([payload()]).payloads
    assert result.row("nothing").tokens["lengths"] == 0
    assert result.best["lengths"].format == "json-min"
    assert result.best["lengths"].fidelity == "lossless"
    assert result.best["lengths"].saving == 1 - 20 / len(PRETTY.render(payload()))


@pytest.mark.parametrize(
    ("allow", "best"),
    [("lossless", "json-min"), ("ambiguous", "csv"), ("lossy", "nothing")],
)
def test_a_worse_verdict_wins_only_where_it_is_allowed(allow: str, best: str) -> None:
    """On purpose, and the verdict says so."""
    made = bench(NOTHING, find("csv"), MINIFIED, allow=allow)
    (result,) = made.run([payload([{"id": 1, "x": 2}, {"id": 3}])]).payloads
    assert result.best["lengths"].format == best
    assert result.best["lengths"].fidelity == allow


def test_a_cheaper_format_that_is_only_ambiguous_is_named() -> None:
    """With what looks alike there; not where it is allowed, dearer or lossy."""
    data: Json = [{"id": 1, "x": 2}, {"id": 3}]
    (result,) = bench(NOTHING, find("csv"), MINIFIED).run([payload(data)]).payloads
    rendering = "id,x\n1,2\n3,"
    named = Cheaper("csv", len(rendering), ("absent keys and null",))
    assert result.best["lengths"].cheaper == named
    for allow in ("ambiguous", "lossy"):
        (allowed,) = bench(find("csv"), MINIFIED, allow=allow).run([payload(data)]).payloads
        assert allowed.best["lengths"].cheaper is None
    (dearer,) = bench(find("markdown"), MINIFIED).run([payload([{"a": ""}])]).payloads
    assert dearer.row("markdown").fidelity.verdict == "ambiguous"
    assert dearer.best["lengths"].cheaper is None


def test_best_without_a_check_says_unchecked() -> None:
    """Nothing was read back, so nothing is called lossless."""
    (result,) = bench(MINIFIED, fidelity="off").run([payload()]).payloads
    assert result.row("json-min").fidelity.verdict == "off"
    assert result.best["lengths"].fidelity == "unchecked"


def test_an_estimate_names_no_winner() -> None:
    """It is only counted."""
    (result,) = bench(MINIFIED, counters=(Lengths(kind="estimate"),)).run([payload()]).payloads
    assert result.row("json-min").tokens == {"lengths": 20}
    assert result.best == {}


def test_a_format_that_cannot_hold_the_payload_is_a_row_with_the_reason() -> None:
    """It has no counts at all, not even zeros."""
    (result,) = bench(PICKY).run([payload()]).payloads
    row = result.row("picky")
    assert row.skipped == "data is nothing for me"
    assert (row.chars, row.tokens, row.ratio) == (None, {}, {})


def test_a_baseline_that_cannot_hold_the_payload_is_an_error() -> None:
    """Percentages of nothing are not printed."""
    with pytest.raises(UsageError, match="baseline 'picky' cannot hold data: data is nothing"):
        Bench((PICKY, MINIFIED), (Lengths(),), "picky").run([payload()])


def test_a_counter_that_fails_costs_one_cell() -> None:
    """The other cells have their counts, and totals leave out what is missing."""
    counters = (Refuses("refuses"), Lengths())
    comparison = bench(MINIFIED, counters=counters).run([payload()])
    row = comparison.payloads[0].row("json-pretty")
    assert row.tokens["refuses"] is None
    assert row.skipped_counters == {"refuses": "too long for me"}
    assert comparison.payloads[0].row("json-min").ratio["refuses"] is None
    assert comparison.totals[0].tokens["refuses"] is None
    assert comparison.totals[0].tokens["lengths"] == row.tokens["lengths"]


def test_totals_go_over_what_every_payload_has() -> None:
    """A format that one payload cannot be rendered in has no total."""
    table, tree = payload([{"a": 1}]), payload({"a": 1})
    comparison = bench(find("csv"), MINIFIED).run([table, tree])
    assert [total.format for total in comparison.totals] == ["json-pretty", "json-min"]
    assert comparison.totals[1].tokens == {"lengths": len('[{"a":1}]') + len('{"a":1}')}


def test_as_given_is_counted_and_never_ranked() -> None:
    """The text itself, cheaper or not; Python data has no such row."""
    both = bench(AS_GIVEN_FORMAT, MINIFIED).run([payload(text="{}"), payload()]).payloads
    assert both[0].row(AS_GIVEN).tokens == {"lengths": 2}
    assert both[0].best["lengths"].format == "json-min"
    assert AS_GIVEN not in [row.format for row in both[1].rows]


def test_as_given_may_be_the_baseline_of_a_text_only() -> None:
    """Python data has none, and the error says what to do."""
    measure = Bench((AS_GIVEN_FORMAT, MINIFIED), (Lengths(),), AS_GIVEN)
    assert measure.run([payload(text=" " * 40)]).payloads[0].row("json-min").ratio["lengths"] == 0.5
    with pytest.raises(UsageError, match="no text as given"):
        measure.run([payload()])


def test_nothing_to_divide_is_no_ratio() -> None:
    """An empty baseline has no percentages, and no NaN either."""
    comparison = Bench((NOTHING, MINIFIED), (Lengths(),), "nothing").run([payload()])
    assert comparison.payloads[0].row("json-min").ratio == {"lengths": None}
    assert "NaN" not in result_json.to_json(comparison)


def test_short_keys_say_what_their_legend_costs() -> None:
    """A format that cannot be read alone has a note with the cost of its legend."""
    (result,) = bench(find("json-short")).run([payload({"key": 1})]).payloads
    (note,) = result.row("json-short").fidelity.notes
    assert "json-short-legend" in note
    legend = '\n{"a":"key"}'
    assert f"costs {len(legend)} more tokens (lengths)" in note


def test_names_become_a_bench() -> None:
    """Sets expand, a name given twice counts once, and the baseline is measured too."""
    made = Bench.of(["json-min", "json-min"], ["chars", "chars"], baseline="yaml")
    assert [form.name for form in made.formats] == ["yaml", "json-min"]
    assert [counter.info.name for counter in made.counters] == ["chars"]
    default = [form.name for form in Bench.of(counters=["chars"]).formats]
    assert default[0] == "json-pretty"
    assert default[-1] == AS_GIVEN


@pytest.mark.parametrize(
    "names",
    [
        {"formats": ["jsn-min"]},
        {"baseline": "jsn-min"},
        {"counters": ["chrs"]},
        {"models": ["gtp-5"]},
    ],
)
def test_an_unknown_name_is_an_error_that_suggests(names: dict[str, object]) -> None:
    """For a format, a counter and a baseline."""
    with pytest.raises(UnknownNameError, match="did you mean"):
        Bench.of(**names)  # type: ignore[arg-type]


def test_progress_is_in_bytes_of_the_payload_for_each_format() -> None:
    """It says what is worked on, and goes up to the bytes of all formats."""
    reported: list[tuple[int, int, str, str]] = []
    sized = Payload("data", [{"id": 1}, {"id": 2}], size=100)
    bench(MINIFIED).run([sized], lambda *what: reported.append(what))
    assert {(total, unit) for _, total, _, unit in reported} == {(200, "bytes")}
    assert {what for *_, what, _ in reported} == {"data as json-pretty", "data as json-min"}
    positions = [done for done, *_ in reported]
    assert positions == sorted(positions)
    assert (positions[0], positions[-1]) == (0, 200)
    assert len(set(positions)) > 4  # rendering, counting and reading back, for each of two


def test_one_payload_given_twice_has_two_results() -> None:
    """Each place in the list has its own result."""
    given = payload()
    first, second = bench(MINIFIED).run([given, given]).payloads
    assert first == second
    assert [row.format for row in first.rows] == ["json-pretty", "json-min"]


def test_models_that_share_a_counter_are_all_named_and_have_the_weaker_kind() -> None:
    """An assumed model is never shown as exact because an exact one came first."""
    made = Bench.of(["json-min"], ["o200k_base"], models=["gpt-5", "gpt-6"])
    (counter,) = made.counters
    assert (counter.info.name, counter.info.kind) == ("o200k_base", "assumed")
    assert [note.split(":")[0] for note in counter.info.notes[:2]] == ["model gpt-5", "model gpt-6"]


def test_a_chat_message_adds_tokens_and_no_characters() -> None:
    """Seven tokens more by what counts tokens; a number of characters stays one."""
    made = Bench.of(["json-min"], ["o200k_base", "chars"], framing=Framing(chat="openai-chat"))
    tokens = made.run([payload({"a": 1})]).payloads[0].row("json-min").tokens
    assert tokens == {"o200k_base": 5 + 7, "chars": 7}


class Endpoint(Lengths):
    """A counter that sends what it counts to an endpoint."""

    def __init__(self) -> None:
        super().__init__("endpoint", "api")


def test_an_endpoint_is_sent_only_what_was_named() -> None:
    """The legend whose cost a note gives is not sent, since it was not asked for."""
    endpoint = Endpoint()
    bench(find("json-short"), counters=(endpoint,)).run([payload({"key": 1})])
    assert set(endpoint.seen) == {'{\n  "key": 1\n}', '{"a":1}'}


@pytest.mark.parametrize("part", [1, 2, 1000])
def test_the_size_of_a_rendering_is_its_bytes(monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    """Whatever the size of a step; half a surrogate pair is written as one byte."""
    monkeypatch.setattr(text, "_PART", part)
    odd = Format("odd", "Odd", "nothing", "Odd text.", lambda _: "aé中😀\ud800\n", None)
    row = bench(odd).run([payload()]).payloads[0].row("odd")
    assert (row.chars, row.bytes) == (6, 1 + 2 + 3 + 4 + 1 + 1)


def test_the_number_of_processes_changes_nothing() -> None:
    """Every format and two encodings over two payloads, by one process and by two."""
    payloads = [readers.read(FIXTURES / name) for name in ("order-book.json", "settings.yaml")]
    made = Bench.of(["all"], ["o200k_base", "cl100k_base", "chars/4"])
    assert made.run(payloads, processes=1) == made.run(payloads, processes=2)


TABLE, TREE = payload([{"x": 1}]), payload()


def test_a_baseline_that_cannot_hold_the_payload_is_reported_before_other_formats_are_counted() -> (
    None
):
    """Of the second payload too."""
    counting = Lengths()
    made = Bench((PRETTY, MINIFIED, find("csv")), (counting,), "csv")
    with pytest.raises(UsageError, match="baseline 'csv' cannot hold data"):
        made.run([TABLE, TREE])
    assert counting.seen == ["x\n1"]


def test_no_endpoint_is_asked_before_every_payload_has_its_baseline() -> None:
    """Otherwise the requests would be paid for nothing."""
    asking = Endpoint()
    made = Bench((PRETTY, MINIFIED, find("csv")), (asking,), "csv")
    with pytest.raises(UsageError, match="baseline 'csv' cannot hold data"):
        made.run([TABLE, TREE])
    assert asking.seen == []


def test_the_baseline_is_the_benchs_own_format() -> None:
    """Whether any registry knows it or not."""
    made = Bench((PRETTY, PICKY), (Endpoint(),), "picky")
    with pytest.raises(UsageError, match="baseline 'picky' cannot hold data"):
        made.run([payload()])


def test_no_process_works_on_after_an_error() -> None:
    """Not even while the caller keeps the error."""

    def fail(done: int, total: int, what: str, unit: str) -> None:
        if done:
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop") as kept:
        bench(MINIFIED).run([payload(size=9), payload(size=9)], fail, processes=2)
    assert kept.value is not None
    assert multiprocessing.active_children() == []


def test_a_note_counts_the_columns_whose_cells_hold_json() -> None:
    """Such as a list of items in an order; csv-flat spreads objects over columns instead."""
    nested = payload([{"id": 1, "tags": ["a"], "to": {"city": "Oslo"}}, {"id": 2}])
    formats = bench(find("csv"), find("tsv"), find("csv-flat"))
    assert formats.run([nested]).payloads[0].notes == (
        "lists and objects in 2 columns are JSON in the cells of csv, tsv",
    )
    assert formats.run([payload([{"id": 1}])]).payloads[0].notes == ()
    assert bench(MINIFIED).run([nested]).payloads[0].notes == ()
