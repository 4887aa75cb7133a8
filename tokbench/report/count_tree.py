"""Counted files as a tree of folders, and the part of it that has room on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from tokbench.counts import Counts, sum_of


@dataclass(slots=True)
class Node:
    """A file, or a folder with all that is below it.

    Attributes:
        path: Its path; empty above several paths that have no folder in common.
        depth: Its level; the root has 0.
        files: How many files it is or has.
        tokens: Tokens by counter; None where that counter failed on a file.
        is_over: Whether it is or has a file that is over the limit.
        children: What is in it, by name.
    """

    path: str
    depth: int = 0
    files: int = 0
    tokens: Mapping[str, int | None] = field(default_factory=dict)
    is_over: bool = False
    children: dict[str, Node] = field(default_factory=dict)

    def add(self, tokens: Mapping[str, int | None], *, files: int = 1, is_over: bool) -> None:
        """Add one file, or what another node has."""
        added = {name: sum_of((self.tokens.get(name, 0), count)) for name, count in tokens.items()}
        self.tokens = added
        self.files += files
        self.is_over |= is_over


def tree(counts: Counts) -> Node:
    """The files as a tree; a folder with a single entry is one node with it, and so is the root."""
    root = Node("")
    for file in counts.files:
        node, is_over = root, file.is_over(counts.max_tokens)
        node.add(file.tokens, is_over=is_over)
        for part in PurePath(file.path).parts:
            if part not in node.children:
                node.children[part] = Node(str(PurePath(node.path, part)))
            node = node.children[part]
            node.add(file.tokens, is_over=is_over)
    root = _merged(root)
    if not root.children:  # a single file
        return Node("", files=1, tokens=root.tokens, children={root.path: root})
    for node in below(root):
        node.children = {each.path: each for each in map(_merged, node.children.values())}
        for child in node.children.values():
            child.depth = node.depth + 1
    return root


def below(root: Node) -> Iterator[Node]:
    """A node and all below it, each after its parent; the children are looked up afterwards."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending += reversed(node.children.values())


def costliest(root: Node, counter: str, top: int, depth: int | None) -> set[str]:
    """The paths of the nodes that cost most, and of those over the limit, with their parents.

    A folder never costs less than what is in it, so its parents come before a node by themselves.

    Args:
        root: The tree.
        counter: The counter that says what a node costs.
        top: How many nodes.
        depth: The deepest level of a node that is not over the limit; None for any.
    """
    nodes = [node for node in below(root) if node is not root]
    within = [node for node in nodes if depth is None or node.depth <= depth]
    within.sort(key=lambda node: (*_order(node, counter), node.depth))
    return {node.path for node in (*within[:top], *(node for node in nodes if node.is_over))}


def by_cost(nodes: Iterable[Node], counter: str) -> list[Node]:
    """Nodes, the costliest first; what could not be counted is last."""
    return sorted(nodes, key=lambda node: (*_order(node, counter), node.path))


def _order(node: Node, counter: str) -> tuple[bool, int]:
    tokens = node.tokens[counter]
    return tokens is None, -(tokens or 0)


def _merged(node: Node) -> Node:
    while len(node.children) == 1:
        (node,) = node.children.values()
    return node
