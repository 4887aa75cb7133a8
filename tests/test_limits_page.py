"""The page on limits has the limits of the code."""

from __future__ import annotations

import re

from support.environment import ROOT

from tokbench.fidelity.differences import LISTED
from tokbench.fidelity.part import EACH, MOST_PLACES, SPREAD
from tokbench.payload import MAX_DEPTH
from tokbench.ranking import AUTO_LIMIT
from tokbench.readers import common
from tokbench.serializers.cells import MAX_ABSENT


def test_limits_are_those_of_the_code() -> None:
    """Number by number, in the order of the table."""
    page = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    rows = [line.split(" | ")[1] for line in page.splitlines() if line.startswith("| ")][1:]
    listed = [int(found[0].replace(",", "")) for row in rows if (found := re.match(r"[\d,]+", row))]
    assert listed == [
        MAX_DEPTH,
        common.MAX_SIZE,
        common.MAX_CELL,
        common.MAX_REPEATED,
        MAX_ABSENT,
        AUTO_LIMIT,
        EACH,
        SPREAD,
        MOST_PLACES,
        LISTED,
    ]
