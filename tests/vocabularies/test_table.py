"""The embedded tables are the published rank files, and a damaged one is refused."""

from __future__ import annotations

import struct
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tiktoken_oracle import published

from tokbench.errors import CounterError, UnknownNameError
from tokbench.vocabularies import DEFINITIONS, RankTable, load
from tokbench.vocabularies.data_files import path_of
from tokbench.vocabularies.rank_table import HEADER, table_bytes, table_file

NAMES = tuple(DEFINITIONS)


@pytest.mark.parametrize("name", NAMES)
def test_the_table_gives_the_published_file_byte_for_byte(name: str) -> None:
    """Its SHA-256 is the one that tiktoken pins."""
    assert sha256(load(name).rank_file()).hexdigest() == DEFINITIONS[name].sha256


@pytest.mark.parametrize("name", NAMES)
def test_pattern_and_special_tokens_are_the_installed_tiktokens(name: str) -> None:
    """This fails when a release of tiktoken changes an encoding."""
    theirs = published(name)
    assert DEFINITIONS[name].name == theirs["name"] == name
    assert DEFINITIONS[name].pattern == theirs["pat_str"]
    assert DEFINITIONS[name].special_tokens == theirs["special_tokens"]


@pytest.mark.parametrize("name", NAMES)
def test_every_token_is_found(name: str) -> None:
    """Token to rank and back, for all of them."""
    table = load(name)
    tokens = table.tokens()
    assert len(tokens) == len(table) == len(table.mergeable_ranks())
    assert all(table.rank(token) == rank for rank, token in enumerate(tokens))
    assert [table.token(rank) for rank in range(len(table))] == tokens


def test_what_is_no_token_has_no_rank() -> None:
    """Neither bytes that the vocabulary does not have nor no bytes at all."""
    table = load("o200k_base")
    assert table.rank(b"") is None
    assert table.rank(b"\xff\xfe\xfd") is None
    assert table.rank(b"tokbench") is None


@pytest.mark.parametrize("rank", [-1, 100_256])
def test_a_rank_out_of_range(rank: int) -> None:
    """It is an IndexError, and never the token at the other end."""
    with pytest.raises(IndexError, match=r"not in 0\.\.100255"):
        load("cl100k_base").token(rank)


@given(tokens=st.lists(st.binary(min_size=1, max_size=6), min_size=1, unique=True))
def test_any_vocabulary_is_read_as_it_was_written(
    tokens: list[bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Every token is found, whichever of them share a slot of the hash table."""
    path = tmp_path_factory.mktemp("tables") / "any.ranks"
    path.write_bytes(table_bytes(tokens))
    table = RankTable(path)
    assert table.tokens() == tokens
    assert [table.rank(token) for token in tokens] == list(range(len(tokens)))
    assert table.rank(b"longer than any token") is None


def _cut(size: int) -> bytes:
    return path_of(table_file("cl100k_base")).read_bytes()[:size]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "cannot mmap an empty file"),
        (b"tokbench", "only 8 bytes"),
        (b"x" * 100, "not a rank table"),
        (_cut(100_000), "cut off after 100000 bytes"),
        (_cut(2_000_000), "2000000 bytes instead of 2093458"),
        (_cut(3_000_000) + b"x", "2093459 bytes instead of 2093458"),
        (HEADER.pack(b"tokbench ranks 1", 1 << 31, 1) + struct.pack("<I", 0), "cut off"),
    ],
)
def test_a_damaged_file_is_one_clear_line(tmp_path: Path, content: bytes, why: str) -> None:
    """It names the file and the fault, and says what to do."""
    path = tmp_path / "broken.ranks"
    path.write_bytes(content)
    with pytest.raises(CounterError, match=f"broken.ranks: damaged .*{why}.* install tokbench"):
        RankTable(path)


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    """It says that the file does not exist."""
    with pytest.raises(CounterError, match=r"gone\.ranks: damaged .*No such file"):
        RankTable(tmp_path / "gone.ranks")


def test_a_table_is_loaded_once() -> None:
    """The second call returns the same table."""
    assert load("o200k_base") is load("o200k_base")


def test_an_unknown_name_lists_the_known_ones() -> None:
    """Only two encodings are embedded."""
    with pytest.raises(UnknownNameError, match="known: o200k_base, cl100k_base"):
        load("p50k_base")
