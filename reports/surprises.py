"""``reports/surprises.md``: what costs more, or less, than one would think.

Every figure is computed from texts that are made here or in ``sentences.py``.
"""

from __future__ import annotations

import base64
import hashlib
import json
import unicodedata
import uuid
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import cast

from sentences import CODE, SENTENCES

import tokbench
from tokbench import bpe, counters
from tokbench.bpe import small
from tokbench.counters import TokenizingCounter
from tokbench.report.sheet import percent_text
from tokbench.report.tokens import visible
from tokbench.serializers import default_names

NEW, OLD, TOY = "o200k_base", "cl100k_base", "bpe"
RECORDS = [
    {
        "name": f"tool-{i:02d}",
        "org": f"org-{i % 7}",
        "stars": 1000 + 137 * i,
        "license": "Apache-2.0" if i % 3 else "MIT",
    }
    for i in range(20)
]


def build() -> str:
    """The report's text, without a final newline."""
    sections = (
        _bill(),
        _digits(),
        _languages(),
        _encoded_bytes(),
        _json_in_json(),
        _whitespace(),
        _normal_forms(),
    )
    head = (
        "# Surprises",
        "Made by `python reports/build.py surprises`; CI rebuilds it and compares. Every figure is "
        f"computed: `{NEW}` and `{OLD}` are the real encodings, `{TOY}` is the small tokenizer "
        f"that tokbench trained itself, with {small.MERGES:,} merges.",
    )
    return "\n\n".join([*head, *(block for section in sections for block in section)])


def _bill() -> Iterator[str]:
    yield "## The bill for twenty records, under a toy and under real vocabularies"
    texts = {name: tokbench.render(RECORDS, name) for name in default_names()}
    spaceless = _whitespace_toy()
    bills = {
        "whitespace toy": {name: spaceless.count(text) for name, text in texts.items()},
        **{
            counter: {name: _count(text, counter) for name, text in texts.items()}
            for counter in (TOY, OLD, NEW)
        },
    }
    yield (
        "Two toys are compared with the real encodings. Both were trained on the same small texts "
        f"with the same number of merges. `{TOY}` splits a text as GPT-2 does. The *whitespace "
        "toy* splits it at whitespace and drops the whitespace. Percentages are of pretty JSON."
    )
    yield _table(
        ("format", *bills),
        (
            (name, *(_part(bill[name], bill["json-pretty"]) for bill in bills.values()))
            for name in texts
        ),
    )
    yield _ranking(bills)
    yield _gaps(bills)


def _ranking(bills: dict[str, dict[str, int]]) -> str:
    pairs = [(a, b) for a, b in combinations(bills[NEW], 2) if bills[NEW][a] != bills[NEW][b]]
    same = {
        toy: sum(
            (bills[toy][a] < bills[toy][b]) == (bills[NEW][a] < bills[NEW][b]) for a, b in pairs
        )
        for toy in ("whitespace toy", TOY)
    }
    right = min(same.values()) / len(pairs)
    verdict = "holds" if right == 1 else "nearly holds" if right > 0.9 else "does not hold"
    return (
        f"**The ranking {verdict}.** Of the {len(pairs)} pairs of formats that differ under "
        f"`{NEW}`, the whitespace toy puts {same['whitespace toy']} in the same order and `{TOY}` "
        f"{same[TOY]}: a notation is expensive because it repeats names and marks, and "
        "that costs tokens in any vocabulary."
    )


