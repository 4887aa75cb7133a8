"""Sizes that were computed once by hand and by other tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tokbench.payload import Payload
from tokbench.serializers import get

if TYPE_CHECKING:
    from tokbench.payload import Json

TOOLS: Json = [
    {
        "name": f"tool-{i:02d}",
        "org": f"org-{i % 7}",
        "stars": 1000 + 137 * i,
        "license": "Apache-2.0" if i % 3 else "MIT",
    }
    for i in range(20)
]

ORDERS: Json = {
    "orders": [
        {
            "orderId": 5000 + i,
            "customerId": 70 + i % 9,
            "status": "shipped" if i % 3 else "pending",
            "totalCents": 1999 + 37 * i,
        }
        for i in range(50)
    ]
}


@pytest.mark.parametrize(
    ("data", "name", "chars"),
    [
        (TOOLS, "json-pretty", 1933),
        (TOOLS, "json-min", 1332),
        (TOOLS, "json-short", 1032),
        (TOOLS, "yaml", 1250),
        (TOOLS, "csv", 573),
        (TOOLS, "tsv", 573),
        (TOOLS, "markdown", 801),
        (TOOLS, "toon", 620),
        (ORDERS, "json-pretty", 5620),
        (ORDERS, "json-min", 3512),
        (ORDERS, "toon", 1199),
    ],
)
def test_length_of_a_rendering(data: Json, name: str, chars: int) -> None:
    """A rendering has exactly the characters of the worked example."""
    assert len(get(name).render(Payload("example", data))) == chars
