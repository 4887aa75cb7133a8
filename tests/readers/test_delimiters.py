"""What separates the cells of a CSV file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.environment import Command
from support.strategies import examples

import tokbench
from tokbench.errors import InputError
from tokbench.readers import ReadOptions, read
from tokbench.readers.delimiters import found_in


@pytest.mark.parametrize(
    ("text", "delimiter", "note"),
    [
        ("x;y\nK;1,5\n", ";", 'separated by ";"'),
        ("x\ty\n1\t2\n", "\t", "separated by tab"),
        ("x|y\n1|2\n", "|", 'separated by "|"'),
        ("x,y\n1,2\n", ",", None),
        (
            "x,y;z\n1,2;3\n",
            ",",
            'separated by ",", by which most rows are as wide as the header, as',
        ),
        ("note\nhello; you\nbye; now\n", ",", None),
        ('x;y\n"a;\nb";2\n\n3;4\n', ";", 'separated by ";"'),
        ("", ",", None),
        ("# a\nx,y\n1,2\n", ",", None),
        ('x;y\n1;"' + "a" * 100_000 + '"\n', ";", 'separated by ";"'),
    ],
)
def test_the_delimiter_is_that_of_most_rows(text: str, delimiter: str, note: str | None) -> None:
    found, said = found_in(text)
    assert found == delimiter
    assert (said is None) if note is None else (said is not None and note in said)


def test_a_decimal_comma_stays_text(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("x;y\nK;1,5\n", encoding="utf-8")
    payload = read(path)
    assert payload.data == [{"x": "K", "y": "1,5"}]
    assert payload.notes == (
        'cells are separated by ";", by which most rows are as wide as the header; '
        "delimiter= decides otherwise",
    )


@pytest.mark.parametrize("name", ["tab", "\\t", "\t"])
def test_a_delimiter_has_a_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("x\ty,z\n1\t2,3\n", encoding="utf-8")
    assert tokbench.render(path, "json-min", delimiter=name) == '[{"x":1,"y,z":"2,3"}]'


@pytest.mark.parametrize("name", ["", ";;", "\n", '"'])
def test_what_separates_nothing_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("x,y\n1,2\n", encoding="utf-8")
    with pytest.raises(InputError, match="is no delimiter: give one character, or tab"):
        read(path, ReadOptions(delimiter=name))


def test_the_command_takes_it_and_a_check_keeps_it(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.csv").write_text("x:y\n1:2\n", encoding="utf-8")
    done = command("render", "rows.csv", "-f", "json-min", "--delimiter", ":")
    assert done.stdout == '[{"x":1,"y":2}]'
    check = '[[checks]]\nname = "a"\npaths = "rows.csv"\nformat = "json-min"\ndelimiter = ":"\n'
    (tmp_path / "tokbench.toml").write_text(check, encoding="utf-8")
    assert command("check", "--update").returncode == 0
    assert '"delimiter": ":"' in (tmp_path / "tokbench.lock").read_text(encoding="utf-8")
    assert command("check").returncode == 0


@examples(60, 10_000)
@given(
    st.sampled_from([",", ";", "\t", "|"]),
    st.lists(st.lists(st.integers(0, 999), min_size=3, max_size=3), min_size=1, max_size=20),
)
def test_a_table_of_numbers_is_read_by_any_of_them(delimiter: str, rows: list[list[int]]) -> None:
    lines = [["a", "b", "c"], *(list(map(str, row)) for row in rows)]
    text = "\n".join(map(delimiter.join, lines))
    assert found_in(text)[0] == delimiter
