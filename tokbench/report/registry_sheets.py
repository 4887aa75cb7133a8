"""What the registries hold, as sheets: for the command line and the README."""

from __future__ import annotations

from tokbench import counters as counter_registry
from tokbench import serializers
from tokbench.counters.engines import toktok
from tokbench.optional import version_of
from tokbench.report.sheet import Sheet, simple


def formats() -> Sheet:
    """Every format: its name, what it can hold, and what it is."""
    default = serializers.default_names()
    return simple(
        "",
        ("format", "set", "holds", "what it is"),
        (
            (form.name, "default" if form.name in default else "all", form.holds, form.summary)
            for form in serializers.formats()
        ),
    )


def counters() -> Sheet:
    """Every scheme of counters: its name, its kind, and where the vocabulary comes from."""
    return simple(
        "",
        ("counter", "kind", "vocabulary"),
        ((scheme.usage, scheme.kind, scheme.source) for scheme in counter_registry.schemes()),
    )


def engines() -> str:
    """The engines that can count the embedded encodings here; all give the same numbers."""
    third = f"toktok-rs {version_of('toktok-rs')}"
    if toktok() is None:
        third = "no toktok-rs (the extra [fast] installs it)"
    return (
        f"Engines of the embedded encodings: our own, tiktoken {version_of('tiktoken')}, {third}."
    )
