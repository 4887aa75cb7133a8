"""What the parts of a payload cost, and what has grown."""

from __future__ import annotations

import pytest

from tokbench import serializers
from tokbench.advice import paths
from tokbench.advice.ablation import Ablation, growth, largest
from tokbench.advice.breakdown import breakdown
from tokbench.counters import get
from tokbench.payload import Json, Payload


def costing(data: Json, form: str = "json-min", text: str | None = None) -> Ablation:
    return Ablation(Payload("p.json", data, text), serializers.get(form), get("o200k_base"))


def orders(**more: Json) -> Json:
    return {"orders": [{"id": index, "state": "open", **more} for index in range(8)]}


def test_the_cost_of_a_path_is_the_whole_less_the_rendering_without_it() -> None:
    whole = costing(orders(note="leave it at the door"))
    without = costing(orders())
    assert whole.whole is not None
    assert without.whole is not None
    cost = whole.costs([("orders", None, "note")])[0]
    assert cost == whole.whole - without.whole


@pytest.mark.parametrize("form", ["json-min", "json-pretty", "yaml", "csv", "toon"])
def test_a_field_that_was_added_is_named_first(form: str) -> None:
    """And not its parents, which have grown as much."""
    found = growth(costing(orders(note="at the door"), form), costing(orders(), form), "abc")
    assert found.costs[0].path == "orders[].note"
    assert found.since == "abc"
    assert found.grown


def test_a_field_that_became_longer_is_named_first() -> None:
    now = orders(to={"city": "Oslo", "street": "a much longer street than there was before"})
    then = orders(to={"city": "Oslo", "street": "short"})
    assert growth(costing(now), costing(then), "abc").costs[0].path == "orders[].to.street"


def test_more_records_are_reported_by_their_number() -> None:
    before: Json = [{"id": 1}]
    now: Json = [{"id": 1}, {"id": 2}, {"id": 3}]
    assert growth(costing(now), costing(before), "abc").remarks == ("[]: 1 -> 3 items.",)


def test_what_the_change_of_format_alone_costs_is_reported() -> None:
    pretty, minified = costing(orders(), "json-pretty"), costing(orders(), "json-min")
    assert pretty.whole is not None
    assert minified.whole is not None
    (remark,) = growth(pretty, minified, "abc").remarks
    assert remark == (
        "The change of format from json-min to json-pretty alone costs "
        f"{pretty.whole - minified.whole:+,} tokens on the earlier data."
    )


def test_without_an_earlier_payload_the_largest_paths_are_reported() -> None:
    found = largest(costing(orders(note="a long note that costs the most of all")))
    assert found.costs[0].path == "orders[].note"
    assert not found.grown
    assert found.since is None
    assert "orders" not in [cost.path for cost in found.costs]


def test_the_proxy_format_of_a_text_as_given_is_the_one_that_writes_it() -> None:
    text = '{\r\n  "a": 1\r\n}\r\n'
    assert costing({"a": 1}, "as-given", text).proxy.name == "json-pretty"
    other = costing({"a": 1}, "as-given", '{"a" :  1}')
    assert other.proxy.name == "json-min"
    assert largest(other).remarks == ("The text as given was taken apart as json-min.",)


def test_a_path_that_the_format_needs_has_no_cost() -> None:
    """Without its columns it is no table."""
    assert costing([{"only": 1}], "csv").costs([(None, "only")]) == [None]
    assert largest(costing([{"only": 1}], "csv")).costs == ()


def test_plain_text_has_no_paths() -> None:
    assert largest(costing("You are a helpful assistant.", "as-given", "You are")).costs == ()


SHORTER: dict[str, tuple[Json, Json]] = {
    "epoch milliseconds to seconds": (1735812672123, 1735812672),
    "epoch microseconds to seconds": (1735812672123456, 1735812672),
    "epoch nanoseconds to seconds": (1735812672123456789, 1735812672),
    "numbers to 3 decimals": (59.91386880123, 59.914),
    "timestamp to the second": ("2025-01-02T10:11:12.123456+01:00", "2025-01-02T10:11:12+01:00"),
    "timestamp to the date": ("2025-01-02 10:11", "2025-01-02"),
}


@pytest.mark.parametrize("rule", SHORTER)
def test_what_shortening_a_long_number_or_date_saves(rule: str) -> None:
    """By rendering the shortened data; null stays null."""
    long, short = SHORTER[rule]
    whole = costing([{"id": 1, "x": long}, {"id": 2, "x": None}, {"id": 3, "x": long}])
    less = costing([{"id": 1, "x": short}, {"id": 2, "x": None}, {"id": 3, "x": short}])
    (found,) = [path for path in breakdown(whole).paths if path.path == "[].x"]
    assert whole.whole is not None
    assert less.whole is not None
    assert dict(found.shortening)[rule] == whole.whole - less.whole > 0


@pytest.mark.parametrize(
    "values",
    [
        [1735812672123, "1735812672123"],
        [True, False],
        [1, 2, 3],
        ["2025-01-02", "2025-01-03"],
        ["2025-01-02T10:11:12", "tomorrow"],
        [None, None],
        [0.5, 0.25],
        [17358126721230],
    ],
)
def test_values_of_several_sorts_or_short_ones_have_no_shortening(
    values: list[Json],
) -> None:
    data: Json = [{"id": index, "x": value} for index, value in enumerate(values)]
    assert [path.shortening for path in breakdown(costing(data)).paths] == [(), ()]


def test_numbers_in_lists_can_be_shortened_though_not_dropped() -> None:
    data: Json = [{"id": 1, "vector": [0.123456789, 0.987654321]}]
    (found,) = [path for path in breakdown(costing(data)).paths if path.path == "[].vector[]"]
    assert found.dropping is None
    assert found.shortening[0][0] == "numbers to 3 decimals"


def test_every_path_is_listed_the_costliest_first() -> None:
    found = breakdown(costing(orders(to={"city": "Oslo"})))
    assert found.paths[0].path == "orders"
    assert {path.path for path in found.paths} == {
        paths.text_of(pattern) for pattern in paths.sizes(orders(to={"city": "Oslo"}))
    }
    drops = [path.dropping or 0 for path in found.paths]
    assert drops == sorted(drops, reverse=True)
    assert "do not add up" in found.remarks[0]


def test_of_very_many_paths_the_largest_are_tried_and_the_report_says_so() -> None:
    data: Json = {f"key{index}": "x" * index for index in range(100)}
    found = breakdown(costing(data))
    assert len(found.paths) == 80
    assert "Only the 80 largest of 100 paths were tried." in found.remarks
