"""The sentences that say what to send: known answers, and what is true of all of them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.environment import ROOT
from support.samples import COMPARISON

import tokbench
from tokbench import Payload, readers
from tokbench.pricing.money import Pricing
from tokbench.pricing.prices import given as given_price
from tokbench.ranking import Bench
from tokbench.report import winner
from tokbench.report.sheet import Sentence
from tokbench.result import Best, Cheaper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tokbench.payload import Json
    from tokbench.result import ComparisonResult

FIXTURES = ROOT / "fixtures"
OWN = "id,name\n1,Ann\n2,Bob\n"


def read(text: str, name: str) -> Payload:
    return readers.read_text(text, name)


def sentences(payloads: Sequence[Payload], *formats: str, **options: Any) -> list[str]:
    """What is said of the only payload, or of all in total."""
    result = Bench.of(formats or ["default"], **options).run(payloads)
    of = winner.of_total(result) if len(payloads) > 1 else of_first(result)
    return ["".join(sentence) for sentence in of]


def of_first(result: ComparisonResult) -> list[Sentence]:
    return winner.of_payload(result, result.payloads[0])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "customers.csv",
            "Send tsv: 255 tokens, lossless. "
            "31 fewer (10.8 %) than customers.csv itself; 837 fewer (76.6 %) than json-pretty.",
        ),
        (
            "settings.yaml",
            "Send json-min: 100 tokens, lossless. "
            "15 fewer (13.0 %) than settings.yaml itself; 65 fewer (39.4 %) than json-pretty.",
        ),
    ],
)
def test_both_savings_of_a_file(name: str, expected: str) -> None:
    """Against the file itself, and against the baseline."""
    assert sentences([readers.read(FIXTURES / name)]) == [expected]


def test_the_text_as_given_counts_without_a_row() -> None:
    (said,) = sentences([readers.read(FIXTURES / "customers.csv")], "json-min")
    assert said == (
        "Send customers.csv as it is: 286 tokens, 806 fewer (73.8 %) than json-pretty. "
        "The cheapest lossless format, json-min, costs 287 more (100.3 %)."
    )


def test_a_file_that_is_in_the_best_format_is_sent_as_it_is() -> None:
    """A line end at its end is no saving."""
    assert sentences([read(OWN, "own.csv")]) == [
        "Send own.csv as it is: 11 tokens, 27 fewer (71.1 %) than json-pretty. "
        "It is csv already (10 without its last line end)."
    ]
    assert sentences([read(OWN.strip(), "own.csv")], "csv", baseline="csv") == [
        "Send own.csv as it is: 10 tokens. It is csv already."
    ]


def test_on_a_tie_the_text_itself_is_preferred_to_another_format() -> None:
    """The other format would only save the line end at the end."""
    (said,) = sentences([read(OWN, "own.csv")], "tsv", "csv")
    assert said.endswith("It is csv already (10 without its last line end).")


def test_standard_input_has_a_name_for_people() -> None:
    (said,) = sentences([read(OWN, "<stdin>")], "json-min", baseline="json-min")
    assert said == (
        "Send the input as it is: 11 tokens. "
        "The cheapest lossless format, json-min, costs 8 more (72.7 %)."
    )


def test_python_data_is_compared_with_the_baseline_alone() -> None:
    data = readers.from_python([{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}])
    expected = "Send csv: 10 tokens, lossless. 28 fewer (73.7 %) than json-pretty."
    assert sentences([data], "csv") == [expected]


def test_the_baseline_may_win_or_cost_less_or_the_same() -> None:
    """There is no saving then, and none is claimed."""
    data = readers.from_python({"a": [1, 2]})
    assert sentences([data], "json-min", baseline="json-min") == [
        "Send json-min: 7 tokens, lossless. It is the baseline."
    ]
    lossy = readers.from_python({"identifier of it": 1, "name of it": 2})
    assert sentences([lossy], "json-min", baseline="json-short") == [
        "Send json-min: 13 tokens, lossless. 4 more (44.4 %) than json-short."
    ]
    assert sentences([readers.from_python([{"a": 1}])], "csv", baseline="tsv") == [
        "Send tsv: 3 tokens, lossless. It is the baseline."
    ]


def test_as_given_as_the_baseline_is_compared_once() -> None:
    (said,) = sentences([readers.read(FIXTURES / "customers.csv")], baseline="as-given")
    assert said == "Send tsv: 255 tokens, lossless. 31 fewer (10.8 %) than customers.csv itself."


def test_counters_that_agree_share_a_sentence() -> None:
    """Those with the same figures share them too; an estimate says that it is one."""
    counters = ["o200k_base", "cl100k_base", "chars/4"]
    both, estimate = sentences([readers.read(FIXTURES / "customers.csv")], counters=counters)
    assert both.startswith("Send tsv: 255 tokens by o200k_base and cl100k_base, lossless. 31 fewer")
    assert estimate == "chars/4 is an estimate: it never names a winner."
    (apart,) = sentences([readers.read(FIXTURES / "greetings.json")], counters=counters[:2])
    assert apart.startswith("Send tsv: 129 tokens by o200k_base, lossless. 428 fewer (76.8 %)")
    assert ". 181 tokens by cl100k_base, lossless. 381 fewer (67.8 %)" in apart


def test_an_estimate_names_no_winner_under_the_name_of_a_model() -> None:
    """Neither for a payload nor in total."""
    payload = read(OWN, "own.csv")
    asked = {"counters": ["claude~"], "models": ["claude-sonnet-4-5"]}
    expected = ["claude~ is an estimate: it never names a winner."]
    assert sentences([payload], **asked) == expected
    assert sentences([payload, payload], **asked) == expected


def test_money_is_said_where_it_was_asked_for() -> None:
    prices = (Pricing("price", "o200k_base", given_price("3"), 1000, output=False),)
    (said,) = sentences([readers.read(FIXTURES / "customers.csv")], prices=prices)
    assert said.startswith("Send tsv: 255 tokens, lossless, $0.765 for 1,000 calls. 31 fewer")


def test_where_nothing_is_lossless_the_text_is_sent_as_it_is() -> None:
    data: Json = [{"a": "1"}]
    text = Payload("data.xml", data, text="<a>1</a>")
    (said,) = sentences([text], "csv", baseline="csv")
    assert said == (
        "Send data.xml as it is: 6 tokens. "
        "No format is lossless (allow='ambiguous' or allow='lossy' allows others)."
    )
    (said,) = sentences([readers.from_python(data)], "csv", baseline="csv")
    assert said == "No format is lossless (allow='ambiguous' or allow='lossy' allows others)."


def test_a_counter_that_failed_names_no_winner() -> None:
    """Its reason is in a caption."""
    failing = replace(COMPARISON.payloads[0], best={})
    first, _ = winner.of_payload(COMPARISON, failing)
    assert "".join(first) == "o200k_base failed: it names no winner."


def test_a_total_says_what_a_choice_for_each_payload_costs() -> None:
    """Where that is less than one format for all, or all as they are."""
    payloads = [readers.read(FIXTURES / name) for name in ("customers.csv", "settings.yaml")]
    assert sentences(payloads) == [
        "Send every payload as it is: 401 tokens, 856 fewer (68.1 %) than json-pretty. "
        "The cheapest lossless format, toon, costs 85 more (21.2 %). "
        "A choice for each payload: 355."
    ]
    own = read(OWN, "own.csv")
    (said,) = sentences([own, own], "csv", "tsv")
    assert said.endswith("than json-pretty. All are csv already (20 without its last line end).")
    (said,) = sentences([payloads[0], payloads[0]])
    assert said == (
        "Send tsv: 510 tokens, lossless. 62 fewer (10.8 %) than the payloads as given; "
        "1,674 fewer (76.6 %) than json-pretty."
    )


TABLES: st.SearchStrategy[list[Json]] = st.lists(
    st.fixed_dictionaries({"id": st.integers(0, 99), "name": st.text("ab ,\n", max_size=5)}),
    min_size=1,
    max_size=4,
)


@given(
    TABLES,
    st.sampled_from(["csv", "tsv", "json-min", "json-pretty", "yaml", "jsonl"]),
    st.sampled_from(["", "\n", "\r\n", "\n\n", "  \n"]),
    st.sampled_from(["default", "json-min", "json-pretty,csv"]),
)
def test_the_figures_are_those_of_a_recount(
    data: list[Json], written: str, end: str, formats: str
) -> None:
    """A sentence claims a saving against the text exactly where a recount finds one."""
    text = tokbench.render(data, written) + end
    payload = Payload("data", data, text=text)
    result = Bench.of(formats.split(",")).run([payload])
    best = result.payloads[0].best["o200k_base"]
    rendering = tokbench.render(data, best.format)
    same = rendering.rstrip("\r\n") == text.rstrip("\r\n")
    assert best.tokens == tokbench.count(rendering)
    assert best.tokens_as_given == tokbench.count(text)
    assert best.saving_as_given == (0 if same else 1 - best.tokens / tokbench.count(text))
    sentence = of_first(result)[0]
    as_it_is = same or best.tokens >= tokbench.count(text)
    assert (sentence.name == "data") == as_it_is
    assert ("than data itself" in sentence.after) == (not as_it_is)
    assert not re.search(r"[-+]\d", sentence.after)


def test_an_ambiguous_format_is_compared_with_what_is_sent() -> None:
    """Not with a format that the text itself beats; and the text itself is never suggested."""
    tokens, given = 110, 100
    best = Best(
        "tsv", tokens, 0.45, "lossless", given, -0.1, cheaper=Cheaper("csv", 90, ("a", "b"))
    )
    payload = replace(COMPARISON.payloads[0], best={"o200k_base": best})
    _, cheaper, _ = ("".join(each) for each in winner.of_payload(COMPARISON, payload))
    assert cheaper == (
        "csv would save 10 more (10.0 %) but a, b look alike there (ambiguous): allow='ambiguous'"
    )
    rows = [replace(row, is_given=row.format == "csv") for row in payload.rows]
    own = replace(payload, rows=tuple(rows))
    assert not any("would save" in each.after for each in winner.of_payload(COMPARISON, own))


def test_a_sampled_verdict_says_so() -> None:
    best = Best("tsv", 110, 0.45, "lossless", checked=1_000, of=90_000)
    payload = replace(COMPARISON.payloads[0], best={"o200k_base": best})
    first, _ = winner.of_payload(replace(COMPARISON, prices=()), payload)
    assert first.after.startswith(": 110 tokens by o200k_base, lossless (sampled). ")


def test_a_text_that_a_counter_failed_on_is_left_out() -> None:
    """Only the baseline is compared with."""
    best = {"o200k_base": Best("tsv", 110, 0.45, "lossless")}
    payload = replace(COMPARISON.payloads[0], best=best)
    first, _ = winner.of_payload(replace(COMPARISON, prices=()), payload)
    assert "".join(first) == (
        "Send tsv: 110 tokens by o200k_base, lossless. 90 fewer (45.0 %) than json-pretty."
    )
