"""The registry of formats: a format is one descriptor, and a notation is one module.

To add a format, describe it as a :class:`Format` in the ``FORMATS`` of a module of this package,
and name it in :data:`_MODULES`. Third parties do the same in a package of their own and name the
descriptor in the entry point group ``tokbench.serializers``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from tokbench.errors import CannotRender, DuplicateNameError, UnknownNameError, option
from tokbench.optional import third_party
from tokbench.payload import Json, Payload
from tokbench.result import AS_GIVEN


@dataclass(frozen=True, slots=True)
class Format:
    """A named, fully configured notation: everything that a caller must know in one place.

    >>> get("json-min").render(Payload("orders", [{"id": 1, "paid": True}]))
    '[{"id":1,"paid":true}]'

    Attributes:
        name: The command line's value, the JSON key and the golden file's name.
        label: A title for people.
        holds: What it can hold, in a few words, such as ``any JSON`` or ``tables``.
        summary: One line on what it is and what it loses.
        render: Payload in, text out: LF line ends, no final newline.
            Raises :class:`~tokbench.errors.CannotRender` with a reason and, where there is one, a
            hint.
        read: Text back to data by the notation's own rules, or None where it cannot be read.
            Raises :class:`~tokbench.errors.CannotRead`.
        default: Whether it belongs to the default set; a third party's format never does.
        library: The registry package whose output is counted, or None where the writer is ours.
        legend: The name of the same format with the legend that this one lacks, or None.
        ambiguity: Takes a cell's text, and returns why another reader of the notation may
            understand it differently although ``read`` gives it back, or None where none does.
            None for a format in which no text is ambiguous.
        json_cells: Whether a list or object in a record is written as JSON in one cell.
        renames: Takes the data, and returns the keys that the rendering has under other names, each
            with its name there; where there are any, they are all that it loses. None for a format
            that keeps keys.
    """

    name: str
    label: str
    holds: str
    summary: str
    render: Callable[[Payload], str]
    read: Callable[[str], Json] | None
    default: bool = False
    library: str | None = None
    legend: str | None = None
    ambiguity: Callable[[str], str | None] | None = None
    json_cells: bool = False
    renames: Callable[[Json], dict[str, str]] | None = None

    def rendering(self, payload: Payload) -> str:
        """The payload in this format.

        Raises:
            CannotRender: The format cannot hold it, as none but ``as-given`` can hold plain text.
        """
        if payload.is_text and self.name != AS_GIVEN:
            hint = f"{option('input_format')} says what data it holds, if it holds any"
            raise CannotRender("plain text has no data to write in another format", hint=hint)
        return self.render(payload)


def rendered(payload: Payload, form: Format) -> str:
    """A payload in the format that a user named.

    Raises:
        CannotRender: The format cannot hold the payload; the message names both.
    """
    try:
        return form.rendering(payload)
    except CannotRender as reason:
        why = f"{form.name} cannot hold it: {reason.reason}"
        raise CannotRender(why, place=payload.name, hint=reason.hint) from None


_MODULES = {
    "json-pretty": "json_",
    "json-min": "json_",
    "json-short": "short_keys",
    "yaml": "yaml_",
    "csv": "delimited",
    "tsv": "delimited",
    "markdown": "markdown",
    "toon": "toon",
    "json-default": "json_",
    "json-ascii": "json_",
    "jsonl": "json_",
    "json-rows": "json_",
    "json-short-legend": "short_keys",
    "csv-flat": "delimited",
    "toon-tab": "toon",
    "markdown-kv": "markdown",
    "xml": "xml_",
}
"""Where each format of ours is described, in the order in which lists show them.

A module is imported when its format is asked for: a run pays for what it uses.
"""

_ENTRY_POINTS = "tokbench.serializers"

ALL = tuple(_MODULES)
"""The names of the formats that tokbench brings, in the order in which lists show them."""

_SETS = ("default", "all")
"""Names that mean several formats to :func:`expand`."""


def _text_as_given(payload: Payload) -> str:
    if payload.text is None:
        raise CannotRender("Python data has no text as given")
    return payload.text


AS_GIVEN_FORMAT = Format(
    name=AS_GIVEN,
    label="as given",
    holds="itself",
    summary="The payload's own text, counted as it is; never ranked, but it may be the baseline.",
    render=_text_as_given,
    read=None,
)
"""Not a notation, so it is in no list of formats."""


def get(name: str, what: str = "format") -> Format:
    """The format of a name, ``as-given`` among them.

    Args:
        name: Such as ``json-min``.
        what: What the error calls it, such as ``baseline``.

    Raises:
        UnknownNameError: There is no such format; the message lists what exists and the nearest.
        DuplicateNameError: Two owners claim one name.
    """
    if name in _MODULES:
        return _built_in(name)
    if name == AS_GIVEN:
        return AS_GIVEN_FORMAT
    found = _third_party()
    if name not in found:
        raise UnknownNameError(what, name, (*names(), AS_GIVEN))
    return found[name]


def expand(asked: Iterable[str]) -> list[str]:
    """The names that were asked for, each once: ``default`` and ``all`` mean several.

    Raises:
        DuplicateNameError: Two owners claim one name.
    """
    found: dict[str, None] = {}
    for name in asked:
        if name in _SETS:
            of_set = default_names() if name == "default" else names()
            found |= dict.fromkeys((*of_set, AS_GIVEN))
        else:
            found[name] = None
    return list(found)


def default_names() -> tuple[str, ...]:
    """The names of the default set: our formats whose descriptor says so."""
    return tuple(name for name in ALL if _built_in(name).default)


def names() -> tuple[str, ...]:
    """The names of all formats, those of third parties last.

    Raises:
        DuplicateNameError: Two owners claim one name.
    """
    return (*ALL, *_third_party())


def formats() -> tuple[Format, ...]:
    """All formats, those of third parties last.

    Raises:
        DuplicateNameError: Two owners claim one name.
    """
    return (*map(_built_in, ALL), *_third_party().values())


@cache
def _built_in(name: str) -> Format:
    module = import_module(f"{__name__}.{_MODULES[name]}")
    described: tuple[Format, ...] = module.FORMATS
    return next(form for form in described if form.name == name)


@cache
def _third_party() -> dict[str, Format]:
    """The formats of entry points, loaded only when a name is not ours or all are wanted."""
    owners = dict.fromkeys((*ALL, AS_GIVEN, *_SETS), "tokbench")
    found: dict[str, Format] = {}
    for form, owner in third_party(_ENTRY_POINTS, Format):
        if form.name in owners:
            raise DuplicateNameError("format", form.name, owners[form.name], owner)
        owners[form.name] = owner
        found[form.name] = form
    return found
