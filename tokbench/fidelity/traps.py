"""What trips notations in one value: the traps by which records are chosen to be read back.

Values with the same traps are treated alike by every notation of ours, so a few of them speak for
all. A text that no notation can mistake is plain, and most texts are.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, TypeAlias

from tokbench.payload import kind_of
from tokbench.serializers.cells import cell

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from tokbench.payload import Json

Ambiguity: TypeAlias = "Callable[[str], str | None]"
"""A format's own test of a cell's text, as in :class:`~tokbench.serializers.Format`."""

is_plain = re.compile(
    r"(?!(?i:true|false|null|nan|inf|infinity|yes|no|on|off|y|n)\Z)"
    r"[^\W\d_][^\W_]*(?:[ .@-][^\W_]+)*"
).fullmatch
"""Whether a text is words of letters and digits, the first of which starts with a letter."""

RARE = "a character that is rarely sent"
"""The trap of a text whose every occurrence is read back: such texts are not alike."""

MOST_EXACT = 2**53
"""The integer from which a double cannot hold each one."""

may_hold_markup = re.compile(r"[`*~_<&(\\]").search
"""Whether JSON may have a text that some format of ours finds ambiguous: inline markup needs one of
these characters, and JSON writes line breaks with one."""

_RARE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_MARKS = re.compile(r"[!-/:-@\[-`{-~\t\n\r]|<br", re.IGNORECASE)
_FIRST_OF_JSON = frozenset("-0123456789{[tfn")
_DIGITS = frozenset("-0123456789")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_INTEGER = re.compile(r"-?[0-9]+")


def text_traps(text: str, ambiguities: Sequence[Ambiguity]) -> Iterator[Hashable]:
    """The traps of a text that is not plain."""
    if not text:
        yield "empty"
        return
    yield "^", _character(text[0])
    yield "$", _character(text[-1])
    yield spelled(text)
    yield from set(_MARKS.findall(text))
    if not text.isascii():
        yield "other white space", text != text.strip()
        if _RARE.search(text):
            yield RARE
    elif not text.isprintable() and _RARE.search(text):
        yield RARE
    for number, ambiguity in enumerate(ambiguities):
        yield number, ambiguity(text)


def _character(character: str) -> str:
    """The character itself if it is a mark or a space of ASCII, else what sort it is."""
    if character.isdigit():
        return "digit"
    if character.isalpha():
        return "letter"
    return character if character.isascii() else "other"


def spelled(text: str) -> Hashable:
    """Which JSON a text spells, as far as notations tell it from other JSON; None for text."""
    if text[0] not in _FIRST_OF_JSON or (text[0] in _DIGITS and not _NUMBER.fullmatch(text)):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    inner = text == text.strip()
    finite = not isinstance(value, float) or math.isfinite(value)
    return kind_of(value), inner, finite, value is None or json.dumps(value) == text


def number_trap(number: float) -> Hashable:
    """The trap of a boolean, or of a number by its size and its spelling."""
    if isinstance(number, bool):
        return "boolean", number
    if isinstance(number, int):
        return "integer", number < 0, -MOST_EXACT < number < MOST_EXACT
    if not math.isfinite(number):
        return "not finite"
    if number == 0:
        return "zero", math.copysign(1, number)
    size = 0 if 1e-4 <= abs(number) < 1e15 else round(math.log10(abs(number)))
    return "float", number < 0, number.is_integer(), size


def same_numbers(values: Sequence[Json], owners: Iterable[int], most: int) -> Iterator[int]:
    """Owners of numbers of one column that fall together: equal as doubles, spelled differently.

    They decide whether the cells of the column are read as numbers. Integers are compared exactly.

    Args:
        values: The values of the column.
        owners: For each value, the number of its record.
        most: How many groups of such numbers to find.
    """
    groups: dict[float, dict[str, int]] = {}
    for value, owner in zip(values, owners, strict=True):
        text = _number_text(value)
        if text is not None:
            groups.setdefault(float(text), {}).setdefault(text, owner)
    for group in groups.values():
        if len(group) > 1 and most and not _are_exact(list(group)):
            most -= 1
            yield from group.values()


def spells_number(text: str) -> bool:
    """Whether a text is a number as JSON may write it."""
    return _NUMBER.fullmatch(text) is not None


def _number_text(value: Json) -> str | None:
    """The spelling of a number, or of a text that spells one."""
    if isinstance(value, str):
        return value if spells_number(value) else None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return cell(value) if math.isfinite(value) else None


def _are_exact(texts: Sequence[str]) -> bool:
    """Whether the texts are integers that differ in value too."""
    return "-0" not in texts and all(map(_INTEGER.fullmatch, texts))
