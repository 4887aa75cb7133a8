"""``tokbench compare`` and ``tokbench render``."""

from __future__ import annotations

import csv
import io
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.environment import ROOT, Command

from tokbench.ranking import Bench

FIXTURES = ROOT / "fixtures"
TOOLS = str(FIXTURES / "tools.json")


def rows(output: str) -> dict[str, dict[str, Any]]:
    (payload,) = json.loads(output)["payloads"]
    return {row["format"]: row for row in payload["rows"]}


def test_the_default_table(command: Command) -> None:
    """The installed command, offline: cheapest first, one winner, nothing on standard error."""
    done = command("compare", TOOLS)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].endswith("(table, 20 records; baseline json-pretty)")
    order = [line.split()[0] for line in lines[3:12]]
    assert order == [
        "tsv",
        "csv",
        "toon",
        "markdown",
        "json-min",
        "json-short",
        "yaml",
        "json-pretty",
        "as-given",
    ]
    assert (
        "Send tsv: 298 tokens, lossless. "
        "496 fewer (62.5 %) than tools.json itself; 496 fewer (62.5 %) than json-pretty.\n"
    ) in done.stdout


def test_known_answers(call: Any) -> None:
    """Tokens of the twenty records, by both encodings."""
    status, out, _ = call(
        "compare", TOOLS, "-f", "all", "-c", "o200k_base,cl100k_base", "-o", "json"
    )
    assert status == 0
    expected = {
        "json-pretty": (794, 794),
        "json-default": (634, 634),
        "json-min": (475, 475),
        "json-short": (475, 475),
        "yaml": (571, 571),
        "csv": (319, 319),
        "tsv": (298, 298),
        "markdown": (370, 370),
        "toon": (343, 343),
        "jsonl": (492, 492),
        "json-rows": (347, 327),
    }
    got = rows(out)
    assert {
        name: (got[name]["tokens"]["o200k_base"], got[name]["tokens"]["cl100k_base"])
        for name in expected
    } == expected


def test_several_payloads_have_totals(call: Any) -> None:
    """Sums are over both payloads, and a tree leaves the tables out of them."""
    settings = str(FIXTURES / "settings.yaml")
    status, out, _ = call("compare", TOOLS, settings, "-o", "json")
    assert status == 0
    result = json.loads(out)
    total = {total["format"]: total["tokens"]["o200k_base"] for total in result["totals"]}
    assert "csv" not in total
    assert total["json-pretty"] == 794 + rows_of(result, 1)["json-pretty"]["tokens"]["o200k_base"]
    assert "--records" not in rows_of(result, 1)["csv"]["skipped"]


def test_a_total_has_the_worst_verdict_of_its_payloads(call: Any, tmp_path: Path) -> None:
    """One-character keys lose nothing of the first payload, and the keys of the second."""
    short = tmp_path / "short.json"
    short.write_text('[{"a": 1}]')
    _, out, _ = call("compare", str(short), TOOLS, "-f", "json-short,json-min")
    total = out[out.index("\ntotal") :].strip().splitlines()
    assert {line.split()[0]: line.split()[-2] for line in total[3:6]} == {
        "json-short": "lossy",
        "json-min": "lossless",
        "json-pretty": "lossless",
    }


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            ("--price", "3", "--prices", "p.toml"),
            "--price and --prices exclude each other: give ",
        ),
        (("--price", "3", "--output-price", "9"), "--output-price has no effect without --output-"),
        (("--output-price", "9", "--output-tokens"), "--output-price needs --price: give both"),
    ],
)
def test_a_price_without_effect_is_refused(
    options: tuple[str, ...], reason: str, call: Any
) -> None:
    status, out, err = call("compare", TOOLS, "--model", "gpt-5", *options)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert reason in err


def test_a_model_that_is_named_twice_is_priced_once(call: Any) -> None:
    arguments = ("compare", TOOLS, "-f", "csv", "--price", "3", "--model", "gpt-5")
    status, out, _ = call(*arguments)
    assert status == 0
    assert call(*arguments, "--model", "gpt-5")[1] == out


def test_prices_of_several_payloads_are_in_one_table(call: Any, tmp_path: Path) -> None:
    """Also where the first has a part of a context window and the second is skipped."""
    prices = tmp_path / "prices.json"
    prices.write_text('{"gpt-5": {"input": 1, "context_window": 1000}}')
    settings = str(FIXTURES / "settings.yaml")
    _, out, _ = call(
        *("compare", TOOLS, settings, "-f", "csv", "--model", "gpt-5"),
        *("--prices", str(prices), "-o", "csv"),
    )
    lines = list(csv.DictReader(io.StringIO(out)))
    assert [(line["payload"], line["format"]) for line in lines] == [
        (TOOLS, "csv"),
        (TOOLS, "json-pretty"),
        (settings, "json-pretty"),
        (settings, "csv"),
    ]
    assert lines[0]["gpt-5 window"] == "0.319"


