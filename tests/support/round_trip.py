"""The check of a round trip without a notation: the data, and what comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tokbench.fidelity import check
from tokbench.payload import Json, Payload
from tokbench.serializers import Format

if TYPE_CHECKING:
    from collections.abc import Callable

    from tokbench.result import Fidelity


def a_format(
    read: Callable[[str], Json] | None, ambiguity: Callable[[str], str | None] | None = None
) -> Format:
    """A format of which only reading back matters."""
    return Format("toy", "Toy", "any JSON", "", lambda _: "", read, ambiguity=ambiguity)


def diff(data: Json, got: Json, ambiguity: Callable[[str], str | None] | None = None) -> Fidelity:
    """What the check says where ``got`` comes back of the data."""
    return check(Payload("p", data), a_format(lambda _: got, ambiguity), "")
