"""The tree that a document means, whatever its nodes say.

Several people move and remove at once, so that nodes may form a cycle, lie too deep or lack their parent.
client/src/builder/tree/model/tree.ts has the same rule; both are held together by tests/fixtures/documents/trees.json.

1. A node whose parent is `REMOVED`, is not there, or can't hold its level, is not drawn, nor is what lies in it.
2. Siblings stand by their order, then by their id.
3. Of each cycle the row with the smallest id goes to the end of the root that it calls home, or of the first root when
   that is gone, and takes the others with it.
4. A row in a column of an inner row goes after that inner row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Level = Literal["row", "column", "component"]
Nodes = Mapping[str, "Node"]

REMOVED: Final = "removed"
_PARTS: Final[tuple[Level, Level]] = ("row", "component")

_HOLDS: Final[Mapping[str, frozenset[Level]]] = {
    "root": frozenset({"row"}),
    "row": frozenset({"column"}),
    "column": frozenset({"row", "component"}),
    "component": frozenset(),
}


@dataclass(frozen=True, slots=True)
class At:
    """Where a node is: its parent, its place among its siblings, and the root under which it was put there."""

    parent: str
    order: str
    home: str


@dataclass(frozen=True, slots=True)
class Node:
    """What a node is. Ids, orders and kinds are ASCII (`snapshot.py` takes no other)."""

    level: Level
    kind: str
    at: At


@dataclass(frozen=True, slots=True)
class Branch:
    """A node where it is drawn, with what lies in it."""

    id: str
    level: Level
    kind: str
    children: tuple["Branch", ...]


def grow(nodes: Nodes, roots: Sequence[str]) -> dict[str, tuple[Branch, ...]]:
    """The branches of each root. Every node stands in it once at most."""
    parents = _parents(nodes, frozenset(roots))
    mended = _mend_cycles(nodes, parents, roots)
    drawing = _Drawing(nodes, _children(nodes, parents, mended))
    return {root: tuple(drawing.outer_row(row) for row in drawing.inside(root)) for root in roots}


def _parents(nodes: Nodes, roots: frozenset[str]) -> dict[str, str]:
    """What each node hangs in, of those that hang in what can hold them."""

    def level_of(name: str) -> str:
        if name in roots:
            return "root"
        return nodes[name].level if name in nodes and name != REMOVED else "component"

    return {key: node.at.parent for key, node in nodes.items() if node.level in _HOLDS[level_of(node.at.parent)]}


def _mend_cycles(nodes: Nodes, parents: dict[str, str], roots: Sequence[str]) -> frozenset[str]:
    """Hangs one row of each cycle in a root; answers these rows."""
    mended: set[str] = set()
    known: set[str] = set()
    for start in nodes:
        way: list[str] = []
        here: str | None = start
        while here is not None and here in nodes and here not in known:
            known.add(here)
            way.append(here)
            here = parents.get(here)
        if here not in way or not roots:
            continue
        row = min(key for key in way[way.index(here) :] if nodes[key].level == "row")
        parents[row] = nodes[row].at.home if nodes[row].at.home in roots else roots[0]
        mended.add(row)
    return frozenset(mended)


def _children(nodes: Nodes, parents: Mapping[str, str], mended: frozenset[str]) -> dict[str, list[str]]:
    children: dict[str, list[str]] = {}
    for key, parent in parents.items():
        children.setdefault(parent, []).append(key)

    def place(key: str) -> tuple[bool, str, str]:
        # The order of a mended row is one among the siblings that it had.
        return key in mended, "" if key in mended else nodes[key].at.order, key

    for siblings in children.values():
        siblings.sort(key=place)
    return children


@dataclass(frozen=True, slots=True)
class _Drawing:
    nodes: Nodes
    children: Mapping[str, list[str]]

    def inside(self, key: str) -> list[str]:
        return self.children.get(key, [])

    def outer_row(self, key: str) -> Branch:
        return self._branch(key, [self._outer_column(column) for column in self.inside(key)])

    def _outer_column(self, key: str) -> Branch:
        inside: list[Branch] = []
        for child in self.inside(key):
            inside += self._inner_rows(child) if self.nodes[child].level == "row" else [self._branch(child)]
        return self._branch(key, inside)

    def _inner_rows(self, first: str) -> list[Branch]:
        """An inner row, and after it those that lay in it."""
        rows: list[Branch] = []
        # Not by recursion: nobody knows how deep a stranger's client nests.
        waiting = [first]
        while waiting:
            key = waiting.pop()
            columns: list[Branch] = []
            too_deep: list[str] = []
            for column in self.inside(key):
                of_level = {level: [c for c in self.inside(column) if self.nodes[c].level == level] for level in _PARTS}
                columns.append(self._branch(column, [self._branch(child) for child in of_level["component"]]))
                too_deep += of_level["row"]
            rows.append(self._branch(key, columns))
            waiting += reversed(too_deep)
        return rows

    def _branch(self, key: str, children: Sequence[Branch] = ()) -> Branch:
        return Branch(key, self.nodes[key].level, self.nodes[key].kind, tuple(children))