def rows_of(result: dict[str, Any], index: int) -> dict[str, dict[str, Any]]:
    return {row["format"]: row for row in result["payloads"][index]["rows"]}


def test_records_selects_a_part_of_the_payload(call: Any, tmp_path: Path) -> None:
    """An envelope is no table; with the option that the skipped row names it is one."""
    path = tmp_path / "envelope.json"
    path.write_text('{"page": 1, "data": {"items": [{"a": 1}, {"a": 2}]}}')
    _, out, _ = call("compare", str(path), "-o", "json")
    assert "--records data.items" in rows(out)["csv"]["skipped"]
    _, out, _ = call("compare", str(path), "--records", "data.items", "-o", "json")
    assert json.loads(out)["payloads"][0]["records"] == 2


def test_a_model_is_counted_by_its_counter(call: Any) -> None:
    """A model in tiktoken's table is exact, one in ours is marked as assumed."""
    _, out, _ = call(
        "compare", TOOLS, "-f", "json-min", "--model", "gpt-4", "--model", "gpt-6", "-o", "json"
    )
    counters = {info["name"]: info["kind"] for info in json.loads(out)["counters"]}
    assert counters == {"cl100k_base": "exact", "o200k_base": "assumed"}


def test_output_file_is_whole_or_not_at_all(call: Any, tmp_path: Path) -> None:
    """A missing folder is an error before the work; a failed run keeps the old file."""
    target = tmp_path / "out.md"
    assert call("compare", TOOLS, "-o", "markdown", "--output-file", str(target))[:2] == (0, "")
    before = target.read_text()
    assert before.count("|") > 50
    status, _, err = call("compare", TOOLS, "-f", "nope", "--output-file", str(target))
    assert (status, target.read_text()) == (2, before)
    status, _, err = call("compare", TOOLS, "--output-file", str(tmp_path / "no" / "out.md"))
    assert status == 2
    assert "does not exist" in err
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("arguments", "mentions"),
    [
        (["compare", "missing.json"], "missing.json"),
        (["compare", TOOLS, "-f", "jsn-min"], "did you mean 'json-min'"),
        (["compare", TOOLS, "-c", "o200k_bse"], "did you mean 'o200k_base'"),
        (["compare", TOOLS, "-c", "gpt-4o"], "it is a model: name it as the model"),
        (["compare", TOOLS, "-c", "GPT-4O"], "it is a model: name it as the model"),
        (["compare", TOOLS, "-c", "claude-x"], "it is a model: name it as the model"),
        (["compare", TOOLS, "-f", "CSV"], "did you mean 'csv' or 'csv-flat'"),
        (["compare", TOOLS, "-f", "json"], "did you mean 'json-pretty' or 'json-min' or"),
        (["compare", TOOLS, "-f", ""], "--format was given no name: name one"),
        (["compare", TOOLS, "-c", " , "], "--counter was given no name"),
        (["compare", TOOLS, "--baseline", "jsn"], "jsn"),
        (["compare", TOOLS, "--model", "gtp-5"], "did you mean 'gpt-5'"),
        (["compare", TOOLS, "--nope"], "--nope"),
        (["compare", TOOLS, "--nope"], "(tokbench compare --help)"),
        (["compare", TOOLS, "-o", "pdf"], "pdf"),
        (["cmpare", TOOLS], "cmpare"),
        (["compare", TOOLS, "--input-format", "jsn"], "jsn"),
        (["compare", str(FIXTURES / "settings.yaml"), "--baseline", "csv"], "settings.yaml"),
        (["compare", "no/*.json"], "no/*.json: no file matches"),
        (["render", str(FIXTURES / "settings.yaml"), "-f", "csv"], "service is an object"),
        (
            ["render", str(FIXTURES / "settings.yaml"), "-f", "csv"],
            "settings.yaml: csv cannot hold",
        ),
    ],
)
def test_usage_errors_are_one_line(call: Any, arguments: list[str], mentions: str) -> None:
    """What, where and a hint; nothing on standard output; exit status 2."""
    status, out, err = call(*arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert mentions in err


def test_names_may_have_spaces_around_them(call: Any) -> None:
    status, out, _ = call("compare", TOOLS, "-f", "csv, toon", "-o", "json")
    assert status == 0
    assert list(rows(out)) == ["json-pretty", "csv", "toon"]


def test_every_payload_that_cannot_be_read_is_named(call: Any, tmp_path: Path) -> None:
    """In one run, each on a line of its own, and as a row; the others are shown."""
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    given = [str(broken), TOOLS, str(tmp_path / "none.json")]
    status, out, err = call("compare", *given, "-o", "json")
    assert status == 2
    payloads = json.loads(out)["payloads"]
    assert [payload["name"] for payload in payloads] == given
    assert [payload.get("error") for payload in payloads][::2] == [
        line.removeprefix("tokbench: ") for line in err.splitlines()
    ]
    assert payloads[1]["best"]["o200k_base"]["tokens"] == 298
    assert [line.split(":")[1].strip() for line in err.splitlines()] == [
        str(broken),
        str(tmp_path / "none.json"),
    ]


def test_without_a_command_the_help_is_printed(call: Any) -> None:
    status, out, err = call()
    assert (status, err) == (2, "tokbench: no command (tokbench --help)\n")
    assert "Usage: tokbench" in out


def test_a_counter_that_is_not_available_leaves_its_column_empty(call: Any) -> None:
    """The exit status is 3, and the other columns have their counts."""
    status, out, _ = call(
        "compare", TOOLS, "-f", "json-min", "-c", "o200k_base,p50k_base", "-o", "json"
    )
    assert status == 3
    row = rows(out)["json-min"]
    assert row["tokens"] == {"o200k_base": 475, "p50k_base": None}
    assert "p50k_base" in row["skipped_counters"]["p50k_base"]


def test_render_prints_what_is_counted(command: Command) -> None:
    """Byte for byte, without a newline of its own."""
    done = command("render", TOOLS, "-f", "csv")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout) == 573
    assert not done.stdout.endswith("\n")


