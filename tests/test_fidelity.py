"""What counts as the same data, and how a difference is reported."""

from __future__ import annotations

import copy
import json
import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.mutations import mutate
from support.round_trip import a_format, diff
from support.strategies import examples, json_values

from tokbench.errors import CannotRead
from tokbench.fidelity import check
from tokbench.fidelity.differences import LISTED
from tokbench.payload import Json, Payload
from tokbench.result import Fidelity, Problem

if TYPE_CHECKING:
    from random import Random

LOSSLESS = Fidelity("lossless")


def problem_of(data: Json, got: Json) -> tuple[str, Problem]:
    """The verdict and its one problem."""
    found = diff(data, got)
    assert found.problem_count == len(found.problems) == 1
    return found.verdict, found.problems[0]


class TestSameness:
    @examples(40, 2_000)
    @given(json_values(halves=True, infinite=True))
    def test_data_equals_its_copy(self, data: Json) -> None:
        """Any value of JSON, and NaN, is the same as itself."""
        assert diff(data, copy.deepcopy(data)) == LOSSLESS

    @examples(40, 2_000)
    @given(json_values(infinite=True))
    def test_python_may_write_and_read_json(self, data: Json) -> None:
        """The check finds no loss in Python's own JSON."""
        assert diff(data, json.loads(json.dumps(data))) == LOSSLESS

    @pytest.mark.parametrize(
        ("data", "got"),
        [
            (True, 1), (1, True), (False, 0), (0, None), (None, False), (None, ""), (1, "1"),
            ("", 0), ("a", "A"), ("é", "e\u0301"), ("\ud83d\udc4d", "👍"), (1.5, 1.25),
            (2**53 + 1, 2.0**53), (2**53, 2**53 + 1), (math.nan, None), (math.inf, 1e308),
            (math.inf, -math.inf), (10.0, 10**400), ([], {}), ([], None), ({}, ""), ([1], [1, 1]),
            ([1, 2], [2, 1]), ({"a": 1}, {}), ({"a": None}, {}), ({}, {"a": None}),
            ({"a": 1}, {"A": 1}), ({"a": {"b": 1}}, {"a": {"b": 2}}), ([[True]], [[1]]),
        ],
    )  # fmt: skip
    def test_a_difference_is_never_lossless(self, data: Json, got: Json) -> None:
        """Kinds, values, places and keys all count, at any depth."""
        assert diff(data, got).verdict != "lossless"
        assert diff({"in": [data]}, {"in": [got]}).verdict != "lossless"

    @pytest.mark.parametrize(
        ("data", "got"),
        [(1.0, 1), (-0.0, 0), (-0.0, 0.0), (1, 1.0), (2**53, 2.0**53), (1.5e300, int(1.5e300))],
    )
    def test_another_spelling_of_a_number_is_a_note(self, data: Json, got: Json) -> None:
        """The same number in other digits loses nothing."""
        found = diff([data], [got])
        assert (found.verdict, found.problem_count) == ("lossless", 0)
        said = f"[0]: {json.dumps(data)} came back as {json.dumps(got)[:40]}"
        assert found.notes[0].startswith(f"another spelling of 1 number, first {said}")

    def test_a_float_sent_as_nan_comes_back_as_nan(self) -> None:
        """NaN is itself, also when it is not the same object or sits beside a difference."""
        assert diff([math.nan, 1.0], [float("nan"), 1]).verdict == "lossless"

    def test_key_order_is_a_note(self) -> None:
        """An object is the same in any order, and a note says where the order differs."""
        found = diff({"x": [{"a": 1, "b": 2}, {"a": 1, "b": 2}]}, {"x": [{"b": 2, "a": 1}] * 2})
        assert found == Fidelity("lossless", notes=("another key order in 2 objects, first x[0]",))


