"""Plain text as a payload of every command."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from support.throwaway import ORDERS, Repository

import tokbench

PROSE = "You are, as ever, helpful.\nAnswer, please.\n"
UNPARSED = {
    "template.yaml": "question: {{ question }}\nanswer:\n",
    "stack.yml": "Resources:\n  Bucket: !Ref Name\n",
    "settings.json": '{\n  // how many\n  "n": 1,\n}\n',
    "documents.yaml": "a: 1\n---\na: 2\n",
    "ragged.csv": "a,b\n1,2,3\n",
}


@pytest.fixture
def prose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("p.txt").write_text(PROSE, encoding="utf-8")
    Path("rows.json").write_text('[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}]', "utf-8")
    return "p.txt"


def of(output: str, index: int = 0) -> dict[str, Any]:
    payload: dict[str, Any] = json.loads(output)["payloads"][index]
    return payload


def test_a_text_is_its_own_baseline_and_has_no_winner(call: Any, prose: str) -> None:
    status, out, err = call("compare", prose, "-o", "json")
    assert (status, err) == (0, "")
    payload = of(out)
    assert (payload["shape"], payload["records"], payload["best"]) == ("text", None, {})
    assert payload["as_given"] == {"o200k_base": 12}
    (row,) = [row for row in payload["rows"] if "skipped" not in row]
    assert (row["format"], row["ratio"]) == ("as-given", {"o200k_base": 1.0})
    skipped = {row["skipped"] for row in payload["rows"] if "skipped" in row}
    assert skipped == {
        "plain text has no data to write in another format: "
        "--input-format says what data it holds, if it holds any"
    }
    assert json.loads(out)["baseline"] == "as-given"


@pytest.mark.parametrize("baseline", [(), ("--baseline", "json-pretty"), ("-f", "csv")])
@pytest.mark.parametrize("output", ["table", "markdown"])
def test_people_see_one_row_and_one_sentence(
    call: Any, prose: str, output: str, baseline: tuple[str, ...]
) -> None:
    status, out, _ = call("compare", prose, "-o", output, *baseline)
    assert status == 0
    assert "(text; baseline as-given)" in out
    assert "as it is: 12 tokens. It is plain text: no other format can hold it." in out
    lines = out.splitlines()
    assert len([line for line in lines if "itself" in line]) == 1
    assert len([line for line in lines if "skipped: plain text has no data" in line]) == 1


def test_csv_has_a_line_for_each_format(call: Any, prose: str) -> None:
    _, out, _ = call("compare", prose, "-f", "csv,tsv", "-o", "csv")
    lines = list(csv.DictReader(io.StringIO(out)))
    assert [(line["format"], line["o200k_base tokens"]) for line in lines] == [
        ("as-given", "12"),
        ("json-pretty", ""),
        ("csv", ""),
        ("tsv", ""),
    ]


def test_totals_leave_texts_out_where_there_are_data(call: Any, prose: str) -> None:
    status, out, _ = call("compare", prose, "rows.json", "rows.json", "-v")
    assert status == 0
    total = out.partition("total (2 payloads; baseline json-pretty)")[2]
    assert "csv (best)" in total
    assert "Without 1 plain text: those are sent as they are." in total
    lines = [line for line in out.splitlines() if line.startswith("p.txt ")]
    assert lines[0].split() == ["p.txt", "12", "as", "it", "is", "12", "0.0", "%"]
    _, out, _ = call("compare", "rows.json", prose, "rows.json", "-o", "json")
    document = json.loads(out)
    assert document["baseline"] == "json-pretty"
    assert document["total_best"]["o200k_base"]["format"] == "csv"
    saved = of(out, 1)["rows"]
    assert [row["ratio"] for row in saved if "skipped" not in row] == [{"o200k_base": 1.0}]


def test_a_total_of_texts_is_a_sum(call: Any, prose: str) -> None:
    status, out, _ = call("compare", prose, prose)
    assert status == 0
    said = "Send every payload as it is: 24 tokens. "
    assert f"{said}All are plain text: no other format can hold them." in out
    _, out, _ = call("compare", prose, prose, "-f", "as-given")
    assert f"{said}No other format was compared." in out


def test_text_is_wanted_by_its_name(call: Any, prose: str) -> None:
    _, out, _ = call("compare", "rows.json", "--input-format", "text", "-o", "json")
    assert of(out)["shape"] == "text"
    assert "notes" not in of(out)


def test_prose_on_standard_input_is_text(command: Any) -> None:
    done = command("compare", "-", "-o", "json", stdin=PROSE)
    assert done.returncode == 0
    payload = of(done.stdout)
    assert (payload["shape"], payload["best"]) == ("text", {})
    assert payload["notes"] == [
        "read as plain text, as it looks like no notation of data; --input-format decides otherwise"
    ]


def test_sentences_with_as_many_commas_are_text(command: Any) -> None:
    """A header does not end as they do."""
    prose = "Hello, this is a test.\nAnd here, another one.\n"
    payload = of(command("compare", "-o", "json", stdin=prose).stdout)
    assert payload["shape"] == "text"
    table = of(command("compare", "-o", "json", stdin=prose.replace(".", "")).stdout)
    assert (table["shape"], table["records"]) == ("table", 1)


@pytest.mark.parametrize("name", UNPARSED)
def test_the_text_as_given_is_never_parsed(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    text = UNPARSED[name]
    Path(name).write_text(text, encoding="utf-8")
    tokens = tokbench.count(text)
    status, out, err = call("compare", name, "-f", "as-given")
    assert (status, err) == (0, "")
    assert f"Send {name} as it is: {tokens} tokens. No other format was compared." in out
    assert call("render", name, "-f", "as-given") == (0, text, "")
    assert tokbench.compare(name, "as-given").payloads[0].as_given == {"o200k_base": tokens}
    assert tokbench.render(name, "as-given") == text


def test_what_cannot_be_read_can_be_counted(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("template.yaml").write_text(UNPARSED["template.yaml"], encoding="utf-8")
    assert call("compare", "template.yaml") == (
        2,
        "",
        "tokbench: template.yaml:1:23: a list or mapping cannot be a key in JSON: "
        "-f as-given counts the text without reading it\n",
    )


@pytest.mark.parametrize("name", UNPARSED)
def test_a_check_of_the_text_as_given_never_parses(repository: Repository, name: str) -> None:
    text = UNPARSED[name]
    (repository.folder / name).write_text(text, encoding="utf-8")
    configuration = f'[[checks]]\nname = "text"\npaths = "{name}"\nformat = "as-given"\n'
    (repository.folder / "tokbench.toml").write_text(configuration, encoding="utf-8")
    assert repository.check("--update").status == 0
    lock = json.loads(repository.lock.read_text(encoding="utf-8"))
    assert lock["checks"]["text"][name]["tokens"] == tokbench.count(text)
    assert repository.check().status == 0
    (repository.folder / name).write_text(text + "and, more, of, it\n", encoding="utf-8")
    status, out, _ = repository.check("-o", "json")
    assert status == 1
    (verdict,) = json.loads(out)["verdicts"]
    if name == "template.yaml":
        (remark,) = verdict["explanation"]["remarks"]
        assert remark.startswith("Not taken apart: ")


def test_a_check_of_another_format_says_why_a_text_cannot_have_it(repository: Repository) -> None:
    (repository.folder / "p.txt").write_text(PROSE, encoding="utf-8")
    for format in (  # noqa: A001
        'format = "csv"',
        'format = "as-given"\nmin_saving_vs = { format = "json-min", percentage = 10 }',
    ):
        configuration = f'[[checks]]\nname = "text"\npaths = "p.txt"\n{format}\n'
        (repository.folder / "tokbench.toml").write_text(configuration, encoding="utf-8")
        status, _, err = repository.check("--update")
        assert status == 2
        assert "p.txt: check 'text' cannot be measured, it was skipped: plain text has no" in err
        assert "input_format says what data it holds" in err


def test_what_a_check_needs_the_data_for_is_parsed(repository: Repository) -> None:
    """An unread payload would have no such saving."""
    repository.write("prompts/orders.json", ORDERS)
    configuration = (
        '[[checks]]\nname = "orders"\npaths = "prompts/*.json"\n'
        'min_saving_vs = { format = "json-pretty", percentage = 1 }\n'
    )
    (repository.folder / "tokbench.toml").write_text(configuration, encoding="utf-8")
    status, _, err = repository.check("--update")
    assert status in (0, 1)
    assert "plain text" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("render", "p.txt", "-f", "csv"),
            "p.txt: csv cannot hold it: plain text has no data to write in another format; "
            "--input-format says what data it holds, if it holds any",
        ),
        (
            ("explain", "p.txt", "-f", "as-given"),
            "p.txt: plain text has no fields to explain: --input-format says what data it holds; "
            "tokbench count counts it",
        ),
        (
            ("compare", "p.txt", "--records", "items"),
            "p.txt: is plain text: --records items leads nowhere; --input-format says what data "
            "it holds",
        ),
    ],
)
def test_what_needs_data_refuses_text_in_one_line(
    call: Any, prose: str, arguments: tuple[str, ...], message: str
) -> None:
    assert call(*arguments) == (2, "", f"tokbench: {message}\n")


def test_a_saving_against_comments_is_told(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("values.yaml").write_text("# how many\nreplicas: 2\n", "utf-8")
    status, out, _ = call("compare", "values.yaml")
    assert status == 0
    note = "note: only the text as given has its 1 comment (43.5 % of it): renderings drop them"
    assert note in out
    _, out, _ = call("compare", "values.yaml", "values.yaml")
    assert 'Renderings drop the comments of "values.yaml", "values.yaml".' in out
    _, out, _ = call("compare", "values.yaml", "-o", "json")
    assert of(out)["comments"] == 1
    comparison = tokbench.compare("values.yaml")
    assert tokbench.Comparison.from_json(comparison.to_json()) == comparison


def test_programs_have_texts_too(prose: str) -> None:
    comparison = tokbench.compare(prose)
    assert (comparison.payloads[0].shape, comparison.best()) == ("text", None)
    assert comparison.payloads[0].row("as-given").tokens == {"o200k_base": 12}
    assert tokbench.Comparison.from_json(comparison.to_json()) == comparison
    assert list(comparison.to_dataframe()["skipped"].isna()) == [*[False] * 8, True]
    assert tokbench.compare("rows.json", input_format="text").payloads[0].shape == "text"
