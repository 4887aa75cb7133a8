"""Seeded texts that reach every branch of the split patterns, the same on every Python.

A text is a row of parts, each from one pool: characters of one class, words in all
cases, contractions, digits, line ends, emoji, spellings of special tokens. Most texts mix a few
pools; some are one long run.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import groupby

from tokbench.vocabularies import classes

SURROGATES = range(0xD800, 0xE000)

CONTRACTIONS = (
    "'s 'S 't 'T 're 'rE 'RE 've 'Ve 'm 'M 'll 'lL 'LL 'd 'D 'ſ 'ſs ’s 'x 'l 'r 'v 'é ''s 'lſ 'ı"
)
WORDS = (
    "the name userId HTTPServer café naïve STRASSE straße Ǆungla ǅ ǆ ΌΣΟΣ Привет ԱՐԵՎ שלום سلام "
    "ไทย हिन्दी 한국어 東京 日本語の ツー ªº ʰʲ ⅷ ⓐⒶ K Å ﬁ ſtaub"
)
EMOJI = "😀 👍🏽 👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 1️⃣ ❤️ 🫠 \u200d \ufe0f \U0001f3fb \U000e0067"
SPECIAL = (
    "<|endoftext|> <|endofprompt|> <|fim_prefix|> <|im_start|> <|start|> <|return|> <|endof text|> "
    "<| |> <|reserved_200000|>"
)
DIGITS = "0 1 12 2024 3.14 1e-7 00 ٣ ४ Ⅻ ½ ² 𝟘 〇 ㊀"
MARKS = "\u0301 \u0308 \u093e \u094d \u0e31 \u20dd \u3099 \u05b0 \U0001d165 \U000e0100"
SPACES = [
    *" \t\n\r\v\f\x85\xa0\u1680\u2003\u2028\u2029\u202f\u3000\x1c\x1f\u200b\u180e\ufeff",
    "\r\n",
]
CONTROLS = [*"\0\x01\x1b\x7f\x80\x9f\xad\ufffd\uffff\U0010ffff"]
ASCII = [chr(code) for code in range(128)]
LINE_ENDS = ["\n", "\r", "\r\n", "\n\n", " ", "  ", "\t", "/", "}", "x", "1", ".\n", "//\n"]

POOLS: list[list[str]] = [
    *(pool.split() for pool in (CONTRACTIONS, WORDS, EMOJI, SPECIAL, DIGITS, MARKS)),
    *(SPACES, CONTROLS, ASCII, LINE_ENDS),
    [*"!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~"],
    [*"abcxyzstrevmld"],
    [*"ABCXYZSTREVMLD"],
    [*"0123456789"],
    [" "],
]


def texts(count: int, seed: int) -> Iterator[str]:
    """The given number of texts; the same seed gives the same texts."""
    chance = random.Random(seed)  # noqa: S311  not for secrets
    for _ in range(count):
        yield _text(chance)


def code_points() -> Iterator[str]:
    """Every character except surrogates."""
    return (chr(code) for code in range(classes.END) if code not in SURROGATES)


def probe(character: str) -> str:
    """A text with one character in every place where a split pattern tests its class.

    Alone, doubled, inside and around words of both cases, as the letter of a contraction and after
    one, next to digits, symbols and line ends, and within and at the end of whitespace.
    """
    c = character
    return (
        f"{c}a{c}B{c}{c}Cd{c}'s{c} {c}'{c}'re{c}E'll1{c}23{c}4.{c}.\n{c}/\n {c}  {c}\r\n{c} \n{c}"
        f" {c}{c}a A{c}b ab{c}'VE {c}A{c} !{c}\t{c}\n\n {c}{c}"
    )


def _text(chance: random.Random) -> str:
    if chance.random() < 0.02:
        return chance.choice(_pool(chance)) * chance.randint(50, 1500)
    pools = [_pool(chance) for _ in range(chance.randint(1, 5))]
    return "".join(chance.choice(chance.choice(pools)) for _ in range(chance.randint(1, 40)))


def _pool(chance: random.Random) -> list[str]:
    """A pool of the list above, characters of one class, or any characters at all."""
    kind = chance.random()
    if kind < 0.6:
        return chance.choice(POOLS)
    if kind < 0.8:
        return [chr(chance.choice(chance.choice(_runs()))) for _ in range(12)]
    return [_any(chance) for _ in range(12)]


def _any(chance: random.Random) -> str:
    code = chance.randrange(chance.choice([0x250, 0x3000, 0x10000, classes.END]))
    return "\ufffd" if code in SURROGATES else chr(code)


@cache
def _runs() -> list[range]:
    """The code points of each class, run by run; a short run is chosen as often as a long one."""
    runs: list[range] = []
    for _, run in groupby(range(classes.END), key=_class_of):
        codes = list(run)
        runs.append(range(codes[0], codes[-1] + 1))
    return [run for run in runs if run[0] not in SURROGATES and run[-1] not in SURROGATES]


def _class_of(code: int) -> str:
    return "surrogate" if code in SURROGATES else classes.mapped(chr(code) + "é")[0]