class TestProblems:
    @pytest.mark.parametrize(
        ("data", "got", "verdict"),
        [
            ("42", 42, "ambiguous"), ("true", True, "ambiguous"), ("null", None, "ambiguous"),
            ("", None, "ambiguous"), (None, "", "ambiguous"), (None, "null", "ambiguous"),
            (42, "42", "ambiguous"), (False, "false", "ambiguous"), ("1e-07", 1e-7, "ambiguous"),
            ("007", 7, "lossy"), ("1.10", 1.1, "ambiguous"), ("no", False, "lossy"),
            ("~", None, "lossy"), ("12:30", 750, "lossy"), (True, 1, "lossy"), (None, 0, "lossy"),
            (True, "True", "lossy"), (0.1, "0.10", "ambiguous"),
            ("NaN", math.nan, "ambiguous"), ("NaN", 1.5, "lossy"),
        ],
    )  # fmt: skip
    def test_a_text_that_spells_the_value_is_ambiguous(
        self, data: Json, got: Json, verdict: str
    ) -> None:
        """Another kind is lossy unless JSON could write the value like this."""
        found, problem = problem_of({"a": data}, {"a": got})
        assert (found, problem.kind, problem.path) == (verdict, "kind", "a")

    def test_a_text_read_as_a_list_is_lossy(self) -> None:
        """Where a list or an object appears or is gone, the places are different."""
        found, problem = problem_of([{"tags": '["a"]'}], [{"tags": ["a"]}])
        assert (found, problem) == (
            "lossy",
            Problem("[0].tags", "structure", '"[\\"a\\"]"', '["a"]'),
        )

    @pytest.mark.parametrize(
        ("nothing", "words"),
        [(None, "absent keys and null"), ("", "absent keys and empty text")],
    )
    def test_an_absent_key_is_ambiguous_with_null_and_empty_text(
        self, nothing: Json, words: str
    ) -> None:
        """A key that is gone has nothing that came back; one that appeared had nothing sent."""
        gone, added = diff({"a": nothing, "b": 1}, {"b": 1}), diff({"b": 1}, {"b": 1, "a": nothing})
        text = json.dumps(nothing)
        assert gone.problems == (Problem("a", "missing", text, ""),)
        assert added.problems == (Problem("a", "missing", "", text),)
        assert {gone.verdict, added.verdict} == {"ambiguous"}
        assert gone.alike == added.alike == (words,)

    @pytest.mark.parametrize("value", [0, False, "x", [], {}])
    def test_an_absent_key_with_any_other_value_is_a_loss(self, value: Json) -> None:
        """Only null and the empty text say that there is no value."""
        for found in (diff({"a": value, "b": 1}, {"b": 1}), diff({"b": 1}, {"b": 1, "a": value})):
            assert (found.verdict, found.alike) == ("lossy", ())

    def test_what_looks_alike_is_said_in_a_few_words(self) -> None:
        """Each sort once, and all that stand for no value together."""
        data: Json = [{"a": None}, {}, {"a": ""}, {"a": "42"}, {"a": "7"}, {"a": True}]
        got: Json = [{"a": None}, {"a": None}, {"a": None}, {"a": 42}, {"a": 7}, {"a": "true"}]
        found = diff(data, got)
        assert (found.verdict, found.problem_count) == ("ambiguous", 5)
        assert found.alike == (
            "absent keys, null and empty text",
            "booleans and text",
            "numbers and text",
        )

    def test_renamed_keys_are_not_missing_ones(self) -> None:
        """Keys that came back in the same places with other names; their values are compared."""
        found = diff({"id": 1, "name": "x"}, {"a": 1, "b": "y"})
        assert found.problems == (
            Problem("id", "key", '"id"', '"a"'),
            Problem("name", "key", '"name"', '"b"'),
            Problem("name", "value", '"x"', '"y"'),
        )

    def test_each_item_gone_or_added_counts(self) -> None:
        """A list that came back with another length names the items."""
        assert diff([1, 2, 3], [1]).problems == (
            Problem("[1]", "structure", "2", ""),
            Problem("[2]", "structure", "3", ""),
        )
        assert diff([], [None]).problems == (Problem("[0]", "structure", "", "null"),)

    def test_problems_come_in_the_order_of_the_data(self) -> None:
        """The first problem is the first that a reader of the data meets."""
        data: Json = {"a": [1, [2], 3], "b": {"c": 4}, "d": 5}
        got: Json = {"a": [0, [0], 0], "b": {"c": 0}, "d": 0}
        paths = [problem.path for problem in diff(data, got).problems]
        assert paths == ["a[0]", "a[1][0]", "a[2]", "b.c", "d"]

    def test_the_list_is_bounded_and_the_count_is_true(self) -> None:
        """A table of thousands of problems stays readable."""
        found = diff([True] * 5000, [1] * 5000)
        assert (found.problem_count, len(found.problems)) == (5000, LISTED)

    def test_values_and_paths_are_short_and_printable(self) -> None:
        """Half characters, controls and a megabyte of text all fit in a line of a report."""
        key = "\ud83d" + "k" * 1000
        problem = diff({key: ["\u202e\x1b" + "x" * 10**6]}, {key: [None]}).problems[0]
        assert len(problem.path) <= 200
        assert len(problem.value) <= 80
        assert problem.path.startswith(r'["\ud83dkkk')
        assert problem.value.startswith(r'"\u202e\u001bxxx')
        assert (problem.path + problem.value).isprintable()

    def test_depth_is_no_danger(self) -> None:
        """Nesting is compared without recursion, and the fast comparison gives up at this depth."""
        data: Json = True
        got: Json = 1
        for _ in range(5000):
            data, got = [data], [got]
        assert diff(data, got).problem_count == 1


