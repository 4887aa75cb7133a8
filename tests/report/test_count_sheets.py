"""The tree of counted files: what is merged, what is shown, and that nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples

from tokbench.counts import Counts, FileCount
from tokbench.report.count_sheets import CountsView, tree_sheet
from tokbench.result import CounterInfo


def counts(files: Mapping[str, int], max_tokens: int | None = None) -> Counts:
    by_cost = sorted(files.items(), key=lambda item: -item[1])
    counted = tuple(FileCount(path, {"o200k_base": tokens}) for path, tokens in by_cost)
    return Counts("1.2.3", (CounterInfo("o200k_base", "exact"),), counted, max_tokens=max_tokens)


def shown(view: CountsView) -> tuple[str, list[str]]:
    """The title, and each line's name and tokens."""
    sheet = tree_sheet(view)
    return sheet.title, [f"{line.cells[0].text} {line.cells[2].text}" for line in sheet.lines]


FILES = {"a/b/one": 50, "a/b/two": 30, "a/c/d/three": 15, "a/c/d/four": 4, "a/five": 1}


def test_a_folder_is_above_what_is_in_it() -> None:
    """A folder with one entry shares its line; the root's name is the title."""
    assert shown(CountsView(counts(FILES))) == (
        "a",
        [
            *("b/ 80", "  one 50", "  two 30"),
            *("c/d/ 19", "  three 15", "  four 4"),
            *("five 1", "total 100"),
        ],
    )


@pytest.mark.parametrize(
    ("top", "lines"),
    [
        (1, ["b/ 80", "and 3 more files 20", "total 100"]),
        (2, ["b/ 80", "  one 50", "  two 30", "and 3 more files 20", "total 100"]),
        (4, ["b/ 80", "  one 50", "  two 30", "c/d/ 19", "five 1", "total 100"]),
    ],
)
def test_the_costliest_are_shown(top: int, lines: list[str]) -> None:
    """The rest of a folder is one line, whether it is one file or many."""
    assert shown(CountsView(counts(FILES), top))[1] == lines


def test_deeper_levels_may_be_left_out() -> None:
    lines = ["b/ 80", "c/d/ 19", "five 1", "total 100"]
    assert shown(CountsView(counts(FILES), depth=1))[1] == lines


def test_what_is_over_the_limit_is_always_shown() -> None:
    lines = shown(CountsView(counts(FILES, 14), top=1, depth=1))[1]
    assert "  three (over) 15" in lines
    assert "  two (over) 30" in lines


def test_roots_keep_their_paths() -> None:
    files = {"/tmp/x/one": 3, "/tmp/x/two": 1, "own/three": 2, "<stdin>": 1}  # noqa: S108
    assert shown(CountsView(counts(files))) == (
        "",
        ["/tmp/x/ 4", "  one 3", "  two 1", "own/three 2", "<stdin> 1", "total 7"],  # noqa: S108
    )


def test_a_single_file_is_its_own_total() -> None:
    assert shown(CountsView(counts({"a/b": 7}))) == ("", ["a/b 7"])


PATHS = st.lists(st.sampled_from("ab"), min_size=1, max_size=4).map(lambda p: "/".join((*p, "f")))


@given(
    st.dictionaries(PATHS, st.integers(0, 9), min_size=1),
    st.integers(1, 12),
    st.none() | st.integers(1, 3),
    st.none() | st.integers(0, 9),
)
@examples(few=200, thorough=2000)
def test_the_first_level_adds_up(
    files: dict[str, int], top: int, depth: int | None, limit: int | None
) -> None:
    lines = tree_sheet(CountsView(counts(files, limit), top, depth)).lines
    first = [line for line in lines if not line.cells[0].text.startswith((" ", "total"))]
    assert sum(int(str(line.cells[2].value)) for line in first) == sum(files.values())
    number = sum(int(str(line.cells[1].value or 1)) for line in first)
    assert number == len(files)
    over = sum(line.cells[0].text.endswith(" (over)") for line in lines)
    assert over == sum(limit is not None and tokens > limit for tokens in files.values())
