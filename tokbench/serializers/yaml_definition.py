"""YAML as PyYAML writes it: slow, and the definition of what the fast writer must write."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tokbench.serializers.recursion import deep_recursion

if TYPE_CHECKING:
    import yaml

    from tokbench.payload import Json

NUMBER_IN_YAML_1_2 = (
    r"(?=[-+.0-9])[-+]?(?:0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9_]+"
    r"|(?:\.[0-9_]+|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?)"
)
"""Text that a reader of YAML 1.2 takes for a number, and YAML 1.1 often not: ``0o17``, ``1e-7``,
``09``. The underscores are those of ruamel.yaml, which tries to read ``._`` as a number too."""

_NEVER_FOLD = 1 << 31


def by_definition(data: Json) -> str:
    """What PyYAML's pure ``SafeDumper`` writes, without a final line break or ``...``.

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
    return text.removesuffix("\n").removesuffix("\n...")  # which ends a document of one scalar


@cache
def _dumper() -> type[yaml.SafeDumper]:
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: object) -> bool:
            return True

    number = re.compile(f"^(?:{NUMBER_IN_YAML_1_2})$")
    Dumper.add_implicit_resolver("tag:yaml.org,2002:float", number, list("-+.0123456789"))
    return Dumper
