"""Readers of each notation that share no code with tokbench, and a comparison of their own.

They judge verdicts: a rendering that is called lossless must give the same data in each of them.
Where a notation has text only (CSV, TSV, Markdown, XML), a cell is what JSON's scalar grammar makes
of it, and an empty cell is null.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from typing import TYPE_CHECKING, Any, NoReturn

import ruamel.yaml.error
import yaml

if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

    from markdown_it.tree import SyntaxTreeNode


class NotCovered(Exception):  # noqa: N818  no error: only tokbench reads its own layout
    """No independent reader knows this part of the layout."""


def same(sent: Any, back: Any) -> bool:
    """Equal as JSON: kind by kind, a float that was sent as a double, objects in any order."""
    if isinstance(sent, bool) or isinstance(back, bool) or sent is None or back is None:
        return sent is back
    if isinstance(sent, float) and isinstance(back, (int, float)):
        return sent == float(back) or (math.isnan(sent) and math.isnan(back))
    if isinstance(sent, int):
        return isinstance(back, (int, float)) and sent == back
    if isinstance(sent, str):
        return isinstance(back, str) and sent == back
    if isinstance(sent, list):
        return isinstance(back, list) and len(sent) == len(back) and all(map(same, sent, back))
    if not isinstance(back, dict) or sent.keys() != back.keys():
        return False
    return all(same(value, back[key]) for key, value in sent.items())


_SCALAR = re.compile(r"true|false|null|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")


def typed(text: str) -> Any:
    """The value of a cell in a notation of text only."""
    if not text:
        return None
    if text[0] in "[{":
        try:
            return json.loads(text)
        except ValueError:
            return text
    return json.loads(text) if _SCALAR.fullmatch(text) else text


def _records(header: list[str], rows: list[list[str]]) -> list[dict[str, Any]]:
    """The records of a table, whose cells are of the kinds of their columns."""
    if not rows:
        return []
    columns = [_typed_column(cells) for cells in zip(*rows, strict=True)]
    return [dict(zip(header, row, strict=True)) for row in zip(*columns, strict=True)]


def _typed_column(cells: tuple[str, ...]) -> list[Any]:
    """Numbers where each is one of its own, booleans, else text, which may be JSON."""
    filled = {text for text in cells if text}
    if filled <= {"true", "false"} or _are_different_numbers(filled):
        return list(map(typed, cells))
    return [_text_or_json(text) for text in cells]


def _text_or_json(text: str) -> Any:
    """A list or object in JSON, strictly; else the text, where there is any."""
    if text[:1] not in ("[", "{"):
        return text or None
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except ValueError:
        return text


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key appears twice")
    return dict(pairs)


def _are_different_numbers(texts: set[str]) -> bool:
    if not all(_SCALAR.fullmatch(text) and text[0] in "-0123456789" for text in texts):
        return False
    values = [json.loads(text) for text in texts]
    integers = [value for value in values if isinstance(value, int)]
    doubles = [value for value in values if isinstance(value, float)]
    if not all(map(math.isfinite, doubles)):
        return False
    alone = len(set(integers)) == len(integers) and len(set(doubles)) == len(doubles)
    return alone and not {float(value) for value in integers} & set(doubles)


def by_json(text: str) -> Any:
    return json.loads(text)


def by_json_lines(text: str) -> Any:
    return [json.loads(line) for line in text.split("\n")] if text else []


def by_json_rows(text: str) -> Any:
    data = json.loads(text)
    if isinstance(data.get("rows"), list) and set(data) == {"columns", "rows"}:
        if not all(isinstance(column, str) for column in data["columns"]):
            raise NotCovered("tables that are called columns and rows")
        return [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]
    return {
        name: [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
        for name, table in data.items()
    }


def by_legend(text: str) -> Any:
    body, legend = text.split("\n")
    names = json.loads(legend)

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        return {names.get(code, code): value for code, value in found}

    return json.loads(body, object_pairs_hook=pairs)


def by_pyyaml(text: str) -> Any:
    return yaml.safe_load(text)


def by_yaml_1_2(text: str) -> Any:
    from ruamel.yaml import YAML

    reader = YAML(typ="safe", pure=True)
    reader.version = (1, 2)
    return reader.load(text)


def by_toon(text: str) -> Any:
    import toon_format

    return toon_format.decode(text)


def by_toons(text: str) -> Any:
    import toons

    return toons.loads(text)


def by_csv(text: str) -> Any:
    if text.startswith("# "):
        if '"' in text:
            raise NotCovered("several tables and quotes, which may hold a line that names a table")
        return _sections(text, _csv_table)
    return _csv_table(text)


def _csv_table(text: str) -> list[dict[str, Any]]:
    header, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    return _records(header, rows)


def by_csv_flat(text: str) -> Any:
    records = by_csv(text)
    if isinstance(records, dict):
        return {name: list(map(_unflattened, rows)) for name, rows in records.items()}
    return list(map(_unflattened, records))


def _unflattened(record: dict[str, Any]) -> dict[str, Any]:
    """The outermost objects first, each from the columns that share its name; in any order."""
    if any(column.startswith(f"{other}.") for column in record for other in record):
        raise NotCovered("a column under another one")
    heads = {column.split(".", 1)[0] for column in record if "." in column}
    plain = {column: value for column, value in record.items() if "." not in column}
    return plain | {head: _unflattened(_under(head, record)) for head in heads}


def _under(head: str, record: dict[str, Any]) -> dict[str, Any]:
    start = f"{head}."
    return {c[len(start) :]: value for c, value in record.items() if c.startswith(start)}


def by_tsv(text: str) -> Any:
    return _sections(text, _tsv_table) if text.startswith("# ") else _tsv_table(text)


def _tsv_table(text: str) -> list[dict[str, Any]]:
    header, *rows = [list(map(_unescaped, line.split("\t"))) for line in text.split("\n")]
    return _records(header, rows)


def _unescaped(text: str) -> str:
    meant = {"\\\\": "\\", "\\t": "\t", "\\n": "\n", "\\r": "\r"}
    return re.sub(r"\\[\\tnr]", lambda found: meant[found[0]], text)


def _sections(text: str, read: Callable[[str], Any]) -> Any:
    parts = [part.split("\n", 1) for part in re.split(r"\n\n(?=# )", text)]
    return {name.removeprefix("# "): read(body) for name, body in parts}


def by_markdown_table(text: str) -> Any:
    """GFM tables as markdown-it renders them, each under its heading if there is one."""
    found: dict[str | None, Any] = {}
    name: str | None = None
    for node in _markdown(text):
        if node.type == "heading":
            name = _shown(node)
            continue
        assert node.type == "table", node.type
        header, *rows = [
            list(map(_shown, row.children)) for part in node.children for row in part.children
        ]
        found[name] = _records(header, rows)
    return found.get(None, found)


def by_markdown_list(text: str) -> Any:
    """Headings and items as markdown-it renders them."""
    if "\\:" in text:
        raise NotCovered("an escaped colon in a key")
    found: dict[str | None, list[dict[str, Any]]] = {}
    name: str | None = None
    for node in _markdown(text):
        if node.tag == "h1":
            name = _shown(node)
            found[name] = []
        elif node.tag == "h2":
            found.setdefault(name, []).append({})
        else:
            assert node.tag == "ul", node.tag
            found[name][-1].update(_item(item) for item in node.children)
    return found.get(None, found)


def _item(node: SyntaxTreeNode) -> tuple[str, Any]:
    (paragraph,) = node.children
    assert paragraph.type == "paragraph", paragraph.type
    key, _, value = _shown(paragraph).partition(":")
    return key, typed(value.strip(" "))


def _markdown(text: str) -> list[SyntaxTreeNode]:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return SyntaxTreeNode(parser.parse(text)).children


def _shown(node: SyntaxTreeNode) -> str:
    """What a reader of the page sees; HTML is seen as something that no text equals."""
    (inline,) = node.children
    seen = {"softbreak": "\n", "hardbreak": "\n", "html_inline": "\0", "image": "\0"}
    tokens = inline.token.children if inline.token else None
    return "".join(seen.get(token.type, token.content) for token in tokens or [])


def by_xml(text: str) -> Any:
    from xml.etree import ElementTree

    return _element(ElementTree.fromstring(text))  # noqa: S314  our own renderings


def _element(element: Element) -> Any:
    children = list(element)
    if not children:
        return typed(element.text or "")
    if all(child.tag == "item" for child in children):
        return list(map(_element, children))
    names = [
        child.get("k") if child.tag == "f" and "k" in child.attrib else child.tag
        for child in children
    ]
    assert len(set(names)) == len(names)
    return dict(zip(names, map(_element, children), strict=True))


READERS: dict[str, tuple[Callable[[str], Any], ...]] = {
    "json-pretty": (by_json,),
    "json-min": (by_json,),
    "json-short": (by_json,),
    "yaml": (by_pyyaml, by_yaml_1_2),
    "csv": (by_csv,),
    "tsv": (by_tsv,),
    "markdown": (by_markdown_table,),
    "toon": (by_toon, by_toons),
    "json-default": (by_json,),
    "json-ascii": (by_json,),
    "jsonl": (by_json_lines,),
    "json-rows": (by_json_rows,),
    "json-short-legend": (by_legend,),
    "csv-flat": (by_csv_flat,),
    "toon-tab": (by_toon, by_toons),
    "markdown-kv": (by_markdown_list,),
    "xml": (by_xml,),
}
"""The independent readers of each format."""


_FAILURES = (
    AssertionError,
    KeyError,
    TypeError,
    ValueError,
    ruamel.yaml.error.YAMLError,
    yaml.YAMLError,
)
"""What the independent readers raise on a text that they cannot read."""


def wrong_verdict(form: str, data: Any, rendering: str) -> str | None:
    """Why a rendering of the data must not be called lossless, or None."""
    for read in READERS[form]:
        try:
            back = read(rendering)
        except NotCovered:
            continue
        except _FAILURES as error:
            return f"{read.__name__} fails: {error!r}"
        if not same(data, back):
            return f"{read.__name__} gets {back!r}"
    return None
