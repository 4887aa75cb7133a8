"""A plain script that a user might write instead of using tokbench.

    python benchmarks/plain_script.py FILE

renders the same eight formats, and prints the tokens that tiktoken counts in each.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tiktoken
import yaml
from toon_format import encode

Rows = list[dict[str, Any]]


def cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def table(rows: Rows) -> list[list[str]]:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    return [columns, *([cell(row.get(column)) for column in columns] for row in rows)]


def as_csv(rows: Rows) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table(rows))
    return out.getvalue()


def as_tsv(rows: Rows) -> str:
    return "\n".join("\t".join(line) for line in table(rows))


def as_markdown(rows: Rows) -> str:
    head, *body = (f"| {' | '.join(line)} |" for line in table(rows))
    return "\n".join([head, "|" + "---|" * len(rows[0]), *body])


def shortened(value: Any, codes: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            codes.setdefault(key, chr(97 + len(codes) % 26)): shortened(child, codes)
            for key, child in value.items()
        }
    return [shortened(child, codes) for child in value] if isinstance(value, list) else value


def main() -> None:
    data = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    (rows,) = data.values()
    minified: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":")}
    options: dict[str, Any] = {"sort_keys": False, "allow_unicode": True, "width": 2**31 - 1}
    renderings: dict[str, Callable[[], str]] = {
        "json-pretty": lambda: json.dumps(data, indent=2, ensure_ascii=False),
        "json-min": lambda: json.dumps(data, **minified),
        "json-short": lambda: json.dumps(shortened(data, {}), **minified),
        "yaml": lambda: yaml.dump(data, Dumper=yaml.CSafeDumper, **options),
        "csv": lambda: as_csv(rows),
        "tsv": lambda: as_tsv(rows),
        "markdown": lambda: as_markdown(rows),
        "toon": lambda: encode(data),
    }
    encoding = tiktoken.get_encoding("o200k_base")
    for name, render in renderings.items():
        print(name, len(encoding.encode_ordinary(render())))


if __name__ == "__main__":
    main()