class TestCheck:
    def test_an_unreadable_rendering_is_lossy_and_says_why(self) -> None:
        """The reader's reason is the one problem, at the root."""

        def read(_: str) -> Json:
            raise CannotRead("line 3: no such thing", line=3)

        assert check(Payload("p", [1]), a_format(read), "") == Fidelity(
            "lossy", 1, (Problem("", "structure", "[1]", "line 3: no such thing"),)
        )

    def test_a_format_without_a_reader_is_off(self) -> None:
        """What cannot be read back has no other verdict."""
        assert check(Payload("p", [1]), a_format(None), "").verdict == "off"

    def test_a_column_whose_empty_cells_differ_is_named(self) -> None:
        """Null, a missing key and the empty text become the same cell; one note counts them."""
        data: Json = [
            {"id": 1, "nick": "Z"},
            {"id": 2, "nick": None},
            {"id": 3},
            {"id": 4, "nick": ""},
        ]
        got: Json = [
            {"id": 1, "nick": "Z"},
            {"id": 2, "nick": None},
            {"id": 3, "nick": None},
            {"id": 4, "nick": None},
        ]
        found = diff(data, got)
        assert found.verdict == "ambiguous"
        note = 'column nick: 3 empty cells stand for 1 null, 1 missing, 1 ""'
        assert found.notes == (note,)
        several = diff({"who": data}, {"who": got})
        assert several.notes == (note.replace("nick", "who.nick"),)

    def test_empty_cells_of_one_value_are_not_noted(self) -> None:
        """The problem itself says what came back."""
        found = diff([{"a": ""}], [{"a": None}])
        assert (found.verdict, found.notes) == ("ambiguous", ())

    def test_an_ambiguous_cell_is_at_best_ambiguous(self) -> None:
        """Names, columns, texts and nested cells are all asked about; numbers are not."""
        data: Json = {"t*": [{"c*": "plain", "d": "e*", "f": ["*"], "g": 1}]}

        def ambiguity(text: str) -> str | None:
            return "markup" if "*" in text else None

        found = diff(data, copy.deepcopy(data), ambiguity)
        assert found.verdict == "ambiguous"
        assert [(p.path, p.kind) for p in found.problems] == [
            ('["t*"]', "key"),
            ('["t*"]["c*"]', "key"),
            ('["t*"][0].d', "value"),
            ('["t*"][0].f', "value"),
        ]
        assert found.problems[2].got == "itself, but markup"

    def test_an_ambiguous_cell_that_was_lost_counts_once(self) -> None:
        """The loss is reported in its place."""
        found = diff([{"a": "*"}], [{"a": "x"}], lambda text: "markup" if text == "*" else None)
        assert found.problems == (Problem("[0].a", "value", '"*"', '"x"'),)


@examples(40, 2_000)
@given(json_values(), st.randoms(use_true_random=False))
def test_one_change_is_found(data: Json, random: Random) -> None:
    """A value, kind, key or item that differs anywhere is never lossless."""
    assert diff(data, mutate(data, random)).verdict != "lossless"
