"""Every rendering of every fixture, as texts to count."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tokbench import readers, serializers
from tokbench.errors import CannotRender

FIXTURES = Path(__file__).parents[2] / "fixtures"
NOTATIONS = (".csv", ".json", ".jsonl", ".yaml")


@cache
def renderings() -> tuple[str, ...]:
    """The distinct renderings, in a fixed order."""
    texts: dict[str, None] = {}
    for path in sorted(path for path in FIXTURES.iterdir() if path.suffix in NOTATIONS):
        payload = readers.read(str(path))
        for form in serializers.formats():
            try:
                texts[form.render(payload)] = None
            except CannotRender:  # a format need not hold every fixture
                continue
    return tuple(texts)
