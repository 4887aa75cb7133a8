"""The result of a comparison: plain frozen data that loads without any tokenizer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    pass

SCHEMA = "tokbench.comparison/1"

CounterKind = Literal["exact", "assumed", "api", "estimate"]
Verdict = Literal["lossless", "ambiguous", "lossy", "off"]
ProblemKind = Literal["kind", "value", "missing", "key", "structure"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One place where a rendering does not give the data back.

    Attributes:
        path: Where in the payload, such as ``orders[3].id``; the root is the empty path.
        kind: ``kind`` (another JSON kind came back), ``value``, ``missing`` (a key that was not
            there came back, or one that was there did not), ``key`` or ``structure``.
        value: The value that was sent, as short JSON text.
        got: What came back, as short JSON text; empty where nothing did.
    """

    path: str
    kind: ProblemKind
    value: str
    got: str


@dataclass(frozen=True, slots=True)
class Fidelity:
    """What came back when a rendering was read again.

    Attributes:
        verdict: ``lossless`` (the same data), ``ambiguous`` (the same places, another kind),
            ``lossy`` (values, keys or structure gone) or ``off`` (not checked).
        problem_count: The true number of problems; ``problems`` is bounded.
        problems: The first problems.
        notes: What differs without being lost: key order, another spelling of the same number.
    """

    verdict: Verdict
    problem_count: int = 0
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


UNCHECKED = Fidelity("off")
