"""Data that trips formats, as typed hypothesis strategies.

Each pool holds values which some reader is known to take for something else: the Norway words and
base-60 numbers of YAML, numbers as text, line ends and separators, markup, half an emoji. The
strategies mix them with plain values, so that ordinary values are next to hostile ones.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from support.environment import THOROUGH

if TYPE_CHECKING:
    from tokbench.payload import Json, Record

WORDS_OF_YAML = (
    "no", "NO", "yes", "on", "Off", "y", "N", "true", "True", "FALSE", "null", "Null", "~",
    "=", "<<", "---", "...", "? x", "!tag", "&anchor", "*alias", "@at", "`tick", "%directive",
    "- x", "-", "key: value", "key:", ": x", "x #not a comment", "# key", "#", "> folded", "| x",
    "[a]", "{a: b}", "[]", "{}", "[2]: x", "items[2]{a,b}:",
)  # fmt: skip

NUMBERS_AS_TEXT = (
    "42", "-3", "007", "010", "09", "0o17", "0x1F", "0b11", "1_000", "1.0", "1.10", "3.10", "1.",
    ".5", "+1", "-0", "1e5", "1e-7", "2E6", "7E02", "48213e07", "1.5e+300", "12:30", "12:30:45",
    "3022:22", "190:20:30.15", "2025-01-01", "2025-01-01T00:00:00Z", ".inf", "-.INF", ".nan",
    "NaN", "Infinity", "9007199254740993", "1,5", "._", "-_1", "0.000001", "١٢", "²",
)  # fmt: skip

SPACES_AND_LINES = (
    "", " ", "  lead", "trail  ", "\t", "tab\tinside", "line\nbreak", "\nfirst", "last\n", "\n\n",
    "cr\rinside", "\r", "crlf\r\ninside", "nel\x85inside", "ls\u2028inside", "ps\u2029inside",
    "\x0b", "\x0c", "\u00a0nbsp\u00a0", "\u3000wide", "\ufeffbom", "zero\u200bwidth", "nul\x00",
    "\x1b[31mred", "\x7f", "\x80", "\ufffe", "\uffff",
)  # fmt: skip

MARKUP = (
    "a,b", "a;b", 'say "hi"', '"', '""', "'", "it's", "a|b", "|", "||", "\\", "\\\\", "C:\\dir\\|x",
    "back\\slash \\t", "\\n", "\\u0041", "`a|b`", "*em*", "**", "_a_", "<br>", "<b>&amp;</b>", "&",
    "]]>", "<!--", "[text](url)", "![", "https://example.org", "~~x~~", "| --- |", "=1+1", "@who",
    '["a","b"]', '{"a":1}', "[", "{", '{"a":1,"a":2}', "[1,]", "{'ok': True}", "None",
    "</record>", "<|endoftext|>", "<|fim_prefix|>", "$HOME", "%s", "{0}",
)  # fmt: skip

OTHER_SCRIPTS = (
    "Zoë", "cafe\u0301", "é", "日本語", "שלום", "\u202eright to left", "👍", "🇳🇴",
    "👩\u200d👩\u200d👧", "ſ", "İ", "ß", "\u0301", "𝔘", "\U000e0001", "\U0010ffff",
)  # fmt: skip

HALF_CHARACTERS = ("\ud83d", "x\udbc0y", "\udc4d\ud83d", "\ud83d\udc4d")
"""Lone surrogates, and a pair that is two code points instead of one."""

AWKWARD_TEXTS = WORDS_OF_YAML + NUMBERS_AS_TEXT + SPACES_AND_LINES + MARKUP + OTHER_SCRIPTS

AWKWARD_KEYS = (
    "", " ", "a", "b", "A", "aa", "a.b", "a[0]", "a b", "a_b", "<<", "=", "@type", "#text", "2x4",
    "ns:tag", "no", "on", "null", "1", "01", "1.0", "-", "- x", "# key", "a,b", "a|b", "a\tb",
    'a"b', "a\nb", "a\\b", "ключ", "日", "\ufeffid", "[]", "{}", "key:", "*em*", "__proto__", "k",
    "v", "columns", "rows", "name", "id", "<br>", " lead", "trail ", "[3]", "\r", "true", "&", "?",
)  # fmt: skip

AWKWARD_INTEGERS = (
    0, 1, -1, 2**31, 2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, 2**63, 2**64 - 1, 2**70, -(2**70),
    10**21, 1700000000123456789, 72057594037927937,
)  # fmt: skip

AWKWARD_FLOATS = (
    0.0, -0.0, 1.0, -5.0, 0.1, 1e-7, 1e-6, 1.5e-5, 1e16, 1e20, 1e21, 1e22, 1.5e300, 5e-324, 100.0,
    2.0**53, 1.7976931348623157e308, 3.14159265358979, 123456789.125,
)  # fmt: skip


def examples(few: int, thorough: int) -> settings:
    """The number of examples of a property, and that with ``TOKBENCH_THOROUGH=1``."""
    return settings(
        max_examples=thorough if THOROUGH else few,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def texts(*, halves: bool = False) -> st.SearchStrategy[str]:
    """Texts, often hostile ones; with halves, also some that UTF-8 cannot hold."""
    pools = [
        st.sampled_from(AWKWARD_TEXTS),
        st.text(max_size=8),
        st.text("ab 1.-:,|\"'\\\n\t#[]{}<>*_`~&", max_size=8),
        st.lists(st.sampled_from(AWKWARD_TEXTS), min_size=2, max_size=3).map("".join),
    ]
    if halves:
        pools.append(st.sampled_from(HALF_CHARACTERS))
    return st.one_of(pools)


def keys(*, halves: bool = False) -> st.SearchStrategy[str]:
    """Keys of objects: plain words, hostile names, and any text."""
    plain = st.sampled_from(("id", "name", "price", "tags", "note", "x", "y2"))
    return st.one_of(plain, st.sampled_from(AWKWARD_KEYS), texts(halves=halves))


def numbers(*, infinite: bool = False) -> st.SearchStrategy[int | float]:
    """Integers of any size and finite doubles; ``infinite`` adds NaN and the infinities."""
    pools: list[st.SearchStrategy[int | float]] = [
        st.integers(-1000, 1000),
        st.integers(),
        st.sampled_from(AWKWARD_INTEGERS),
        st.sampled_from(AWKWARD_FLOATS),
        st.floats(allow_nan=False, allow_infinity=False),
    ]
    if infinite:
        pools.append(st.sampled_from((math.nan, math.inf, -math.inf)))
    return st.one_of(pools)


def scalars(*, halves: bool = False, infinite: bool = False) -> st.SearchStrategy[Json]:
    """Null, booleans, numbers and texts."""
    return st.one_of(
        st.none(), st.booleans(), numbers(infinite=infinite), texts(halves=halves), texts()
    )


def json_values(
    *, leaves: int = 12, halves: bool = False, infinite: bool = False
) -> st.SearchStrategy[Json]:
    """Any JSON value: a scalar, or a tree of up to ``leaves`` scalars."""
    return st.recursive(
        scalars(halves=halves, infinite=infinite),
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(keys(halves=halves), inner, max_size=4)
        ),
        max_leaves=leaves,
    )


@st.composite
def records(
    draw: st.DrawFn, *, min_size: int = 1, max_size: int = 6, nested: bool = True
) -> list[Record]:
    """The records of one table: mostly the same columns, here and there one missing or added."""
    columns = draw(st.lists(keys(), min_size=1, max_size=4, unique=True))
    cell = st.one_of(scalars(), json_values(leaves=4)) if nested else scalars()
    kinds = {column: draw(st.sampled_from((cell, texts(), numbers()))) for column in columns}
    rows: list[Record] = []
    for _ in range(draw(st.integers(min_size, max_size))):
        absent = draw(st.sets(st.sampled_from(columns))) if draw(st.integers(0, 3)) == 0 else set()
        rows.append({c: draw(kinds[c]) for c in columns if c not in absent})
    return rows


def tables() -> st.SearchStrategy[dict[str, list[Record]]]:
    """Several named tables."""
    return st.dictionaries(keys(), records(min_size=0, max_size=3), min_size=1, max_size=3)


def trees() -> st.SearchStrategy[Json]:
    """Trees of settings: objects all the way, lists of scalars at the ends."""
    ends = st.one_of(scalars(), st.lists(scalars(), max_size=3))
    return st.dictionaries(
        keys(),
        st.recursive(ends, lambda inner: st.dictionaries(keys(), inner, max_size=3), max_leaves=8),
        min_size=1,
        max_size=4,
    )


def payloads(*, halves: bool = False, infinite: bool = False) -> st.SearchStrategy[Json]:
    """What a user may send: a table, several, a tree, a list or a scalar."""
    return st.one_of(
        records(),
        records(nested=False),
        tables(),
        trees(),
        json_values(halves=halves, infinite=infinite),
    )
