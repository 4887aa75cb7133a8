"""What a shell may complete the values of options with: names of the registries.

Each function gets what has been typed of a value, and gives every value that could follow, with a
few words on each; typer drops those that do not begin with what was typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

# A run that completes nothing does not import the registries.

Completion = tuple[str, str]
"""A value, and what it is."""


def formats(incomplete: str) -> list[Completion]:
    """The formats."""
    from tokbench import serializers

    return [(form.name, form.label) for form in serializers.formats()]


def formats_or_all(incomplete: str) -> list[Completion]:
    """Formats and as-given with commas between them, or ``all``."""
    return list(_after_commas(incomplete, [*formats_and_given(""), ("all", "every format")]))


def formats_and_given(incomplete: str) -> list[Completion]:
    """The formats, and the text as given."""
    from tokbench.result import AS_GIVEN

    return [*formats(""), (AS_GIVEN, "the text of the payload itself")]


def counters(incomplete: str) -> list[Completion]:
    """Counters with commas between them; of those that take a file or a model, the beginning."""
    from tokbench.counters import schemes

    known = [(f"{each.name}:" if each.takes else each.name, each.kind) for each in schemes()]
    return list(_after_commas(incomplete, known))


def models(incomplete: str) -> list[Completion]:
    """Models with commas between them."""
    from tokbench.counters.models import known_models, resolve_model

    known = ((model, resolve_model(model).counter_name) for model in known_models())
    return list(_after_commas(incomplete, known))


def notations(incomplete: str) -> list[Completion]:
    """The notations that can be read."""
    from tokbench.readers.notations import INPUT_FORMATS

    return [(name, notation.label) for name, notation in INPUT_FORMATS.items()]


def pre_tokenizers(incomplete: str) -> list[str]:
    """The pre-tokenizers."""
    from tokbench.bpe.pre_tokenizers import PRE_TOKENIZERS

    return list(PRE_TOKENIZERS)


def _after_commas(incomplete: str, known: Iterable[Completion]) -> Iterator[Completion]:
    """The names that a value with commas may go on with; none twice."""
    before, comma, _ = incomplete.rpartition(",")
    named = before.split(",")
    return ((f"{before}{comma}{name}", what) for name, what in known if name not in named)
