"""Every output over one sample comparison."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

from support.samples import COMPARISON

from tokbench.comparison import Comparison
from tokbench.report import Page, comparison_sheets, csv_, markdown, terminal
from tokbench.report.sheet import percent_text
from tokbench.result import PayloadResult, Total

SHEETS = comparison_sheets.payload_sheets(COMPARISON)


def test_rows_are_cheapest_first_the_text_as_given_among_them() -> None:
    """A row that could not be counted comes after those that were, and then what was skipped."""
    names = [line.cells[1].text for line in SHEETS[0].lines]
    assert names == [
        "csv",
        "tsv (best)",
        "as-given",
        "json-pretty",
        "toon-long",
        "toon",
        "xml",
        "json-rows",
    ]


def test_captions_say_what_cells_cannot() -> None:
    """First problem, reasons, notes; equal remarks share one line."""
    captions = "\n".join(SHEETS[0].captions)
    assert 'csv: ambiguous, 3 problems; first at orders[0].id: "42" came back as 42' in captions
    assert 'toon: lossy, 1 problem; first at .: "a|b" did not come back' in captions
    assert "toon: o200k_base failed: no answer from 127.0.0.1" in captions
    assert "xml, json-rows: skipped: a name <holds> NUL" in captions
    assert "json-pretty, tsv, toon-long: note: 1.0 is written as 1" in captions
    assert "note: line 3: a float with a trailing zero" in captions
    assert "o200k_base: counted by 127.0.0.1" in captions


def test_markdown_rows_have_one_cell_a_column() -> None:
    """Names with markup are shown as they are and break no row."""
    text = markdown.write_comparison(COMPARISON)
    assert "**orders\\|\\*.json** (tables, 1,234 records; baseline json-pretty)" in text
    tables = [block for block in text.split("\n\n") if block.startswith("|")]
    assert len(tables) == 4
    for block in tables:
        widths = {len(re.split(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(widths) == 1
    assert not text.endswith("\n")


def test_csv_has_unrounded_numbers_and_empty_fields_for_what_is_missing() -> None:
    """A missing count is an empty field, never a zero."""
    rows = list(csv.DictReader(io.StringIO(csv_.write_sheets(SHEETS))))
    assert len(rows) == 9
    by_format = {row["format"].split()[0]: row for row in rows if row["payload"] != "settings.json"}
    assert by_format["csv"]["o200k_base ratio"] == "0.5"
    assert by_format["csv"]["o200k_base saving"] == "0.5"
    assert by_format["toon"]["o200k_base tokens"] == ""
    assert by_format["xml"]["skipped"] == "a name <holds> NUL"
    assert by_format["xml"]["chars"] == ""


def test_a_file_has_no_wrapped_lines_and_no_colours() -> None:
    """Each row is one line."""
    text = terminal.write_sheets(SHEETS)
    assert "\x1b" not in text
    (line,) = (line for line in text.splitlines() if line.lstrip().startswith("tsv (best)"))
    assert re.search(r"440\s+110\s+55\.0 %\s+\+45\.0 %\s+~95", line)


def test_ascii_terminal_gets_ascii_only() -> None:
    """Bars and rules are drawn in ASCII too."""
    assert terminal.write_sheets(SHEETS, Page(unicode=False)).isascii()


def test_width_and_colour_are_those_of_the_page() -> None:
    """On a narrow page cells wrap."""
    text = terminal.write_sheets(SHEETS, Page(60, colour=True))
    assert "\x1b[" in text
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert max(map(len, plain.splitlines())) <= 60


def test_percentages_have_a_sign() -> None:
    """A saving of nothing has none."""
    assert percent_text(0.5, signed=True) == "+50.0 %"
    assert percent_text(-0.082, signed=True) == "-8.2 %"
    assert percent_text(0.0, signed=True) == "0.0 %"
    assert percent_text(1.25) == "125.0 %"


def test_costs_have_columns_of_their_own() -> None:
    """Dollars for one call and for all calls, dollars saved, and the part of the context window."""
    (line,) = (line for line in SHEETS[0].lines if line.role == "best")
    titles = [column.title for column in SHEETS[0].columns]
    start = titles.index("gpt-5 $ per call")
    assert titles[start : start + 4] == [
        "gpt-5 $ per call",
        "gpt-5 $ for 1,000",
        "gpt-5 $ saved",
        "gpt-5 window",
    ]
    shown = [cell.text for cell in line.cells[start : start + 8]]
    assert shown[:4] == ["$0.000138", "$0.1375", "$0.1125", "27.5 %"]
    assert shown[4:] == ["~$0.000119", "~$0.11875", "~$0.19375", "~23.8 %"]
    assert line.cells[start].value == "0.00013750"


def test_a_count_that_failed_has_no_costs() -> None:
    """There is neither a zero nor a price for an unknown count."""
    (line,) = (line for line in SHEETS[0].lines if line.cells[1].text == "toon")
    start = [column.title for column in SHEETS[0].columns].index("gpt-5 $ per call")
    assert [cell.value for cell in line.cells[start : start + 8]] == [None] * 8
    captions = SHEETS[0].captions
    assert "gpt-5: input price by genai-prices 0.2.3, on the tokens of o200k_base" in captions
    assert "price: output price by --price, on the tokens of chars/4" in captions
    assert captions[-1] == "every rendering is counted inside the prompt prompt.txt"


def test_markup_and_entities_are_shown_as_they_are() -> None:
    """What Markdown would take for a character reference, emphasis or a tag is escaped."""
    assert markdown.escape("&lt;b> & a_b *c* |") == "\\&lt;b> & a_b \\*c\\* \\|"


def test_csv_names_formats_without_marks() -> None:
    """Programs look for a format by its name."""
    rows = csv.DictReader(io.StringIO(csv_.write_sheets(SHEETS)))
    assert "tsv" in [row["format"] for row in rows]


def test_a_name_cannot_move_the_cursor() -> None:
    """A file name may have control characters, which a terminal would act on."""
    hostile = replace(COMPARISON.payloads[1], name="\x1b[31mred\n.json")
    (sheet,) = comparison_sheets.sheets(replace(COMPARISON, payloads=(hostile,)))
    assert sheet.title == "\\x1b[31mred\\n.json"
    assert "\x1b" not in terminal.write_sheets([sheet])


def test_a_summary_comes_first_and_details_only_where_they_are_asked_for() -> None:
    """Each payload as given, its best format, and what that saves of the text as given."""
    summary, *others = comparison_sheets.sheets(COMPARISON, details=False)
    assert [sheet.title for sheet in others] == ["total"]
    assert [[cell.text for cell in line.cells] for line in summary.lines] == [
        ["orders|*.json", "150", "tsv", "110", "+26.7 %", "~160", "n/a", "n/a", "n/a"],
        ["settings.json", "201", "as it is", "201", "0.0 %", "~250", "n/a", "n/a", "n/a"],
    ]
    assert "o200k_base failed: no answer from 127.0.0.1" in summary.captions
    assert "o200k_base: counted by 127.0.0.1" in summary.captions
    titles = [sheet.title for sheet in comparison_sheets.sheets(COMPARISON)]
    assert titles == ["summary", "orders|*.json", "settings.json", "total"]


def test_a_payload_that_cannot_be_read_is_a_row_with_its_reason() -> None:
    """In the summary, in CSV and in JSON, which gives an equal result back."""
    broken = PayloadResult("broken.json", error="broken.json:1:2: cut")
    comparison = replace(COMPARISON, payloads=(broken, COMPARISON.payloads[1]))
    summary, *others = comparison_sheets.sheets(comparison)
    assert [line.cells[-1].text for line in summary.lines] == ["broken.json:1:2: cut", ""]
    assert [sheet.title for sheet in others] == ["settings.json"]
    line = next(csv.DictReader(io.StringIO(csv_.write_comparison(comparison))))
    assert (line["payload"], line["format"], line["skipped"]) == (
        *("broken.json", ""),
        "broken.json:1:2: cut",
    )
    saved = comparison.to_dict()["payloads"][0]
    assert saved == {"name": "broken.json", "error": "broken.json:1:2: cut"}
    assert Comparison.from_json(comparison.to_json()) == comparison


def test_a_total_without_a_count_is_not_the_cheapest() -> None:
    """It comes after what was counted."""
    missing = Total("toon", "TOON", {"o200k_base": None}, {"o200k_base": None})
    sheets = comparison_sheets.sheets(replace(COMPARISON, totals=(missing, *COMPARISON.totals)))
    assert [line.cells[0].value for line in sheets[-1].lines] == ["json-pretty", "toon"]
