"""The tokens of files as sheets: a tree with totals for people, one line a file for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Final, NamedTuple

from tokbench.counts import Counts
from tokbench.errors import option
from tokbench.report.count_tree import Node, by_cost, costliest, tree
from tokbench.report.sheet import Cell, Column, Line, Role, Sheet, blank, percent, whole, words
from tokbench.text import plural, printable

DEFAULT_TOP: Final = 40
"""How many files and folders people see, where they do not say."""


_NAMED: Final = 8
"""How many files a caption names."""


class CountsView(NamedTuple):
    """Counts, and how much of them people see; programs see all.

    Attributes:
        counts: The counts.
        top: How many files and folders have a line of their own.
        depth: The deepest level of folders that is shown; None for all.
    """

    counts: Counts
    top: int = DEFAULT_TOP
    depth: int | None = None


def file_sheet(counts: Counts) -> Sheet:
    """One line a file, most tokens first, then what was skipped."""
    names = [info.name for info in counts.counters]
    columns = (
        Column("path"),
        *(Column(f"{name} tokens", align="right") for name in names),
        Column("over"),
        Column("skipped"),
    )
    is_limited = counts.max_tokens is not None
    lines = [
        Line(
            (
                words(_whole(file.path)),
                *(whole(file.tokens[name]) for name in names),
                words(str(file.is_over(counts.max_tokens)).lower()) if is_limited else blank(),
                words("; ".join(file.skipped_counters.values())),
            )
        )
        for file in counts.files
    ]
    empty = [blank()] * (len(names) + 1)
    lines += [
        Line((words(_whole(file.path)), *empty, words(file.reason))) for file in counts.skipped
    ]
    return Sheet("", columns, tuple(lines))


def tree_sheet(view: CountsView, *, full_paths: bool = False) -> Sheet:
    """The costliest files and folders, each folder above what is in it, and the total.

    Args:
        view: The counts.
        full_paths: Whether a line has the whole path, not its end behind spaces.
    """
    counts = view.counts
    root = tree(counts)
    columns = (
        Column("path"),
        Column("files", align="right", leaves=2),
        *(Column(f"{info.name} tokens", align="right") for info in counts.counters),
        Column("share", align="right", leaves=1),
    )
    lines = _Lines(view, root, full_paths=full_paths).below(root)
    title = printable(root.path)
    return Sheet(title, columns, tuple(lines), tuple(_captions(counts)))


class _Lines:
    """The lines of a tree."""

    def __init__(self, view: CountsView, root: Node, *, full_paths: bool) -> None:
        self._infos, self._root, self._full_paths = view.counts.counters, root, full_paths
        self._first = self._infos[0].name
        self._shown = costliest(root, self._first, view.top, view.depth)

    def below(self, root: Node) -> Iterator[Line]:
        """Those of all nodes below the root, then the total of several files."""
        pending = [(child, root) for child in reversed(self._entries(root))]
        while pending:
            node, parent = pending.pop()
            yield self._line(node, self._name(node, parent))
            if node.path in self._shown:
                pending += ((child, node) for child in reversed(self._entries(node)))
        if root.files > 1:
            yield self._line(root, "total")

    def _entries(self, folder: Node) -> list[Node]:
        """What is shown of a folder; the rest of it is one entry, which has no path."""
        children = by_cost(folder.children.values(), self._first)
        shown = [child for child in children if child.path in self._shown]
        hidden = [child for child in children if child.path not in self._shown]
        if not shown and folder is not self._root:
            return []
        if len(hidden) > 1:
            rest = Node("", folder.depth + 1)
            for child in hidden:
                rest.add(child.tokens, files=child.files, is_over=False)
            hidden = [rest]
        return [*shown, *hidden]

    def _name(self, node: Node, parent: Node) -> str:
        indent = "" if self._full_paths else "  " * (node.depth - 1)
        if not node.path:
            return f"{indent}and {plural(node.files, 'more file')}"
        is_whole = self._full_paths or not parent.path
        name = node.path if is_whole else str(PurePath(node.path).relative_to(parent.path))
        end = " (over)" if node.is_over and not node.children else ""
        return f"{indent}{printable(name)}{'/' if node.children else ''}{end}"

    def _line(self, node: Node, name: str) -> Line:
        tokens, total = node.tokens[self._first], self._root.tokens[self._first]
        share = tokens / total if tokens is not None and total else None
        is_file = node.files == 1 and not node.children
        return Line(
            (
                Cell(name, node.path),
                blank() if is_file else whole(node.files),
                *(
                    whole(node.tokens[info.name], estimate=info.kind == "estimate")
                    for info in self._infos
                ),
                percent(share),
            ),
            self._role(node),
            None if node is self._root else share,
        )

    def _role(self, node: Node) -> Role:
        if node is self._root:
            return "baseline"
        if node.is_over and not node.children:
            return "warning"
        return "plain" if node.path else "aside"


def _captions(counts: Counts) -> Iterator[str]:
    if counts.over:
        over = _some([file.path for file in counts.over])
        yield f"Over {option('max_tokens', counts.max_tokens)}: {over}"
    for reason, paths in _by_reason((file.reason, file.path) for file in counts.skipped).items():
        yield f"Left out: {_some(paths)}: {reason}"
    failures = (
        (f"{name}: {reason}", file.path)
        for file in counts.files
        for name, reason in file.skipped_counters.items()
    )
    for reason, paths in _by_reason(failures).items():
        yield f"{_some(paths)}: {reason}"
    for info in counts.counters:
        yield from (f"{info.name}: {note}" for note in info.notes)


def _by_reason(found: Iterable[tuple[str, str]]) -> Mapping[str, list[str]]:
    reasons: dict[str, list[str]] = {}
    for reason, path in found:
        reasons.setdefault(reason, []).append(path)
    return reasons


def _whole(path: str) -> str:
    return printable(path, len(path))


def _some(paths: Sequence[str]) -> str:
    """The first few paths, and how many more there are."""
    more = len(paths) - _NAMED
    names = ", ".join(map(printable, paths[:_NAMED]))
    return f"{names} and {more:,} more" if more > 0 else names