def _gaps(bills: dict[str, dict[str, int]]) -> str:
    def saved(toy: str, cheap: str, dear: str) -> str:
        return f"{100 * (bills[toy][dear] - bills[toy][cheap]) / bills[toy]['json-pretty']:.0f}"

    names = "".join(f' "{name}":' for name in RECORDS[0])
    spaceless = _whitespace_toy().count(names)
    return (
        "**The gaps do not.** Dropping the indentation saves "
        f"{saved('whitespace toy', 'json-min', 'json-pretty')} points under the whitespace toy, to "
        f"which layout is free, and {saved(NEW, 'json-min', 'json-pretty')} under `{NEW}`, which "
        "pays for every line. One-character keys save a further "
        f"{saved('whitespace toy', 'json-short', 'json-min')} points under the whitespace toy, "
        f"{saved(TOY, 'json-short', 'json-min')} under `{TOY}` and "
        f"{saved(NEW, 'json-short', 'json-min')} under `{NEW}`: the four names of a record with "
        f"their quotes and colons are {spaceless} and {_count(names, TOY)} tokens to the toys, "
        f"which have seen too little text to know them, and {_count(names, NEW)} to `{NEW}`. "
        "A toy shows how a tokenizer works; it does not show what a format costs."
    )


def _digits() -> Iterator[str]:
    yield "## Digits"
    sha = hashlib.sha256(b"tokbench").hexdigest()
    some_uuid = str(uuid.UUID(sha[:32]))
    values = {
        "a timestamp in milliseconds": "1730505600000",
        "the same in ISO 8601": "2024-11-02T00:00:00Z",
        "its date alone": "2024-11-02",
        "a number with thousands separators": "1,730,505,600,000",
        "a long identifier": "12345678901234567890",
        "a float with all its digits": "0.30000000000000004",
        "a UUID": some_uuid,
        "the same without hyphens": some_uuid.replace("-", ""),
        "the same in base64": base64.b64encode(bytes.fromhex(some_uuid.replace("-", ""))).decode(),
        "a SHA-256": sha,
        "a short word of ten letters": "identifier",
    }
    yield _table(
        ("value", "characters", f"`{NEW}`", f"`{OLD}`", "characters per token", f"pieces, `{NEW}`"),
        (
            (name, len(text), _count(text, NEW), _count(text, OLD), _rate(text), _pieces(text))
            for name, text in values.items()
        ),
    )
    widest = max(len(part) for part in _counter(NEW).pre_tokens("1" * 100))
    stamp = values["a timestamp in milliseconds"]
    yield (
        f"The split pattern of both encodings has at most {widest} digits in one token, counted "
        f"from the left. So the {len(stamp)} digits of a timestamp need at least "
        f"{-(-len(stamp) // widest)} tokens, even if the timestamp is a common one, and they end "
        f"where no reader would split it. A random identifier has no pattern to learn: a SHA-256 "
        f"is {_count(sha, NEW)} tokens, {_count(sha, NEW) / _count(_english(), NEW):.1f} times as "
        "many as the English sentence below."
    )


def _languages() -> Iterator[str]:
    yield "## The same sentence in many languages"
    base = _count(_english(), NEW)
    costs = {language: _count(text, NEW) for language, text in SENTENCES.items()}
    yield _table(
        (
            "language",
            "characters",
            "bytes",
            f"`{NEW}`",
            "against English",
            f"`{OLD}`",
            f"`{TOY}`",
            "sentence",
        ),
        (
            (
                language,
                len(text),
                len(text.encode()),
                costs[language],
                f"{costs[language] / base:.2f}",
                _count(text, OLD),
                _count(text, TOY),
                text,
            )
            for language, text in sorted(SENTENCES.items(), key=lambda item: costs[item[0]])
        ),
    )
    dearest = [language for language, cost in costs.items() if cost == max(costs.values())]
    old = {language: _count(text, OLD) for language, text in SENTENCES.items()}
    gain = max(SENTENCES, key=lambda language: old[language] / costs[language])
    total_old, total_new = sum(old.values()), sum(costs.values())
    yield (
        f"The price does not follow from the bytes. Most expensive here: {' and '.join(dearest)}, "
        f"{max(costs.values()) / base:.2f} times English. The larger vocabulary of `{NEW}` brought "
        f"all {len(SENTENCES)} sentences together from {total_old:,} to {total_new:,} tokens "
        f"({percent_text(total_new / total_old - 1, signed=True)}); {gain} saves most, from "
        f"{old[gain]} to {costs[gain]}. `{TOY}` was trained on English only, and uses bytes for "
        "the others."
    )


