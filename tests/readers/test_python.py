from __future__ import annotations

import collections
import copy
import dataclasses
import datetime
import enum
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies import examples, json_values

from tokbench.errors import InputError
from tokbench.payload import MAX_DEPTH, Json
from tokbench.readers import from_python, python_


class Level(enum.IntEnum):
    LOW = 1


class Colour(enum.StrEnum):
    RED = "red"

    def __str__(self) -> str:
        return "Colour.RED"


class Bare(enum.Enum):
    ONE = 1


class Half(float):
    pass


@dataclasses.dataclass
class Point:
    x: int = 1


Pair = collections.namedtuple("Pair", "left right")


def refused(data: object) -> str:
    with pytest.raises(InputError) as caught:
        from_python(data)
    message = str(caught.value)
    assert message.startswith("<data>: ")
    assert message.isprintable()
    assert len(message) < 400
    return message


@examples(40, 4_000)
@given(json_values(halves=True))
def test_plain_data_are_copied_as_they_are(value: Json) -> None:
    """Equal kind by kind, and no container is shared with the caller's data."""
    before = copy.deepcopy(value)
    payload = from_python(value)
    assert repr(payload.data) == repr(value) == repr(before)
    assert (payload.notes, payload.text, payload.size) == ((), None, None)
    if isinstance(value, (list, dict)):
        assert payload.data is not value


@pytest.mark.parametrize(
    ("data", "plain"),
    [
        ((1, (2,)), [1, [2]]),
        (Pair(1, 2), [1, 2]),
        (Level.LOW, 1),
        ([Colour.RED], ["red"]),
        (Half(0.5), 0.5),
        (collections.OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
        (collections.defaultdict(list, a=[]), {"a": []}),
        ({Colour.RED: 1}, {"red": 1}),
        (2**70, 2**70),
        (Decimal("5"), 5),
        (Decimal("5.0"), 5.0),
        (Decimal("1.10"), 1.1),
        (Decimal("-1E+3"), -1000),
        (Decimal("1E-7"), 1e-7),
        (np.int64(5), 5),
        (np.uint8(5), 5),
        (np.float32(0.5), 0.5),
        (np.float64(1.5), 1.5),
        (np.bool_(True), True),
        (np.str_("x"), "x"),
    ],
)
def test_what_equals_a_json_value_becomes_it(data: object, plain: Json) -> None:
    """Subclasses become what they extend, so that no writer sees them."""
    payload = from_python({"x": data})
    assert repr(payload.data) == repr({"x": plain})
    assert payload.notes == ()


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_decimal_passes_only_where_a_json_number_equals_it(number: Decimal) -> None:
    try:
        data = from_python(number).data
    except InputError:
        assert Decimal(repr(float(number))) != number
        return
    assert isinstance(data, (int, float))
    assert Decimal(repr(data)) == number


def test_dates_and_times_become_iso_text_with_a_note() -> None:
    utc = datetime.timezone.utc  # noqa: UP017  the older spelling reads better here
    payload = from_python(
        {
            "day": datetime.date(2024, 1, 5),
            "at": [datetime.datetime(2024, 1, 5, 6, 7, tzinfo=utc), datetime.time(1, 2)],
            "numpy": np.datetime64("2024-01-05T06:07:08.123456789"),
            "pandas": pd.Timestamp("2024-01-05"),
        }
    )
    assert payload.data == {
        "day": "2024-01-05",
        "at": ["2024-01-05T06:07:00+00:00", "01:02:00"],
        "numpy": "2024-01-05T06:07:08.123456789",
        "pandas": "2024-01-05T00:00:00",
    }
    assert payload.notes == ("dates and times became ISO text: 5, the first at day",)


def test_keys_that_are_no_text_become_what_json_would_write_with_a_note() -> None:
    payload = from_python({"a": {1: "x", None: 1, False: 2, 1.5: 3, datetime.date(2024, 1, 5): 4}})
    assert payload.data == {"a": {"1": "x", "null": 1, "false": 2, "1.5": 3, "2024-01-05": 4}}
    assert payload.notes == ('keys that are not text became text: 5, the first at a["1"]',)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"a": {"b c": [1, {2}]}}, 'a["b c"][1]: set is not a JSON type: it has no order'),
        (b"x", "bytes is not a JSON type: decode it"),
        (Point(), "pass dataclasses.asdict(...) of it"),
        (datetime.timedelta(1), "pass its .total_seconds()"),
        (np.array([1, 2]), "pass its .tolist()"),
        (pd.Series([1, 2]), "pass its .tolist()"),
        ([pd.NA], "[0]: NAType is not a JSON type: pass None"),
        ([pd.NaT], "[0]: NaTType is not a JSON type: pass None"),
        (MappingProxyType({}), "pass dict(...) of it"),
        (range(3), "pass list(...) of it"),
        ((x for x in ""), "pass list(...) of it"),
        (Bare.ONE, "Bare is not a JSON type"),
        (Fraction(1, 2), "Fraction is not a JSON type"),
        (1j, "complex is not a JSON type"),
        (float("nan"), "nan is not a JSON number"),
        ({"a": [float("-inf")]}, "a[0]: -inf is not a JSON number"),
        (np.float64("nan"), "nan is not a JSON number"),
        (np.longdouble(1) / 3, "numpy"),
        (np.datetime64("NaT", "s"), "numpy"),
        (Decimal("NaN"), "NaN is not a JSON number"),
        (Decimal("0." + "1" * 40), "a Decimal that no double equals"),
        (Decimal("1E+1000000"), "a Decimal that no double equals"),
        ([10**5000], "[0]: an integer of more digits than Python writes"),
        ({"a": {(1, 2): 3}}, "a: a key of the type tuple"),
        ({10**5000: 1}, "a key of the type int"),
        ({1: 2, "1": 3}, '["1"]: two keys become this one text'),
        ({"k" * 10_000: {1}}, "set is not a JSON type"),
        ({"a\u2028b\ud83d": {1}}, "set is not a JSON type"),
    ],
)
def test_other_values_are_refused_with_their_path(data: object, message: str) -> None:
    if "two keys" not in message and not isinstance(data, dict):
        assert message in refused(data)
    assert message.split(": ")[-1] in refused({"in": data})


def test_data_that_hold_themselves_are_refused_with_the_path() -> None:
    loop: list[object] = [[1]]
    loop.append(loop)
    assert "x[1]: an object is inside itself" in refused({"x": loop})
    mapping: dict[str, object] = {}
    mapping["m"] = {"n": mapping}
    assert "m.n: an object is inside itself" in refused(mapping)


def test_depth_has_one_limit() -> None:
    data: object = 1
    for _ in range(MAX_DEPTH):
        data = [data]
    assert from_python(data).shape == "tree"
    assert "nested deeper than 300" in refused([data])


def test_the_values_of_an_object_in_several_places_have_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A few nested lists can mean a billion values."""
    monkeypatch.setattr(python_, "MAX_REPEATED", 8)
    row = {"a": 1, "b": 2, "c": 3}
    assert from_python([row, row, row]).data == [row] * 3
    assert "repeated objects" in refused([row] * 4)
    monkeypatch.undo()
    bomb: object = "x"
    for _ in range(12):
        bomb = [bomb] * 10
    assert "1,000,000 values" in refused(bomb)
