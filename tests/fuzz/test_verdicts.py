"""Verdicts over generated data: none is wrong, and no change behind a rendering goes unseen.

A verdict is wrong when it says ``lossless`` and a reader that is not ours gets other data.
``TOKBENCH_THOROUGH=1`` runs thousands of examples instead of dozens.
"""

from __future__ import annotations

import copy
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from independent import READERS, wrong_verdict
from mutations import mutate
from strategies import payloads

import tokbench
from tokbench import fidelity, serializers
from tokbench.comparison import Row
from tokbench.errors import CannotRender, TokbenchError
from tokbench.payload import Payload

if TYPE_CHECKING:
    from random import Random

    from tokbench.payload import Json
    from tokbench.serializers import Format

THOROUGH = os.environ.get("TOKBENCH_THOROUGH") == "1"

FORMATS = serializers.ALL


def many(few: int, thorough: int) -> settings:
    """Settings of a property that shrinks nothing: a payload that fails is small already."""
    return settings(
        max_examples=thorough if THOROUGH else few,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )


def test_every_format_has_an_independent_reader() -> None:
    """A format of ours without one would go unjudged."""
    assert tuple(READERS) == FORMATS


@many(30, 10_000)
@given(payloads(halves=True, infinite=True))
def test_compare_never_fails_and_never_praises_a_loss(data: Json) -> None:
    """Any data give a comparison or one line; ``lossless`` holds for every other reader."""
    before = copy.deepcopy(data)
    reason, rows = "", tuple[Row, ...]()
    try:
        comparison = tokbench.compare(data, formats="all", counters="chars", fidelity="full")
        rows = comparison.payloads[0].rows
    except TokbenchError as error:
        reason = str(error)
    assert "\n" not in reason
    for row in rows:
        if row.skipped is None and row.fidelity.verdict == "lossless":
            assert wrong_verdict(row.format, data, tokbench.render(data, row.format)) is None
    assert repr(data) == repr(before)


@pytest.mark.parametrize("name", FORMATS)
@many(10, 1_000)
@given(data=payloads(halves=True, infinite=True))
def test_renderings_say_nothing_that_the_data_do_not(name: str, data: Json) -> None:
    """A rendering is the same every time, and it can be saved as UTF-8."""
    form = serializers.get(name)
    first, second = (_rendered(form, copy.deepcopy(data)) for _ in range(2))
    assert first == second
    assert first is None or first.encode("utf-8").decode("utf-8") == first


@pytest.mark.parametrize("name", FORMATS)
def test_a_change_that_shows_in_the_rendering_is_found(name: str) -> None:
    """A value, a key or a kind changed behind a rendering never passes as lossless."""
    form = serializers.get(name)
    found = 0

    @many(12, 1_500)
    @given(payloads(), st.randoms(use_true_random=False))
    def changes(data: Json, random: Random) -> None:
        nonlocal found
        changed = mutate(data, random)
        text = _rendered(form, data)
        if text is not None and _rendered(form, changed) not in (None, text):
            assert fidelity.check(Payload("changed", changed), form, text).verdict != "lossless"
            found += 1

    changes()
    assert found >= (1000 if THOROUGH else 1)


def _rendered(form: Format, data: Json) -> str | None:
    """The rendering, or None where the format cannot hold the data."""
    try:
        return form.render(Payload("generated", data))
    except CannotRender:
        return None
