"""``reports/published.md``: our counts and those of the published TOON token benchmark.

``python reports/published.py FOLDER`` with the folder of its data sets: one JSON file each, made by
its own generators, and ``published.json`` with its figures. They are not part of this repository.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tokbench
from tokbench import readers
from tokbench.payload import Json
from tokbench.report import markdown
from tokbench.report.sheet import simple

HERE = Path(__file__).parent
FORMATS = ("json-pretty", "json-min", "toon", "csv", "yaml", "xml")
COUNTER = "o200k_base"
EMPLOYEES = "tabular"


def build(folder: Path) -> str:
    """The report's text, without a final newline."""
    published = json.loads((folder / "published.json").read_text(encoding="utf-8"))
    ours = {
        name: _counts(folder / f"{name}.json")
        for names in published["tracks"].values()
        for name in names
    }
    return "\n\n".join(
        [
            "# Compared with the published TOON benchmark",
            f"Source of the published figures: {published['source']}. Ours are made by "
            "`python reports/published.py FOLDER` from data sets that its own seeded generators "
            f"wrote; counted with {COUNTER}.",
            *_tracks(published, ours),
            *_data_sets(published, ours),
            *_csv(folder, published, ours),
            *_writers(published, ours),
        ]
    )


def _counts(path: Path) -> dict[str, int | None]:
    comparison = tokbench.compare(path, FORMATS, COUNTER, fidelity="off")
    return {row.format: row.tokens.get(COUNTER) for row in comparison.payloads[0].rows}


def _tracks(published: dict[str, Any], ours: dict[str, dict[str, int | None]]) -> Iterable[str]:
    yield "## Totals of the two tracks"
    rows = []
    for track, names in published["tracks"].items():
        for form, theirs in published["totals"][track].items():
            rows.append((track, form, *_both(sum(ours[name][form] or 0 for name in names), theirs)))
    yield _table(("track", "format", "ours", "published", "difference"), rows)


def _data_sets(published: dict[str, Any], ours: dict[str, dict[str, int | None]]) -> Iterable[str]:
    yield "## Each data set"
    rows = [
        (name, form, *_both(ours[name][form], theirs[form]))
        for name, theirs in published["tokens"].items()
        for form in FORMATS
        if form in theirs
    ]
    yield _table(("data set", "format", "ours", "published", "difference"), rows)


def _csv(
    folder: Path, published: dict[str, Any], ours: dict[str, dict[str, int | None]]
) -> Iterable[str]:
    yield "## Why our CSV of the employees costs less"
    payload = readers.read(str(folder / f"{EMPLOYEES}.json"))
    swapped = tokbench.render(_booleans_as_published(payload.data), "csv")
    theirs, honest = published["tokens"][EMPLOYEES]["csv"], ours[EMPLOYEES]["csv"]
    again = tokbench.count(swapped, COUNTER)
    verdict = "is the published figure" if again == theirs else f"is not the published {theirs:,}"
    yield (
        f"The published CSV of the employee table counts {theirs:,} tokens, ours {honest:,}. It "
        "writes `true` as `1` and `false` as nothing, so its booleans are gone. With that swap "
        f"made on purpose our CSV counts {again:,} tokens, which {verdict}. On the two tables "
        "without booleans both agree to the token."
    )


def _booleans_as_published(data: Json) -> Json:
    if isinstance(data, dict):
        return {key: _booleans_as_published(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_booleans_as_published(value) for value in data]
    if isinstance(data, bool):
        return 1 if data else None
    return data


def _writers(published: dict[str, Any], ours: dict[str, dict[str, int | None]]) -> Iterable[str]:
    yield "## YAML and XML: other writers"
    rows = []
    for form in ("yaml", "xml"):
        for track, names in published["tracks"].items():
            total = sum(ours[name][form] or 0 for name in names)
            rows.append((form, track, *_both(total, published["totals"][track][form])))
    yield _table(("format", "track", "ours", "published", "difference"), rows)
    yield (
        "YAML: ours is what PyYAML writes, with a list at the indent of its key and single quotes "
        "where a plain scalar would be read as something else; the published one is JavaScript's "
        "`yaml`, which indents a list under its key by two more spaces and quotes fewer scalars, "
        "and those with double quotes."
    )
    yield (
        "XML: ours names every record `<item>` under its key and keeps keys that are no XML name "
        "in an attribute, so that the data can be read back; the published one repeats the key as "
        "the element of each record."
    )


def _both(ours: int | None, theirs: int) -> tuple[str, str, str]:
    if ours is None:
        return "n/a", f"{theirs:,}", "n/a"
    return f"{ours:,}", f"{theirs:,}", f"{ours - theirs:+,}" if ours != theirs else "none"


def _table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    return markdown.write_sheets([simple("", headings, rows)])


def main() -> int:
    """Write the report from the folder that was named."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print("usage: python reports/published.py FOLDER", file=sys.stderr)
        return 2
    text = build(Path(sys.argv[1])) + "\n"
    (HERE / "published.md").write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
