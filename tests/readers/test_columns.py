"""Cells are typed by column, in reading and in the round trip."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.environment import Command
from support.strategies import AWKWARD_TEXTS, examples

import tokbench
from tokbench.errors import InputError
from tokbench.fidelity import check
from tokbench.payload import Payload
from tokbench.readers import ReadOptions, read_text
from tokbench.readers.columns import Columns, settle
from tokbench.serializers import get

if TYPE_CHECKING:
    from tokbench.payload import Json

COLUMNS: list[tuple[list[str], list[Json]]] = [
    (["9.95", "12.50", "3.00"], [9.95, 12.5, 3.0]),
    (["1", "", "2"], [1, None, 2]),
    (["1.1", "1.10"], ["1.1", "1.10"]),
    (["1", "1.0"], ["1", "1.0"]),
    (["0", "-0"], ["0", "-0"]),
    (["1.1", "1.1"], [1.1, 1.1]),
    (["-0", "5"], [0, 5]),
    (["03755", "60601"], ["03755", "60601"]),
    (["60601", "03755"], ["60601", "03755"]),
    (["9007199254740992", "9007199254740993"], [2**53, 2**53 + 1]),
    (["9007199254740993", "9007199254740992.0"], ["9007199254740993", "9007199254740992.0"]),
    ([str(10**400), "0.5"], [10**400, 0.5]),
    (["0.1", "0.10000000000000001"], ["0.1", "0.10000000000000001"]),
    (["true", "", "false"], [True, None, False]),
    (["true", "False"], ["true", "False"]),
    (["true", "1"], ["true", "1"]),
    (["1", "n/a", "true", "null"], ["1", "n/a", "true", "null"]),
    (['{"a":1}', "", "2"], [{"a": 1}, None, "2"]),
    (["[1]", "x", "[1"], [[1], "x", "[1"]),
    (["", ""], [None, None]),
]


@pytest.mark.parametrize(("cells", "values"), COLUMNS)
def test_known_columns(cells: list[str], values: list[Json]) -> None:
    """One rule for CSV, TSV and the round trip of CSV, TSV and Markdown tables."""
    rows = [("k", "v"), *((f"r{n}", cell) for n, cell in enumerate(cells))]
    quoted = "\n".join(f'{key},"{cell}"'.replace('{"a"', '{""a""') for key, cell in rows)
    tabs = "\n".join("\t".join(row) for row in rows)
    table = "\n".join(f"| {key} | {cell} |" for key, cell in [rows[0], ("---", "---"), *rows[1:]])
    expected = repr([{"k": f"r{n}", "v": value} for n, value in enumerate(values)])
    assert repr(read_text(quoted, "a.csv").data) == expected
    assert repr(read_text(tabs, "a.tsv").data) == expected
    for name, text in (("csv", quoted), ("tsv", tabs), ("csv-flat", quoted), ("markdown", table)):
        read = get(name).read
        assert read is not None
        assert repr(read(text)) == expected, name


CELLS = st.lists(
    st.one_of(
        st.sampled_from(("", "true", "false", "1", "1.0", "1.10", "2", "-0", "0", "x", "007")),
        st.sampled_from(AWKWARD_TEXTS),
        st.integers().map(str),
        st.floats(allow_nan=False, allow_infinity=False).map(repr),
    ),
    max_size=8,
)


@examples(100, 10_000)
@given(CELLS, st.data())
def test_a_part_with_the_witnesses_has_the_kind_of_the_whole(
    cells: list[str], data: st.DataObject
) -> None:
    """So that reading a part of a table back tells what the whole would."""
    settled = settle(cells)
    assert len(settled.witnesses) <= 2
    assert bool(settled.witnesses) == (settled.kind == "text")
    more = data.draw(st.lists(st.sampled_from(cells), max_size=4)) if cells else []
    part = settle([*more, *settled.witnesses]).kind
    assert part == settled.kind or (part == "empty" and not any(more))


@examples(100, 10_000)
@given(CELLS)
def test_the_order_of_cells_does_not_decide(cells: list[str]) -> None:
    assert settle(cells).kind == settle(cells[::-1]).kind


@examples(100, 10_000)
@given(CELLS)
def test_a_column_that_was_read_is_written_and_read_as_the_same(cells: list[str]) -> None:
    """A delimited file is lossless in its own notation."""
    data = Columns().records(["k", "v"], [("r", cell) for cell in cells])
    if data:
        payload, form = Payload("a", data), get("csv")
        assert check(payload, form, form.render(payload)).verdict == "lossless"


def test_numbers_in_another_spelling_are_one_note() -> None:
    """Counted, with the first place in the order of the records."""
    payload = read_text("id,price,tax\n1,9.95,0.2\n2,12.50,1E5\n3,3.00,-0\n", "a.csv")
    assert repr(payload.data) == repr([
        {"id": 1, "price": 9.95, "tax": 0.2},
        {"id": 2, "price": 12.5, "tax": 100000.0},
        {"id": 3, "price": 3.0, "tax": 0},
    ])  # fmt: skip
    assert payload.notes == (
        "another spelling of 4 numbers, first [1].price: 12.50 is read as 12.5 "
        "(text='price' keeps it)",
    )
    several = read_text("# a b\nx,y\n1,2\n\n# c\nx,y\n1,2.0\n1.50,2.0\n", "a.csv")
    assert several.notes == (
        "another spelling of 1 number, first c[1].x: 1.50 is read as 1.5 (text='x' keeps it)",
    )


def test_text_of_digits_comes_back_as_text_only_beside_other_text() -> None:
    """A ZIP code with a leading zero says what its column is."""
    zips: Json = [{"zip": "03755"}, {"zip": "60601"}]
    csv = tokbench.render(zips, "csv")
    assert read_text(csv, "a.csv").data == zips
    verdicts = {
        repr(values): {row.format: row.fidelity for row in rows}["csv"]
        for values in (["03755", "60601"], ["1", "2"], ["42", 42], [1, 2, "x"], [1, 1.0])
        for rows in [tokbench.compare([{"a": v} for v in values], ["csv"]).payloads[0].rows]
    }
    found = {name: (f.verdict, f.problem_count) for name, f in verdicts.items() if f}
    assert found == {
        "['03755', '60601']": ("lossless", 0),
        "['1', '2']": ("ambiguous", 2),
        "['42', 42]": ("ambiguous", 1),
        "[1, 2, 'x']": ("ambiguous", 2),
        "[1, 1.0]": ("ambiguous", 2),
    }


TWO = "id,zip,n\n1,60601,\n2,10001,5\n"


def test_one_column_stays_text() -> None:
    """Empty cells and lists too, as all cells do with ``strings``."""
    options = ReadOptions(text=("zip", "n"))
    assert read_text(TWO, "a.csv", options).data == [
        {"id": 1, "zip": "60601", "n": ""}, {"id": 2, "zip": "10001", "n": "5"},
    ]  # fmt: skip
    assert options.given() == {"text": ["zip", "n"]}
    tables = f"# one\nid,x\n1,2\n\n# two\n{TWO}"
    read = read_text(tables, "a.csv", ReadOptions(text=("x",))).data
    assert read == {"one": [{"id": 1, "x": "2"}], "two": read_text(TWO, "b.csv").data}


@pytest.mark.parametrize("strings", [False, True])
def test_a_column_that_is_not_there_is_refused(strings: bool) -> None:
    with pytest.raises(InputError) as caught:
        read_text(TWO, "a.csv", ReadOptions(strings=strings, text=("Zip",)))
    assert str(caught.value) == ('a.csv: text=\'Zip\' is no column, there are "id", "zip", "n"')


def test_commands_and_calls_keep_columns_text(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(TWO, encoding="utf-8")
    expected = '[{"id":"1","zip":"60601","n":null},{"id":"2","zip":"10001","n":5}]'
    for options in (["--text", "id,zip"], ["--text", "id", "--text=zip"]):
        done = command("render", "a.csv", "-f", "json-min", *options)
        assert (done.stdout, done.stderr) == (expected, "")
    assert tokbench.render(path, "json-min", text=["id", "zip"]) == expected
    compared = command("compare", "a.csv", "-f", "csv", "-o", "json", "--text", "n")
    (row,) = json.loads(compared.stdout)["payloads"][0]["rows"][1:]
    assert row["fidelity"]["verdict"] == "ambiguous"
    for name in ("compare", "render", "explain"):
        wrong = command(name, "a.csv", *(["-f", "csv"] if name != "compare" else []), "--text=zap")
        assert (wrong.returncode, wrong.stdout) == (2, "")
        assert wrong.stderr == (
            'tokbench: a.csv: --text zap is no column, there are "id", "zip", "n"\n'
        )
