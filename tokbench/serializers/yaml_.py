"""YAML, as PyYAML's ``SafeDumper`` writes it in block style with the keys in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tokbench.serializers import Format
from tokbench.serializers.yaml_writer import write

if TYPE_CHECKING:
    from tokbench.payload import Json, Payload


def render(payload: Payload) -> str:
    """The payload as one YAML document, without ``---`` and ``...``."""
    return write(payload.data)


def read(text: str) -> Json:
    """Data from YAML by PyYAML's rules."""
    from tokbench.readers import yaml_

    return yaml_.parse(text)


FORMATS = (
    Format(
        name="yaml",
        label="YAML",
        holds="any JSON",
        summary="PyYAML's block style, quoted where YAML 1.1 or 1.2 misreads it; loses only U+0085",
        render=render,
        read=read,
        default=True,
        library="pyyaml",
    ),
)
