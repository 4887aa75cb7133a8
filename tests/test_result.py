"""The result as JSON and as a data frame."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.samples import COMPARISON

from tokbench.comparison import Comparison
from tokbench.errors import InputError


def test_comes_back_equal_from_its_own_json() -> None:
    """A saved comparison is the comparison."""
    assert Comparison.from_json(COMPARISON.to_json()) == COMPARISON


def test_json_has_the_published_schema() -> None:
    """The keys that others build on."""
    saved = json.loads(COMPARISON.to_json())
    assert list(saved) == [
        "schema",
        "tokbench",
        "baseline",
        "libraries",
        "counters",
        "payloads",
        "totals",
        "total_best",
        "framing",
        "prices",
    ]
    assert saved["schema"] == "tokbench.comparison/1"
    assert saved["prices"][0]["name"] == "gpt-5"
    assert saved["payloads"][0]["rows"][1]["costs"]["gpt-5"]["call"] == "0.00012500"
    payload = saved["payloads"][0]
    rows = {row["format"]: row for row in payload["rows"]}
    assert rows["csv"]["fidelity"] == {
        "verdict": "ambiguous",
        "problem_count": 3,
        "problems": [{"path": "orders[0].id", "kind": "kind", "value": '"42"', "got": "42"}],
        "notes": [],
    }
    assert rows["xml"] == {"format": "xml", "label": "XML", "skipped": "a name <holds> NUL"}
    assert rows["toon"]["tokens"]["o200k_base"] is None
    assert rows["toon"]["skipped_counters"] == {"o200k_base": "no answer from 127.0.0.1"}
    assert rows["as-given"]["fidelity"] == {"verdict": "off"}
    assert payload["best"]["o200k_base"] == {
        "format": "tsv",
        "tokens": 110,
        "saving": 0.45,
        "fidelity": "lossless",
        "tokens_as_given": 150,
        "saving_as_given": 1 - 110 / 150,
    }
    assert "chars/4" not in payload["best"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a saved comparison"),
        ("[]", "not a saved comparison"),
        ("[" * 100_000, "not a saved comparison"),
        ('{"schema": "tokbench.comparison/99"}', "use the version that wrote it"),
        ('{"schema": "tokbench.comparison/1"}', "damaged"),
    ],
)
def test_refuses_what_is_no_comparison(text: str, reason: str) -> None:
    """One line says what is wrong with a saved file."""
    with pytest.raises(InputError, match=reason):
        Comparison.from_json(text)


@pytest.mark.parametrize(
    ("keys", "value", "reason"),
    [
        (("baseline",), 1, "baseline is 1"),
        (("counters", 0, "kind"), "nearly", r"counters\[0\].kind is \"nearly\""),
        (("payloads", 0, "rows", 1, "tokens", "o200k_base"), "110", r"\.tokens.o200k_base is"),
        (("payloads", 0, "rows", 1, "costs", "gpt-5", "call"), "dear", "call is"),
        (("payloads", 0, "best", "o200k_base", "tokens"), True, "tokens is true"),
        (("payloads",), {}, "payloads is"),
    ],
)
def test_names_the_damaged_value(keys: tuple[str | int, ...], value: object, reason: str) -> None:
    saved = json.loads(COMPARISON.to_json())
    *parents, last = keys
    inner = saved
    for key in parents:
        inner = inner[key]
    inner[last] = value
    with pytest.raises(InputError, match=f"a damaged comparison: .*{reason}"):
        Comparison.from_json(json.dumps(saved))


def test_data_frame_has_a_line_for_every_cell() -> None:
    """Missing counts are missing values, not zeros."""
    frame: Any = COMPARISON.to_dataframe()
    assert len(frame) == 9 * 2
    toon = frame[(frame["format"] == "toon") & (frame["counter"] == "o200k_base")].iloc[0]
    assert str(toon["tokens"]) == "<NA>"
    assert toon["skipped"] == "no answer from 127.0.0.1"
    assert frame["tokens"].dtype == "Int64"


def test_unknown_row_is_a_key_error() -> None:
    """Asking for a format that was not compared names it."""
    with pytest.raises(KeyError, match="nope"):
        COMPARISON.payloads[0].row("nope")


def test_keys_that_a_later_version_adds_are_left_out() -> None:
    """Within a schema keys may be added, and none change meaning."""
    saved = COMPARISON.to_dict()
    saved["later"] = saved["prices"][0]["later"] = 1
    payload = saved["payloads"][0]
    payload["later"] = payload["best"]["o200k_base"]["later"] = 1
    csv_row = next(row for row in payload["rows"] if row["format"] == "csv")
    csv_row["later"] = csv_row["fidelity"]["problems"][0]["later"] = 1
    assert Comparison.from_json(json.dumps(saved)) == COMPARISON