def _encoded_bytes() -> Iterator[str]:
    yield "## One kilobyte, in base64 and in hex"
    content = _random_bytes(1024)
    texts = {
        "base64": base64.b64encode(content).decode(),
        "hex": content.hex(),
        "HEX": content.hex().upper(),
        "base32": base64.b32encode(content).decode(),
        "base85": base64.b85encode(content).decode(),
        "a list of numbers": json.dumps(list(content), separators=(",", ":")),
    }
    costs = {name: _count(text, NEW) for name, text in texts.items()}
    yield _table(
        ("1,024 bytes as", "characters", f"`{NEW}`", f"`{OLD}`", "tokens per byte"),
        (
            (
                name,
                f"{len(text):,}",
                f"{costs[name]:,}",
                f"{_count(text, OLD):,}",
                f"{costs[name] / 1024:.2f}",
            )
            for name, text in texts.items()
        ),
    )
    cheapest = min(costs, key=lambda name: costs[name])
    longer = len(texts["hex"]) / len(texts["base64"]) - 1
    dearer, larger = (costs[a] / costs[b] - 1 for a, b in (("hex", "base64"), ("HEX", "hex")))
    yield (
        f"Cheapest is {cheapest}, and it still costs as much as "
        f"{costs[cheapest] / _count(_english(), NEW):.0f} times the English sentence above. "
        f"Characters mislead: against base64, hex has {percent_text(longer, signed=True)} "
        f"characters and {percent_text(dearer, signed=True)} tokens. Writing it in capitals "
        f"changes that by another {percent_text(larger, signed=True)}."
    )


def _json_in_json() -> Iterator[str]:
    yield "## JSON inside a JSON string"
    levels = [json.dumps(RECORDS[:5], separators=(",", ":"))]
    for _ in range(3):
        levels.append(json.dumps(levels[-1]))
    yield _table(
        ("five records", "characters", f"`{NEW}`", f"`{OLD}`", "against the data itself", "begins"),
        (
            (
                ("minified JSON", "as a string", "as a string in a string", "three deep")[depth],
                f"{len(text):,}",
                f"{_count(text, NEW):,}",
                f"{_count(text, OLD):,}",
                percent_text(_count(text, NEW) / _count(levels[0], NEW) - 1, signed=True),
                f"`` {text[:24]} ``",
            )
            for depth, text in enumerate(levels)
        ),
    )
    first, second = (_count(levels[n], NEW) / _count(levels[n - 1], NEW) - 1 for n in (1, 2))
    common, rare = levels[1][3:11], levels[2][6:18]
    yield (
        "Tool results are often sent like this, as a string in a message. The first level costs "
        f"{percent_text(first, signed=True)} here, since the encoding was trained on much "
        f"JSON in strings: `` {common} `` is {_pieces(common)}. The second costs another "
        f"{percent_text(second, signed=True)}: `` {rare} `` is {_pieces(rare)}. Send the object "
        "itself where the interface allows it."
    )


def _whitespace() -> Iterator[str]:
    yield "## Spaces and tabs"
    variants = {
        "four spaces": CODE,
        "two spaces": CODE.replace("    ", "  "),
        "one space": CODE.replace("    ", " "),
        "tabs": CODE.replace("    ", "\t"),
        "four spaces, and one at the end of every line": CODE.replace("\n", " \n"),
        "four spaces, and CR LF": CODE.replace("\n", "\r\n"),
        "no indentation": "".join(f"{line.lstrip()}\n" for line in CODE.splitlines()),
    }
    base = _count(CODE, NEW)
    yield _table(
        (
            "six lines of Python with",
            "characters",
            f"`{NEW}`",
            f"`{OLD}`",
            f"`{TOY}`",
            f"`{NEW}`, against four spaces",
        ),
        (
            (
                name,
                len(text),
                _count(text, NEW),
                _count(text, OLD),
                _count(text, TOY),
                percent_text(_count(text, NEW) / base - 1, signed=True),
            )
            for name, text in variants.items()
        ),
    )
    longest = next(n for n in range(1, 1_000) if _count(" " * (n + 1), NEW) > 1)
    two, tabs = (_count(variants[name], NEW) for name in ("two spaces", "tabs"))
    behind = _count(variants["four spaces, and one at the end of every line"], NEW)
    yield (
        f"A run of up to {longest} spaces is a single token, so indenting by four costs "
        f"{_than(base, two)} indenting by two, and tabs cost {_than(tabs, base)} four spaces. "
        f"Spaces at the ends of lines are not free: six of them cost {_than(behind, base)} none. "
        "A space at the end of a prompt replaces the one that the token of the next word would "
        f"begin with: {_pieces('The answer is')} is {_count('The answer is', NEW)} tokens, "
        f"{_pieces('The answer is ')} is {_count('The answer is ', NEW)}."
    )


