"""Verdicts over generated data: none is wrong, and every change behind a rendering is found.

A verdict is wrong when it says ``lossless`` and a reader that is not ours gets other data.
``TOKBENCH_THOROUGH=1`` runs thousands of examples instead of dozens.
"""

from __future__ import annotations

import copy
import json
from random import Random
from typing import TYPE_CHECKING

from hypothesis import example, given
from hypothesis import strategies as st
from support.environment import THOROUGH
from support.independent import READERS, wrong_verdict
from support.mutations import mutate
from support.strategies import examples, payloads

import tokbench
from tokbench import fidelity, serializers
from tokbench.errors import CannotRender, TokbenchError
from tokbench.payload import Payload
from tokbench.readers import from_python
from tokbench.result import Row

if TYPE_CHECKING:
    import pytest
    from support.environment import Command

    from tokbench.payload import Json
    from tokbench.serializers import Format

FORMATS = [serializers.get(name) for name in serializers.ALL]


def test_every_format_has_an_independent_reader() -> None:
    """Without one, a format's verdicts would not be checked."""
    missing = [name for name in serializers.ALL if name not in READERS]
    assert not missing, f"add readers of {missing} to READERS in tests/support/independent.py"
    assert tuple(READERS) == serializers.ALL


@examples(20, 10_000)
@given(payloads(halves=True, infinite=True))
def test_compare_never_fails_and_never_calls_a_loss_lossless(data: Json) -> None:
    """Any data give a comparison or one line; ``lossless`` is true for every other reader."""
    before = copy.deepcopy(data)
    reason, rows = "", tuple[Row, ...]()
    try:
        payload = from_python(data)  # a text alone would be taken for a path
        comparison = tokbench.compare(payload, "all", "chars", fidelity="full")
        rows = comparison.payloads[0].rows
    except TokbenchError as error:
        reason = str(error)
    assert "\n" not in reason
    for row in rows:
        if row.skipped is None and row.fidelity.verdict == "lossless":
            rendering = tokbench.render(payload, row.format)
            assert wrong_verdict(row.format, data, rendering) is None
    assert repr(data) == repr(before)


@examples(10, 1_000)
@given(payloads(halves=True, infinite=True))
def test_a_rendering_is_the_same_every_time_and_can_be_saved(data: Json) -> None:
    """Nothing depends on the run, and every rendering is UTF-8."""
    for form in FORMATS:
        first, second = (_rendered(form, copy.deepcopy(data)) for _ in range(2))
        assert first == second
        assert first is None or first.encode("utf-8").decode("utf-8") == first


@examples(1, 200)
@given(data=payloads(halves=True))
def test_generated_payloads_through_the_command(
    command: Command, tmp_path_factory: pytest.TempPathFactory, data: Json
) -> None:
    """A comparison or one line for any data, and no loss that is called lossless."""
    path = tmp_path_factory.mktemp("generated") / "payload.json"
    path.write_text(json.dumps(data))
    done = command("compare", path, "-f", "all", "-c", "chars", "-o", "json")
    assert (done.returncode, done.stderr) == (0, "")
    given_back = json.loads(path.read_text())
    for row in json.loads(done.stdout)["payloads"][0]["rows"]:
        if row.get("fidelity", {}).get("verdict") == "lossless":
            rendering = tokbench.render(from_python(given_back), row["format"])
            assert wrong_verdict(row["format"], given_back, rendering) is None


IN_ALL_FORMATS: Json = [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Ben"}]
"""Data that every format holds, also as the second seed changes them."""


def test_a_change_that_shows_in_a_rendering_is_found() -> None:
    """After a changed value, key or kind, the verdict is never lossless."""
    shown = dict.fromkeys(serializers.ALL, 0)

    @examples(15, 3_500)
    @example(IN_ALL_FORMATS, Random(2))  # noqa: S311  the same changes every time
    @given(payloads(), st.randoms(use_true_random=False))
    def changes(data: Json, random: Random) -> None:
        changed = mutate(data, random)
        for form in FORMATS:
            text = _rendered(form, data)
            if text is not None and _rendered(form, changed) not in (None, text):
                found = fidelity.check(Payload("changed", changed), form, text)
                assert found.verdict != "lossless", form.name
                shown[form.name] += 1

    changes()
    assert min(shown.values()) >= (1000 if THOROUGH else 1), shown


def _rendered(form: Format, data: Json) -> str | None:
    """The rendering, or None where the format cannot hold the data."""
    try:
        return form.render(Payload("generated", data))
    except CannotRender:
        return None
