"""YAML, as PyYAML's ``SafeDumper`` writes it in block style with the keys in their order."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tokbench.payload import Json, Payload
from tokbench.serializers import Format
from tokbench.serializers.text import deep_recursion

if TYPE_CHECKING:
    import yaml

_NEVER_FOLD = 1 << 31

_NUMBER_IN_YAML_1_2 = (
    r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)$"
)
"""Text that YAML 1.2 takes for a number, and YAML 1.1 often not: ``0o17``, ``1e-7``, ``09``."""


def render(payload: Payload) -> str:
    """The payload as one YAML document without marks of its start or end."""
    return by_definition(payload.data)


def by_definition(data: Json) -> str:
    """What PyYAML's pure ``SafeDumper`` writes: the definition that any faster writer must equal.

    Keys in order, non-ASCII readable (its C emitter escapes emoji), no folding, no aliases, and
    text that a YAML 1.2 reader would take for a number quoted too.
    """
    import yaml

    with deep_recursion():
        text: str = yaml.dump(
            data,
            Dumper=_dumper(),
            default_flow_style=False,
            sort_keys=False,
            allow_unicode=True,
            width=_NEVER_FOLD,
        )
    return text.removesuffix("\n").removesuffix("\n...")  # the mark ends a document of one scalar


@cache
def _dumper() -> type[yaml.SafeDumper]:
    import re

    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: object) -> bool:
            return True

    number = re.compile(_NUMBER_IN_YAML_1_2)
    Dumper.add_implicit_resolver("tag:yaml.org,2002:float", number, list("-+.0123456789"))
    return Dumper


def read(text: str) -> Json:
    """Data from YAML by PyYAML's rules."""
    from tokbench.readers import yaml_

    return yaml_.parse(text)


FORMATS = (
    Format(
        name="yaml",
        label="YAML",
        holds="any JSON",
        summary="PyYAML's block style, quoted where YAML 1.1 or 1.2 would misread; loses nothing",
        render=render,
        read=read,
        default=True,
        library="pyyaml",
    ),
)
