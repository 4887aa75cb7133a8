"""``tokbench explain``: what dropping and shortening paths would save."""

from __future__ import annotations

from pathlib import Path

from support.throwaway import Repository


def test_explain_lists_what_dropping_and_shortening_would_save(tmp_path: Path) -> None:
    rows = [{"id": 1, "at": "2025-01-02T10:11:12.123456Z", "note": "x"} for _ in range(5)]
    desk = Repository(tmp_path, tmp_path)
    desk.write("rows.json", rows)
    status, out, _ = desk.tokbench("explain", "rows.json", "-f", "json-min", "-o", "csv")
    assert status == 0
    heading, first, *_ = out.splitlines()
    assert heading == "path,dropping saves,of the whole,shortening,saves"
    assert first.startswith("[].at,")
    assert ",timestamp to the second," in first
    assert "do not add up" in desk.tokbench("explain", "rows.json", "-f", "csv").out
    desk.write("scalar.json", 1)
    assert desk.tokbench("explain", "scalar.json", "-f", "csv").status == 2
