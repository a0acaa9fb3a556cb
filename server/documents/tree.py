"""The visible tree of a document: the stored nodes that editors show and emails contain.

Concurrent moves and deletions can leave nodes in a cycle, too deep or without a parent; the rules below make a tree of
them. client/src/builder/tree/model/tree.ts has the same rules, and tests/fixtures/documents/{structures,trees}.json
tests both.

1. A node and its descendants are not visible if its id is the id of a root, if its parent is `REMOVED`, does not exist
   or does not accept its level, or if its parent has slots and the node names none of them.
2. Siblings are sorted by slot, then by order, then by id.
3. From each cycle, the node with the smallest id, among those that a root accepts, moves to the end of its stored
   root, or of the first root if that one is gone. The rest of the cycle follows it. A cycle without such a node is not
   visible.
4. A node in more nodes of its own level than the level's depth allows goes after the innermost of them that is
   allowed.

The code does not recurse: a third-party client can nest nodes to any depth.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from server.documents.structure import TreeStructure

Nodes = Mapping[str, "Node"]
Tree = dict[str, tuple["Branch", ...]]
Ranks = Mapping[str, Mapping[str, int]]

REMOVED: Final = "removed"


@dataclass(frozen=True, slots=True)
class NodePosition:
    """Position of a node: its parent, its order among its siblings, the root that it was placed under, and its slot.

    `slot` is empty if the parent has no slots.
    """

    parent: str
    order: str
    root: str
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A node as stored. Ids, orders and kinds are ASCII: `snapshot.py` excludes all others.

    `slots` are the slots for its children; None if its kind has none.
    """

    level: str
    kind: str
    at: NodePosition
    slots: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A visible node with its children, which are sorted by slot."""

    id: str
    level: str
    kind: str
    children: tuple["Branch", ...]
    slot: str = ""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Branch) and _flatten(self) == _flatten(other))

    def __hash__(self) -> int:
        return hash(self.id)


def iter_branches(branches: Iterable[Branch]) -> Iterator[Branch]:
    """Yields every branch in display order, parents before their children."""
    waiting = [*branches][::-1]
    while waiting:
        branch = waiting.pop()
        yield branch
        if branch.children:
            waiting += branch.children[::-1]


def index_branches(tree: Mapping[str, Sequence[Branch]]) -> dict[str, Branch]:
    return {branch.id: branch for branches in tree.values() for branch in iter_branches(branches)}


def build_tree(nodes: Nodes, roots: Sequence[str], structure: "TreeStructure") -> Tree:
    """The branches by root. Each node is in at most one of them."""
    places = frozenset(roots)
    if any(root in nodes for root in roots):
        nodes = {key: node for key, node in nodes.items() if key not in places}
    ranks = {
        key: {slot: at for at, slot in enumerate(node.slots)} for key, node in nodes.items() if node.slots is not None
    }
    parents = _find_parents(nodes, places, ranks, structure)
    reattached = _break_cycles(nodes, parents, roots, structure)
    children = _sort_children(nodes, parents, reattached, ranks)
    return {root: _build_branches(root, nodes, children, structure) for root in roots}


def _flatten(branch: Branch) -> list[tuple[str, str, str, str, int]]:
    return [(each.id, each.level, each.kind, each.slot, len(each.children)) for each in iter_branches((branch,))]


def _find_parents(nodes: Nodes, roots: frozenset[str], ranks: Ranks, structure: "TreeStructure") -> dict[str, str]:
    """Parent by node id, for nodes with an existing parent that accepts them."""
    holds = {name: frozenset(level.holds) for name, level in structure.levels.items()}
    in_root = frozenset(structure.root.holds)
    parents = {}
    for key, node in nodes.items():
        above = node.at.parent
        if above in roots:
            fits = node.level in in_root
        else:
            parent = nodes.get(above)
            fits = (
                parent is not None
                and node.level in holds[parent.level]
                and (above not in ranks or node.at.slot in ranks[above])
            )
        if fits and above != REMOVED:
            parents[key] = above
    return parents


def _break_cycles(
    nodes: Nodes, parents: dict[str, str], roots: Sequence[str], structure: "TreeStructure"
) -> frozenset[str]:
    """Reattaches one node of each cycle to a root, as rule 3 says. Returns the ids of these nodes."""
    reattached: set[str] = set()
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
        cycle = [key for key in way[way.index(here) :] if nodes[key].level in structure.root.holds]
        if not cycle:
            continue
        first = min(cycle)
        parents[first] = nodes[first].at.root if nodes[first].at.root in roots else roots[0]
        reattached.add(first)
    return frozenset(reattached)


def _sort_children(
    nodes: Nodes, parents: Mapping[str, str], reattached: frozenset[str], ranks: Ranks
) -> dict[str, list[str]]:
    children: dict[str, list[str]] = {}
    for key, parent in parents.items():
        children.setdefault(parent, []).append(key)

    def place(key: str) -> tuple[bool, str, str]:
        # The order of a reattached node is relative to its previous siblings.
        return key in reattached, "" if key in reattached else nodes[key].at.order, key

    for parent, siblings in children.items():
        rank = ranks.get(parent)
        if rank is None:
            siblings.sort(key=place)
        else:
            children[parent] = [
                key for _, _, key in sorted((rank[nodes[key].at.slot], place(key), key) for key in siblings)
            ]
    return children


@dataclass(slots=True)
class _OpenBranch:
    """A branch with children that are not built yet."""

    id: str
    slot: str
    # The remaining children, last first.
    waiting: list[tuple[str, str]]
    drawn: list[Branch] = field(default_factory=list)
    too_deep: list[str] = field(default_factory=list)


def _build_branches(
    root: str, nodes: Nodes, children: Mapping[str, list[str]], structure: "TreeStructure"
) -> tuple[Branch, ...]:
    depths = {name: level.depth for name, level in structure.levels.items() if level.depth is not None}
    # Open branches by level, outermost first, for levels with a depth.
    around: dict[str, list[_OpenBranch]] = {name: [] for name in depths}

    def open_branch(key: str, slot: str) -> _OpenBranch:
        inside = children.get(key, ())[::-1]
        if key in nodes and nodes[key].slots is not None:
            return _OpenBranch(key, slot, [(child, nodes[child].at.slot) for child in inside])
        return _OpenBranch(key, slot, [(child, "") for child in inside])

    open_ = [open_branch(root, "")]
    while True:
        here = open_[-1]
        if here.waiting:
            key, slot = here.waiting.pop()
            node = nodes[key]
            same = around.get(node.level)
            if same is not None and len(same) >= depths[node.level]:
                same[-1].too_deep.append(key)
            elif key not in children:
                here.drawn.append(Branch(key, node.level, node.kind, (), slot))
            else:
                open_.append(open_branch(key, slot))
                if same is not None:
                    same.append(open_[-1])
            continue
        open_.pop()
        if not open_:
            return tuple(here.drawn)
        node = nodes[here.id]
        if node.level in around:
            around[node.level].pop()
        open_[-1].drawn.append(Branch(here.id, node.level, node.kind, tuple(here.drawn), here.slot))
        open_[-1].waiting += [(key, here.slot) for key in reversed(here.too_deep)]