def test_standard_input_and_markdown(command: Command) -> None:
    """The notation of standard input is found from its content."""
    done = command("compare", "-", "-o", "markdown", stdin='{"a": [1, 2]}')
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("**<stdin>**".replace("<", "\\<"))


def test_a_reader_that_closes_the_pipe_early_is_no_error(tmp_path: Path) -> None:
    """``tokbench ... | head -1`` ends quietly."""
    shell = f"{cli_path()} compare {TOOLS} -f all -o csv | head -1"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.startswith("payload,format,chars,bytes,o200k_base tokens")


def cli_path() -> str:
    from support.environment import COMMAND

    return str(COMMAND)


def test_a_terminal_that_is_not_utf8(command: Command, tmp_path: Path) -> None:
    """What it cannot show is escaped, and nothing fails."""
    path = tmp_path / "näme.json"
    path.write_text('{"a": "ü"}', encoding="utf-8")
    done = command("compare", path, "-f", "json-min", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_interrupt_is_one_line(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typer ends the command without a message."""

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Bench, "run", interrupt)
    assert call("compare", TOOLS) == (130, "", "tokbench: interrupted\n")


def test_version_and_help(call: Any) -> None:
    """Both on standard output, exit status 0."""
    status, out, _ = call("--version")
    assert (status, out.startswith("tokbench ")) == (0, True)
    status, out, _ = call("compare", "--help")
    assert status == 0
    assert "--baseline" in out


def test_tables_of_a_csv_rendering_are_read_back(call: Any, tmp_path: Path) -> None:
    """compare reads what render wrote: each table under its line."""
    path = tmp_path / "orders.csv"
    path.write_text(call("render", str(FIXTURES / "orders.json"), "-f", "csv")[1])
    _, out, _ = call("compare", str(path), "-o", "json")
    assert rows(out)["json-min"]["tokens"]["o200k_base"] == 1138


@pytest.mark.parametrize("name", ["o200k_base:", "bpe:", "chars:x"])
def test_a_colon_needs_a_scheme_that_takes_a_value_and_the_value(call: Any, name: str) -> None:
    """Otherwise one counter would have two names."""
    status, _, err = call("compare", TOOLS, "-c", name)
    assert status == 2
    assert f"unknown counter {name!r}" in err


def test_importing_tokbench_is_enough_for_bpe(python: Any) -> None:
    """``tokbench.bpe`` needs no import of its own."""
    assert python("import tokbench; print(len(tokbench.bpe.train('aaab', 1).merges))") == "1"
