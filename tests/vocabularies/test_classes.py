"""The listing of character classes, complete and damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tokbench.errors import CounterError
from tokbench.vocabularies import classes, make
from tokbench.vocabularies.data_files import path_of

LISTING = path_of(classes.FILE).read_text(encoding="ascii")


@pytest.fixture(autouse=True)
def _uncached() -> object:
    """Each test reads the listing again."""
    classes._mapping.cache_clear()
    yield
    classes._mapping.cache_clear()


def test_an_ascii_text_is_its_own_mapping() -> None:
    """It is returned as the same object, and the listing is not read."""
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
        ("\u200b", "."),  # zero-width space is no whitespace
        ("\U000323b0", "."),  # a letter since Unicode 17, which tiktoken does not know yet
        ("\U0010ffff", "."),
    ],
)
def test_a_character_is_mapped_to_its_class(character: str, representative: str) -> None:
    """Typical characters of each class, and unusual ones."""
    assert classes.mapped(character) == representative


def test_ascii_is_not_mapped_in_any_text() -> None:
    """Also where the text has other characters."""
    assert classes.mapped("A1 '\n/\x1f\x7fé") == "A1 '\n/\x1f\x7fa"


def test_the_listing_is_that_of_the_installed_tiktoken() -> None:
    """This fails when a release of tiktoken has newer Unicode tables."""
    assert make.class_listing() == LISTING


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "something else\n0 other\n110000 end\n",
        f"{classes.FIRST_LINE}\n",
        LISTING[: len(LISTING) // 2],
        LISTING.replace(" mark", " park", 1),
        LISTING.replace("\n20 ", "\nzz ", 1),
        LISTING.replace("\n0 other", "", 1),
    ],
)
def test_a_damaged_listing_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: str
) -> None:
    """It names the file and says what to do."""
    path = tmp_path / "classes.txt"
    path.write_text(broken, encoding="ascii")
    monkeypatch.setattr(classes, "path_of", lambda file: tmp_path / file)
    with pytest.raises(CounterError, match=r"classes\.txt: damaged .* install tokbench again"):
        classes.mapped("é")
