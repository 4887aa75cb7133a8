"""The listing of character classes, whole and damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tokbench.errors import CounterError
from tokbench.vocabularies import classes, make
from tokbench.vocabularies.data_files import path_of

LISTING = path_of(classes.FILE).read_text(encoding="ascii")


@pytest.fixture(autouse=True)
def forgotten() -> object:
    """Each test reads the listing anew, and leaves nothing behind."""
    classes._table.cache_clear()
    yield
    classes._table.cache_clear()


def test_an_ascii_text_is_its_own_mapping() -> None:
    """It comes back as the same object: nothing is read for it."""
    text = "".join(map(chr, range(128)))
    assert classes.mapped(text) is text


@pytest.mark.parametrize(
    ("character", "representative"),
    [
        ("É", "A"),
        ("ǅ", "A"),  # title case
        ("é", "a"),
        ("ſ", "ß"),  # the long s, which case-insensitive rules take for an s
        ("中", "ª"),
        ("ʰ", "ª"),  # a modifier letter
        ("\u0301", "¨"),
        ("٣", "0"),
        ("½", "0"),
        ("Ⅻ", "0"),
        ("\u2028", "\t"),
        ("\x85", "\t"),
        ("😀", "."),
        ("’", "."),
        ("\x80", "."),
        ("\u200b", "."),  # zero-width space is no white space
        ("\U000323b0", "."),  # a letter since Unicode 17, which tiktoken does not know yet
        ("\U0010ffff", "."),
    ],
)
def test_a_character_is_written_as_its_class(character: str, representative: str) -> None:
    """One of each class and the corners of them."""
    assert classes.mapped(character) == representative


def test_ascii_stands_for_itself_in_any_text() -> None:
    """Also where other characters are about."""
    assert classes.mapped("A1 '\n/\x1f\x7fé") == "A1 '\n/\x1f\x7fa"


def test_the_listing_is_what_tiktokens_engine_says_today() -> None:
    """A release of tiktoken with newer Unicode tables is noticed here."""
    assert make.class_listing() == LISTING


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "something else\n0 other\n110000 end\n",
        f"{classes.HEADER}\n",
        LISTING[: len(LISTING) // 2],
        LISTING.replace(" mark", " park", 1),
        LISTING.replace("\n20 ", "\nzz ", 1),
        LISTING.replace("\n0 other", "", 1),
    ],
)
def test_a_damaged_listing_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: str
) -> None:
    """It names the file and the way out."""
    path = tmp_path / "classes.txt"
    path.write_text(broken, encoding="ascii")
    monkeypatch.setattr(classes, "path_of", lambda file: tmp_path / file)
    with pytest.raises(CounterError, match=r"classes\.txt: damaged .* install tokbench again"):
        classes.mapped("é")
