"""When two values are the same, and which keys of two objects belong together."""

from __future__ import annotations

import json
import marshal
import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tokbench.payload import Json, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import EllipsisType

_NOTHING = ("absent keys", "null", "empty text")
"""What says that there is no value, in the order in which a message names it."""

_SCALARS = frozenset({str, int, bool, float, type(None)})


def same_bytes(data: Json, got: Json) -> bool:
    """Whether both are the same down to spelling and key order, at C speed.

    Marshal's version 2 writes types and exact values without references, so equal bytes prove
    equal data (JSON text would not: two halves of an emoji escape as the emoji itself does).
    Different bytes prove nothing. What it cannot write is left to the slow comparison.
    """
    try:
        return marshal.dumps(data, 2) == marshal.dumps(got, 2)
    except ValueError:
        return False


def same_scalar(sent: Json, back: Json) -> bool:
    """A quick yes for most pairs; after a no, the pair is still to be compared."""
    kind = type(sent)
    if kind is not type(back) or kind not in _SCALARS:
        return False
    return sent == back and (kind is not float or sent != 0)


def same_number(sent: float, back: float) -> bool:
    """Equal as numbers: as doubles where a float was sent, else to the last digit."""
    if not isinstance(sent, float):
        return sent == back
    try:
        double = float(back)
    except OverflowError:
        return False
    return sent == double or (math.isnan(sent) and math.isnan(double))


def same_text(sent: Json, back: Json) -> bool:
    """Whether one is a text that spells the other: ``42``, ``1.10`` or empty, but not ``007``."""
    text, scalar = (sent, back) if isinstance(sent, str) else (back, sent)
    if not isinstance(text, str):
        return False
    try:
        spelled = json.loads(text) if text else None
    except ValueError:
        return False
    if isinstance(spelled, float) and isinstance(scalar, float):
        return same_number(spelled, scalar)
    return type(spelled) is type(scalar) and spelled == scalar


def is_nothing(value: Json) -> bool:
    """Whether it is null or the empty text, which some notations write as no value at all."""
    return value is None or value == ""


def sort_of(value: Json | EllipsisType) -> str:
    """What a message calls the values of this sort; ``...`` is a key that is not there."""
    if value is ...:
        return _NOTHING[0]
    if is_nothing(value):
        return _NOTHING[1 if value is None else 2]
    return {"string": "text"}.get(kind := kind_of(value), f"{kind}s")


def what_looks_alike(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Which sorts of values a rendering does not keep apart, a few words each.

    >>> what_looks_alike([("null", "absent keys"), ("empty text", "null"), ("text", "numbers")])
    ('absent keys, null and empty text', 'numbers and text')
    """
    sorts = {frozenset(pair) for pair in pairs}
    empty = {sort for pair in sorts if pair <= set(_NOTHING) for sort in pair}
    *others, last = [sort for sort in _NOTHING if sort in empty] or [""]
    nothing = [f"{', '.join(others)} and {last}"] if others else []
    return (*nothing, *sorted(" and ".join(sorted(pair)) for pair in sorts if pair - set(_NOTHING)))


class KeyMatch(NamedTuple):
    """How the keys of an object match those of the object that came back.

    Attributes:
        pairs: The keys that came back, each with its name there.
        renamed: Those of the pairs whose name changed.
        gone: The keys that did not come back.
        added: The keys that came back but were not sent.
    """

    pairs: list[tuple[str, str]]
    renamed: list[tuple[str, str]]
    gone: list[str]
    added: list[str]


@lru_cache(maxsize=64)
def matched(sent: tuple[str, ...], back: tuple[str, ...]) -> KeyMatch:
    """Match keys; in objects of one size, a key gone and another in its position is a rename."""
    before, after = set(sent), set(back)
    renamed: dict[str, str] = {}
    if len(sent) == len(back):
        sides = zip(sent, back, strict=True)
        renamed = {old: new for old, new in sides if old not in after and new not in before}
    known = before | set(renamed.values())
    return KeyMatch(
        pairs=[(key, renamed.get(key, key)) for key in sent if key in after or key in renamed],
        renamed=list(renamed.items()),
        gone=[key for key in sent if key not in after and key not in renamed],
        added=[key for key in back if key not in known],
    )
