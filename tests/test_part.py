"""A part of a large payload is read back, and its verdict is that of the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.environment import ROOT
from support.strategies import AWKWARD_TEXTS, examples, json_values, records, scalars

from tokbench import readers, serializers
from tokbench.errors import CannotRender
from tokbench.fidelity import check, part
from tokbench.fidelity.part import Part, part_of
from tokbench.payload import Payload
from tokbench.ranking import AUTO_LIMIT, Bench

if TYPE_CHECKING:
    from tokbench.payload import Json, Record
    from tokbench.result import Fidelity, PayloadResult
    from tokbench.serializers import Format

FORMATS = [serializers.get(name) for name in serializers.ALL]
AMBIGUITIES = [form.ambiguity for form in FORMATS if form.ambiguity]

EVENTS = (ROOT / "fixtures" / "events.jsonl").read_text(encoding="utf-8")


def found_part(data: Json) -> Part:
    """The part of data that are large enough to have one."""
    found = part_of(Payload("data", data), AMBIGUITIES)
    assert found is not None
    return found


def verdicts(data: Json, name: str) -> tuple[Fidelity, Fidelity]:
    """What the whole and the part say in one format."""
    form, payload, some = serializers.get(name), Payload("data", data), found_part(data)
    whole = check(payload, form, form.render(payload))
    return whole, check(payload, form, form.render(some.payload), some)


def compared(payload: Payload, formats: str, **options: object) -> PayloadResult:
    made = Bench.of(formats.split(","), ["chars"], **options)  # type: ignore[arg-type]
    return made.run([payload]).payloads[0]


def plain(count: int) -> list[Any]:
    return [{"id": n, "name": f"Person {n}", "team": "Sales"} for n in range(count)]


class TestPart:
    def test_it_has_the_columns_of_the_whole_in_their_order(self) -> None:
        """The first record of each key is in it, wherever it is."""
        data: list[Json] = [*plain(5000)]
        data[4000] = {"z": 1, "id": 4000, "y": {"b": 1}}
        data[4500] = {"y": {"c": 2, "b": 3}, "x": []}
        some = found_part(data)
        assert some.payload.tables[0].columns == Payload("data", data).tables[0].columns
        assert (some.checked, some.of) == (len(some.numbers[None]), 5000)
        assert {4000, 4500} <= set(some.numbers[None])

    def test_there_is_none_of_what_is_no_table_or_has_data_as_keys(self) -> None:
        """Nor of few records, of which it would be most."""
        keyed: Json = [{f"key {n}": n} for n in range(5000)]
        kinds: list[Json] = [keyed, plain(100), {"a": {"b": plain(5000)}}, [1] * 5000]
        for data in kinds:
            assert part_of(Payload("data", data), AMBIGUITIES) is None

    def test_a_rare_character_is_read_wherever_it_is(self) -> None:
        """YAML loses U+0085 in some places and not in others."""
        data = plain(5000)
        for number in range(1000, 1100):
            data[number]["name"] = f"x\x85{number}"
        assert set(range(1000, 1100)) <= set(found_part(data).numbers[None])

    def test_every_table_has_a_part(self) -> None:
        """Problems have the paths of the whole."""
        data: Json = {"people": [*plain(3000), {"id": 1}], "none": [], "more": plain(2000)}
        some = found_part(data)
        assert set(some.numbers) == {"people", "none", "more"}
        assert some.numbers["none"] == []
        whole, found = verdicts({"people": [*plain(3000), {"id": 1}], "more": plain(9)}, "csv")
        assert found.problems == whole.problems
        assert found.problems[0].path == "people[3000].name"


class TestVerdict:
    def test_one_odd_record_among_many_is_found(self) -> None:
        """A key that is absent at one place of 90,000 records."""
        data = plain(90_000)
        del data[63_017]["team"]
        whole, found = verdicts(data, "tsv")
        assert (whole.verdict, whole.checked) == ("ambiguous", None)
        assert (found.verdict, found.problems) == ("ambiguous", whole.problems)
        assert found.problems[0].path == "[63017].team"
        assert found.of == 90_000
        assert found.checked is not None
        assert found.checked < 1_000

    @pytest.mark.parametrize(
        ("column", "value", "name"),
        [
            ("name", "", "csv"), ("name", "", "markdown"), ("name", None, "json-rows"),
            ("name", "42", "xml"), ("name", "*x*", "markdown"), ("team", "a\x85b", "yaml"),
            ("name", '{"a":1}', "tsv"), ("name", {"a": "*x*"}, "markdown"), ("id", -0.0, "toon"),
        ],
    )  # fmt: skip
    def test_the_part_says_what_the_whole_says(self, column: str, value: Json, name: str) -> None:
        """Of one odd value far inside."""
        data = plain(5000)
        data[4321][column] = value
        whole, found = verdicts(data, name)
        assert (found.verdict, found.problems) == (whole.verdict, whole.problems)
        assert len(found.notes) == len(whole.notes)

    @pytest.mark.parametrize("name", serializers.ALL)
    @pytest.mark.parametrize("at", [10, 4321])
    def test_numbers_that_fall_together_are_found(self, name: str, at: int) -> None:
        """They decide how a whole column is read."""
        data: list[Any] = [{"id": n, "price": f"{n}.1"} for n in range(5000)]
        data[at]["price"] = "17.10"
        whole, found = verdicts(data, name)
        assert found.verdict == whole.verdict
        numbers: list[Any] = [{"id": n, "size": n} for n in range(5000)]
        numbers[at]["size"] = 2077.0
        whole, found = verdicts(numbers, name)
        assert found.verdict == whole.verdict

    def test_short_keys_are_a_loss_without_reading(self) -> None:
        """Each renamed key is one problem, in a large payload and in a small one."""
        for count in (10, 5000):
            data: Json = [{"id": n, "x": {"long name": n}} for n in range(count)]
            form = serializers.get("json-short")
            found = check(Payload("data", data), form, "")
            assert (found.verdict, found.problem_count, found.checked) == ("lossy", 2, None)
            assert [(p.path, p.kind, p.value, p.got) for p in found.problems] == [
                ("[0].id", "key", '"id"', '"a"'),
                ('[0].x["long name"]', "key", '"long name"', '"b"'),
            ]


class TestModes:
    @pytest.mark.parametrize(
        ("mode", "size", "checked"),
        [
            ("auto", AUTO_LIMIT, False), ("auto", None, False), ("auto", AUTO_LIMIT + 1, True),
            ("full", AUTO_LIMIT + 1, False), ("off", AUTO_LIMIT + 1, False),
        ],
    )  # fmt: skip
    def test_auto_reads_a_part_above_its_limit(
        self, mode: str, size: int | None, checked: bool
    ) -> None:
        """The limit is on the payload as it was given."""
        payload = Payload("data", plain(5000), size=size)
        result = compared(payload, "json-min,csv", fidelity=mode)
        for row in result.rows:
            assert (row.fidelity.checked is not None) == checked
            assert row.fidelity.of == (5000 if checked else None)

    def test_the_best_says_how_much_was_checked(self) -> None:
        """By a counter that names a winner."""
        payload = Payload("data", plain(5000), size=AUTO_LIMIT + 1)
        made = Bench.of(["json-min", "csv"], ["o200k_base"])
        result = made.run([payload]).payloads[0]
        best = result.best["o200k_base"]
        assert (best.format, best.fidelity, best.of) == ("csv", "lossless", 5000)
        assert best.checked == result.row("csv").fidelity.checked

    def test_a_format_of_third_parties_is_read_whole(self) -> None:
        """What trips it is not known."""
        form = serializers.Format("toy", "Toy", "all", "", lambda _: "", lambda _: plain(5000))
        payload = Payload("data", plain(5000), size=AUTO_LIMIT + 1)
        made = Bench((serializers.get("json-min"), form), (), "json-min")
        rows = made.run([payload]).payloads[0].rows
        assert [row.fidelity.checked is None for row in rows] == [False, True]
        assert rows[1].fidelity.verdict == "lossless"

    def test_a_tree_is_read_whole_at_any_size(self) -> None:
        """No part of it speaks for the rest."""
        payload = Payload("data", {"a": {"b": plain(100)}, "c": 1}, size=AUTO_LIMIT + 1)
        for row in compared(payload, "json-min,yaml").rows:
            assert (row.fidelity.verdict, row.fidelity.checked) == ("lossless", None)

    def test_events_have_the_same_winner_however_often_they_are_repeated(self) -> None:
        """With the same verdicts too; 2.3 MB of them are read back in part."""
        made = Bench.of(["default"], ["o200k_base"])
        once, often = (
            made.run([readers.read_text(EVENTS.encode() * times, "events.jsonl")]).payloads[0]
            for times in (1, 900)
        )
        assert often.best["o200k_base"].format == once.best["o200k_base"].format
        assert often.best["o200k_base"].of == 900 * 30
        for row, other in zip(once.rows, often.rows, strict=True):
            assert row.fidelity.verdict == other.fidelity.verdict


def whole_and_part(form: Format, data: list[Any]) -> tuple[Fidelity, Fidelity] | None:
    """Both verdicts in a format that can hold the data; all records may be in the part."""
    payload, some = Payload("data", data), part_of(Payload("data", data), AMBIGUITIES)
    assert some is not None
    try:
        whole = check(payload, form, form.render(payload))
        return whole, check(payload, form, form.render(some.payload), some)
    except CannotRender:
        return None


def agree(data: list[Any]) -> None:
    """Every format has the same verdict by the part as by the whole."""
    with patch.multiple(part, EACH=1, SPREAD=1, LARGEST_PART=1.0):
        for form in FORMATS:
            both = whole_and_part(form, data)
            assert both is None or both[0].verdict == both[1].verdict, (form.name, *both)


@examples(15, 3_000)
@given(records(max_size=12))
def test_a_part_of_any_table_has_the_verdict_of_the_whole(rows: list[Record]) -> None:
    agree([rows[0]] * 20 + rows + rows[::-1] + [rows[-1]] * 20)


@examples(15, 3_000)
@given(
    st.lists(
        st.sampled_from(AWKWARD_TEXTS) | scalars() | json_values(leaves=4), min_size=30, max_size=60
    )
)
def test_a_part_of_any_column_has_the_verdict_of_the_whole(values: list[Json]) -> None:
    agree([{"id": n, "value": value} for n, value in enumerate(values)])
