"""TOON, as the official Python package writes it: two spaces a level, commas or tabs in tables."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from tokbench.errors import CannotRender
from tokbench.payload import Json, Payload
from tokbench.serializers import Format
from tokbench.serializers.text import SURROGATE, deep_recursion, path_of_text

if TYPE_CHECKING:
    from collections.abc import Callable

_Delimiter = Literal[",", "\t"]


def render(payload: Payload, delimiter: _Delimiter = ",") -> str:
    """The payload as one TOON document.

    Raises:
        CannotRender: The package refuses the data: half of a surrogate pair, for one.
    """
    import toon_format

    try:
        with deep_recursion():
            return toon_format.encode(payload.data, delimiter=delimiter)
    except (TypeError, ValueError) as error:
        raise CannotRender(_reason(payload.data, error)) from error


def _reason(data: Json, error: Exception) -> str:
    where = path_of_text(data, SURROGATE)
    return f"{error}, at {where}" if "surrogate" in str(error) else f"TOON cannot hold it: {error}"


def read(text: str) -> Json:
    """Data from TOON, by the official package's strict decoder."""
    from tokbench.readers import toon_

    return toon_.parse(text)


def _format(name: str, label: str, summary: str, render: Callable[[Payload], str]) -> Format:
    return Format(
        name=name,
        label=label,
        holds="any JSON",
        summary=summary,
        render=render,
        read=read,
        default=name == "toon",
        library="toon-format",
    )


FORMATS = (
    _format("toon", "TOON", "Token-Oriented Object Notation; loses nothing", render),
    _format(
        "toon-tab",
        "TOON with tabs",
        "TOON whose tables have tabs for commas; loses nothing",
        partial(render, delimiter="\t"),
    ),
)
