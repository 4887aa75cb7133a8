"""Files that ``compare`` is given: the same data written in several ways, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import tokbench

if TYPE_CHECKING:
    from support.environment import Command

    from tokbench.payload import Json

RECORDS: list[Json] = [
    {"id": 1, "text": "naïve café 😀", "tags": ["x", "y"]},
    {"id": 2, "text": "会议下午三点开始", "tags": []},
    {"id": 3, "text": "the end <|endoftext|> of it", "tags": []},
]
PRETTY = json.dumps(RECORDS, ensure_ascii=False, indent=2)

SAME_DATA: dict[str, bytes] = {
    "plain.json": PRETTY.encode(),
    "final-newline.json": PRETTY.encode() + b"\n",
    "crlf.json": PRETTY.replace("\n", "\r\n").encode(),
    "escaped.json": json.dumps(RECORDS).encode(),
    "bom.json": PRETTY.encode("utf-8-sig"),
    "utf16.json": PRETTY.encode("utf-16"),
    "lines.jsonl": "".join(
        json.dumps(record, ensure_ascii=False) + "\n\n" for record in RECORDS
    ).encode(),
    "misnamed.json": "\r\n".join(json.dumps(record) for record in RECORDS).encode(),
    "aliases.yaml": (
        "- {id: 1, text: naïve café 😀, tags: [x, y]}\n"
        "- {id: 2, text: 会议下午三点开始, tags: &none []}\n"
        "- {id: 3, text: the end <|endoftext|> of it, tags: *none}\n"
    ).encode(),
}
"""The same records, written in nine ways."""

REFUSED: dict[str, tuple[bytes, str]] = {
    "twice.json": (b'{"eu":{"q":0},\n"eu":{"q":1}}', "twice.json:2:1: "),
    "nan.json": (b'{"mean":\n NaN}', "nan.json:2:2: "),
    "comment.jsonc": (b'{\n  // why\n  "a": 1\n}', "comment.jsonc:2:3: "),
    "cut.jsonl": (b'{"a":1}\n{"a":2}\n{"a":', "cut.jsonl:3:"),
    "deep.json": (b"[" * 20_000 + b"]" * 20_000, "deep.json:1:301: "),
    "twice.yaml": (b"on: 1\n'on': 2\n", "twice.yaml:2:1: "),
    "bomb.yaml": (
        b"a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        + b"".join(
            b"%c: &%c [%s]\n" % (n, n, b", ".join([b"*%c" % (n - 1)] * 10)) for n in range(98, 108)
        ),
        "bomb.yaml:6:",
    ),
    "ragged.csv": (b"a,b\n1,2\n1,2,3\n", "ragged.csv:3: "),
    "empty.csv": (b"", "empty.csv: empty"),
    "latin1.json": ('["é"]'.encode("latin-1"), "latin1.json:1:3: "),
    "missing.json": (b"", "missing.json: no such file"),
}
"""What must be refused, and how the one line starts."""


def test_one_payload_written_in_nine_ways_costs_the_same(command: Command, tmp_path: Path) -> None:
    """Encodings, line ends, escapes, aliases and notations change ``as-given`` and nothing else."""
    for name, content in SAME_DATA.items():
        (tmp_path / name).write_bytes(content)
    done = command("compare", *SAME_DATA, "-f", "all", "-c", "o200k_base,cl100k_base", "-o", "json")
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)["payloads"]
    assert [result["name"] for result in results] == list(SAME_DATA)
    rows = [_without_as_given(result) for result in results]
    assert all(row == rows[0] for row in rows)
    given = {result["name"]: _row(result, "as-given")["tokens"]["o200k_base"] for result in results}
    assert given["plain.json"] == _row(results[0], "json-pretty")["tokens"]["o200k_base"]
    assert given["escaped.json"] > _row(results[0], "json-default")["tokens"]["o200k_base"]


def _without_as_given(result: dict[str, Any]) -> list[dict[str, Any]]:
    rows = [row for row in result["rows"] if row["format"] != "as-given"]
    return [{key: row[key] for key in row if key != "is_given"} for row in rows]


def _row(result: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in result["rows"] if row["format"] == name)
    return found


@pytest.mark.parametrize("name", ["cut.jsonl", "deep.json", "bomb.yaml"])
def test_the_command_refuses_in_one_line(command: Command, tmp_path: Path, name: str) -> None:
    """Standard error has the place and the reason, standard output has nothing, the status is 2."""
    content, start = REFUSED[name]
    (tmp_path / name).write_bytes(content)
    done = command("compare", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"tokbench: {start}")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", REFUSED)
def test_what_must_be_refused_is(name: str, tmp_path: Path) -> None:
    """The same through the API, for all of them."""
    content, start = REFUSED[name]
    path = tmp_path / name
    if name != "missing.json":
        path.write_bytes(content)
    with pytest.raises(tokbench.TokbenchError) as caught:
        tokbench.compare(path)
    assert str(caught.value).startswith(f"{tmp_path}/{start}")
    assert "\n" not in str(caught.value)
