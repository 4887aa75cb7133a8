"""Data through one format by its name, and back."""

from __future__ import annotations

from tokbench.payload import Json, Payload
from tokbench.serializers import get


def render(name: str, data: Json) -> str:
    return get(name).render(Payload("payload", data))


def back(name: str, data: Json) -> Json:
    read = get(name).read
    assert read is not None
    return read(render(name, data))
