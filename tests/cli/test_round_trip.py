"""What ``tokbench compare`` says of the round trip, and which verdicts may win."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.environment import ROOT

from tokbench import ranking

FIXTURES = ROOT / "fixtures"


@pytest.mark.parametrize("output", ["table", "json"])
def test_what_is_ambiguous_is_shown_with_its_first_place(
    call: Any, tmp_path: Path, output: str
) -> None:
    people = tmp_path / "people.json"
    people.write_text('[{"id":1,"nick":"Z"},{"id":2,"nick":null},{"id":3},{"id":4,"nick":""}]')
    status, out, _ = call("compare", str(people), "-f", "json-min,csv", "-o", output)
    assert status == 0
    assert "ambiguous" in out
    assert "[2].nick" in out


def test_without_a_check_there_is_no_lossy_winner(call: Any) -> None:
    """The cheapest format loses the keys, whether it is read back or not."""
    arguments = ("compare", str(FIXTURES / "orders.json"), "-f", "json-short,json-min")
    _, out, _ = call(*arguments, "--fidelity", "off")
    assert "Send json-min: 1,138 tokens, unchecked." in out
    _, out, _ = call(*arguments, "--fidelity", "off", "--allow", "lossy")
    assert "Send json-short: 938 tokens, unchecked." in out


def test_a_part_that_was_read_back_is_said_in_words(
    call: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In the table and in the sentence, and in JSON as numbers of records."""
    monkeypatch.setattr(ranking, "AUTO_LIMIT", 1000)
    people = [{"id": n, "name": f"Person {n}"} for n in range(5000)]
    path = tmp_path / "people.json"
    path.write_text(json.dumps([*people[:-1], {"id": 4999}]))
    arguments = ("compare", str(path), "-f", "json-min,csv")
    _, out, _ = call(*arguments, "-o", "markdown")
    assert "| ambiguous (≥ 1) |" in out
    assert "| lossless (sampled) |" in out
    assert "tokens, lossless (sampled)." in out
    assert "csv: ambiguous, at least 1 problem; first at \\[4999].name" in out
    _, out, _ = call(*arguments, "-o", "json")
    (payload,) = json.loads(out)["payloads"]
    checks = [row["fidelity"] for row in payload["rows"]]
    assert [check["verdict"] for check in checks] == ["lossless", "lossless", "ambiguous"]
    assert {check["of"] for check in checks} == {5000}
    assert {check["checked"] for check in checks} == {payload["best"]["o200k_base"]["checked"]}
    _, out, _ = call(*arguments, "--fidelity", "full", "-o", "json")
    assert '"checked"' not in out


def test_a_line_says_what_an_ambiguous_format_would_save(call: Any, tmp_path: Path) -> None:
    """And what looks alike in it, and how to allow it."""
    countries = [
        {"name": f"Country {n}", "population": n, **({"note": "x"} if n % 2 else {})}
        for n in range(50)
    ]
    path = tmp_path / "countries.json"
    path.write_text(json.dumps(countries))
    _, out, _ = call("compare", str(path), "-f", "json-min,tsv", "-c", "o200k_base", "-o", "json")
    best = json.loads(out)["payloads"][0]["best"]["o200k_base"]
    assert best["format"] == "json-min"
    assert best["cheaper"]["alike"] == ["absent keys and null"]
    saved = best["tokens"] - best["cheaper"]["tokens"]
    _, out, _ = call("compare", str(path), "-f", "json-min,tsv")
    assert (
        f"tsv would save {saved:,} more ({saved / best['tokens'] * 100:.1f} %) but absent keys and "
        "null look alike there (ambiguous): --allow ambiguous"
    ) in " ".join(out.split())
    _, out, _ = call("compare", str(path), "-f", "json-min,tsv", "--allow", "ambiguous")
    assert f"Send tsv: {best['cheaper']['tokens']:,} tokens, ambiguous." in out