def _normal_forms() -> Iterator[str]:
    yield "## One text, two spellings: NFC and NFD"
    costs: dict[str, list[int]] = {}
    for language, text in SENTENCES.items():
        composed, apart = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
        if composed != apart:
            costs[language] = [_count(form, c) for c in (NEW, OLD) for form in (composed, apart)]
    grown = {language: cost[1] / cost[0] - 1 for language, cost in costs.items()}
    ranked = sorted(costs, key=lambda language: -grown[language])
    yield _table(
        ("language", f"`{NEW}`, NFC", "NFD", "difference", f"`{OLD}`, NFC", "NFD"),
        (
            (name, *costs[name][:2], percent_text(grown[name], signed=True), *costs[name][2:])
            for name in ranked
        ),
    )
    worst = ranked[0]
    composed, apart = (unicodedata.normalize(form, "é") for form in ("NFC", "NFD"))
    yield (
        "Both spellings look the same and mean the same. Some file systems and input methods "
        "produce NFD, in which the accent is a character of its own. The sentence that grows most "
        f"is {worst}: {costs[worst][1]} tokens instead of {costs[worst][0]}. An `é` alone is "
        f"{_count(composed, NEW)} token composed and {_count(apart, NEW)} taken apart. Normalise "
        "to NFC before sending."
    )


@cache
def _whitespace_toy() -> bpe.Model:
    return bpe.train(small.texts(), small.MERGES, pre_tokenizer="end-of-word")


def _english() -> str:
    return SENTENCES["English"]


def _random_bytes(size: int) -> bytes:
    """Bytes without a pattern, the same every time."""
    blocks = (hashlib.sha256(f"tokbench {n}".encode()).digest() for n in range(size // 32))
    return b"".join(blocks)


def _counter(name: str) -> TokenizingCounter:
    return cast("TokenizingCounter", counters.get(name))


def _count(text: str, counter: str) -> int:
    return tokbench.count(text, counter)


def _rate(text: str) -> str:
    return f"{len(text) / _count(text, NEW):.1f}"


def _part(tokens: int, base: int) -> str:
    return f"{tokens:,} ({tokens / base:.0%})"


def _than(one: int, other: int) -> str:
    """How one number of tokens compares with another, to be read before the other's name."""
    if one == other:
        return "exactly as much as"
    tokens = f"{abs(one - other)} token{'s' if abs(one - other) > 1 else ''}"
    return f"{tokens} {'more' if one > other else 'less'} than"


def _pieces(text: str) -> str:
    """The tokens under the newer encoding, each as code, in which a backslash is itself."""
    tokens = _counter(NEW).tokens(text)
    shown = (visible(token.content).replace(r"\\", "\\") for token in tokens)
    return " ".join(f"`{token}`" for token in shown)


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; columns of numbers are set to the right. Cells are Markdown already."""
    lines = [[str(cell) for cell in row] for row in rows]
    right = [all(line[i][:1] in "0123456789+-" for line in lines) for i in range(len(headings))]
    rule = "|".join("---:" if numbers else "---" for numbers in right)
    return "\n".join([_row(headings), f"|{rule}|", *map(_row, lines)])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
