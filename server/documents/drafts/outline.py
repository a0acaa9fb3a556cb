"""The visible tree of a document while commands change it.

The nodes are read once. Each command then updates the positions that it changes, so that many commands take time
proportional to the document plus the commands. Only a tree that the rules of `tree.py` had to repair, after concurrent
moves, is built again after each change: one change can undo several repairs.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from server.documents.structure import NodeLevel, TreeStructure
from server.documents.tree import REMOVED, Branch, Node, NodePosition, Tree, build_tree
from server.documents.tree_positions import Nesting, Shape, TreePosition, compute_nesting, generate_order

_ONE_SLOT: Final = ("",)


class TreeOutline:
    """The visible tree of a document with an index by id. Ids in calls must be visible, unless said otherwise."""

    def __init__(self, nodes: Mapping[str, Node], roots: Iterable[str], structure: TreeStructure) -> None:
        self._structure = structure
        self._nodes = dict(nodes)
        self._roots = list(roots)
        # None while it has to be built again.
        self._tree: Tree | None = None
        self._rebuild()

    @property
    def tree(self) -> Tree:
        if self._tree is None:
            self._tree = {root: tuple(self._build_branch(key) for key in self._children[root]) for root in self._roots}
        return self._tree

    @property
    def roots(self) -> Sequence[str]:
        return self._roots

    def has(self, key: str) -> bool:
        return key in self._parents or key in self._roots

    def has_node(self, node_id: str) -> bool:
        return node_id in self._parents

    def node(self, node_id: str) -> Node:
        return self._nodes[node_id]

    def path(self, key: str) -> Iterator[str]:
        """The id of a node and those of its ancestors, innermost first, without the root. Empty for a root."""
        while key in self._parents:
            yield key
            key = self._parents[key]

    def root_of(self, key: str) -> str:
        while key in self._parents:
            key = self._parents[key]
        return key

    def can_hold(self, level: str, place: TreePosition) -> bool:
        return level in self._get_level(place.parent).holds and place.slot in self._get_slots(place.parent)

    def fits(self, shape: Shape, place: TreePosition) -> bool:
        return self.can_hold(shape.level, place) and self._has_depth_for(compute_nesting(shape), place.parent)

    def fits_node(self, node_id: str, place: TreePosition) -> bool:
        """Whether a node fits with all its descendants. A position inside the node itself does not fit."""
        return (
            self.can_hold(self._nodes[node_id].level, place)
            and node_id not in self.path(place.parent)
            and self._has_depth_for(self._compute_nesting(node_id), place.parent)
        )

    def position_at(self, place: TreePosition, *, moving: str | None = None) -> NodePosition:
        """The stored position for this place. `moving` is the id of a moved node, which is not counted as a sibling."""
        children = self._children[place.parent]
        start, end = self._get_slot_range(place.parent, place.slot)
        split = min(start + max(0, place.index), end)
        before = (self._get_order(key, place) for key in reversed(children[start:split]) if key != moving)
        after = (self._get_order(key, place) for key in children[split:end] if key != moving)
        order = generate_order(before, after)
        return NodePosition(place.parent, order, self.root_of(place.parent), place.slot)

    def is_at(self, node_id: str, place: TreePosition) -> bool:
        """Whether a node is stored and visible at this place already."""
        at = self._nodes[node_id].at
        if (at.parent, at.root, at.slot) != (place.parent, self.root_of(place.parent), place.slot):
            return False
        if self._parents[node_id] != place.parent:
            return False
        start, end = self._get_slot_range(place.parent, place.slot)
        index = self._children[place.parent].index(node_id) - start
        return min(max(0, place.index), end - start) in (index, index + 1)

    def add(self, nodes: Mapping[str, Node]) -> None:
        """Parents must come before their children."""
        self._nodes.update(nodes)
        if not self._is_regular:
            self._rebuild()
            return
        for key, node in nodes.items():
            self._children[key] = []
            self._attach(key, node.at)

    def move(self, node_id: str, at: NodePosition) -> None:
        """`at` is a position that `position_at` returned."""
        self._nodes[node_id] = replace(self._nodes[node_id], at=at)
        if not self._is_regular:
            self._rebuild()
            return
        self._detach(node_id)
        self._attach(node_id, at)

    def remove(self, node_id: str) -> NodePosition:
        """Removes a node with all its descendants. Returns its new position."""
        at = NodePosition(REMOVED, self._nodes[node_id].at.order, self.root_of(node_id))
        self._nodes[node_id] = replace(self._nodes[node_id], at=at)
        if self._is_regular:
            self._detach(node_id)
            self._drop_subtrees([node_id])
        else:
            self._rebuild()
        return at

    def set_slots(self, node_id: str, slots: tuple[str, ...]) -> None:
        """Replaces the slots of a node. Children in a slot that it loses become invisible."""
        if slots == self._nodes[node_id].slots:
            return
        self._nodes[node_id] = replace(self._nodes[node_id], slots=slots)
        if not self._is_regular or self._hidden.get(node_id, set()) & set(slots):
            self._rebuild()
            return
        ranks = {slot: rank for rank, slot in enumerate(slots)}
        children = self._children[node_id]
        self._tree = None
        self._invalidate_nestings(node_id)
        hidden = [key for key in children if self._slots[key] not in ranks]
        self._hidden.setdefault(node_id, set()).update(self._slots[key] for key in hidden)
        children[:] = sorted(
            (key for key in children if self._slots[key] in ranks), key=lambda key: ranks[self._slots[key]]
        )
        self._drop_subtrees(hidden)

    def add_root(self, root: str) -> None:
        self._roots.append(root)
        self._children[root] = []
        self._tree = None
        if not self._is_regular:
            self._rebuild()

    def remove_root(self, root: str) -> None:
        self._roots.remove(root)
        self._tree = None
        if self._is_regular:
            self._drop_subtrees(self._children.pop(root))
        else:
            self._rebuild()

    def sort_roots(self, roots: Iterable[str]) -> None:
        self._roots = list(roots)
        self._tree = None
        if not self._is_regular:
            self._rebuild()

    def _rebuild(self) -> None:
        tree = build_tree(self._nodes, self._roots, self._structure)
        self._tree = tree
        # Of visible nodes and roots.
        self._parents: dict[str, str] = {}
        self._slots: dict[str, str] = {}
        self._children: dict[str, list[str]] = {}
        # Nesting by node, until something in it changes.
        self._nestings: dict[str, Nesting] = {}
        # By node, the slots that it lacks and that a stored child is in.
        self._hidden: dict[str, set[str]] = {}
        waiting: list[tuple[str, Sequence[Branch]]] = list(tree.items())
        while waiting:
            parent, branches = waiting.pop()
            self._children[parent] = [branch.id for branch in branches]
            for branch in branches:
                self._parents[branch.id] = parent
                self._slots[branch.id] = branch.slot
                waiting.append((branch.id, branch.children))
        self._is_regular = all(self._nodes[key].at.parent == parent for key, parent in self._parents.items())
        for node in self._nodes.values():
            above = self._nodes.get(node.at.parent)
            if above is not None and above.slots is not None and node.at.slot not in above.slots:
                self._hidden.setdefault(node.at.parent, set()).add(node.at.slot)

    def _attach(self, key: str, at: NodePosition) -> None:
        self._tree = None
        slots = self._get_slots(at.parent)
        self._parents[key], self._slots[key] = at.parent, at.slot if slots is not _ONE_SLOT else ""
        ranks = self._get_ranks(at.parent)
        insort(
            self._children[at.parent],
            key,
            key=lambda each: (ranks[self._slots[each]], self._nodes[each].at.order, each),
        )
        self._invalidate_nestings(at.parent)

    def _detach(self, key: str) -> None:
        self._tree = None
        parent = self._parents.pop(key)
        self._children[parent].remove(key)
        self._invalidate_nestings(parent)

    def _drop_subtrees(self, keys: Iterable[str]) -> None:
        waiting = [*keys]
        while waiting:
            key = waiting.pop()
            self._parents.pop(key, None)
            self._nestings.pop(key, None)
            del self._slots[key]
            waiting += self._children.pop(key)

    def _get_slot_range(self, parent: str, slot: str) -> tuple[int, int]:
        children, ranks = self._children[parent], self._get_ranks(parent)

        def rank(key: str) -> int:
            return ranks[self._slots[key]]

        return bisect_left(children, ranks[slot], key=rank), bisect_right(children, ranks[slot], key=rank)

    def _get_ranks(self, parent: str) -> Mapping[str, int]:
        return {slot: rank for rank, slot in enumerate(self._get_slots(parent))}

    def _get_order(self, key: str, place: TreePosition) -> str | None:
        """The order of a sibling; None for one that is stored under another parent, to which its order belongs."""
        at = self._nodes[key].at
        return at.order if at.parent == place.parent and place.slot in ("", at.slot) else None

    def _get_level(self, parent: str) -> NodeLevel:
        is_node = parent in self._parents
        return self._structure.levels[self._nodes[parent].level] if is_node else self._structure.root

    def _get_slots(self, parent: str) -> Sequence[str]:
        slots = self._nodes[parent].slots if parent in self._parents else None
        return _ONE_SLOT if slots is None else slots

    def _has_depth_for(self, nesting: Nesting, parent: str) -> bool:
        limits = {name: self._structure.levels[name].depth for name in nesting}
        around: dict[str, int] = {}
        for key in self.path(parent):
            level = self._nodes[key].level
            around[level] = around.get(level, 0) + 1
        return all(depth is None or around.get(name, 0) + nesting[name] <= depth for name, depth in limits.items())

    def _compute_nesting(self, node_id: str) -> Nesting:
        """The maximum number of nodes inside each other by level, this node included."""
        waiting = [node_id]
        while waiting:
            key = waiting[-1]
            unknown = [child for child in self._children[key] if child not in self._nestings]
            if unknown:
                waiting += unknown
                continue
            most: dict[str, int] = {}
            for child in self._children[key]:
                for name, depth in self._nestings[child].items():
                    most[name] = max(most.get(name, 0), depth)
            level = self._nodes[key].level
            most[level] = most.get(level, 0) + 1
            self._nestings[key] = most
            waiting.pop()
        return self._nestings[node_id]

    def _invalidate_nestings(self, key: str) -> None:
        for each in self.path(key):
            self._nestings.pop(each, None)

    def _build_branch(self, top: str) -> Branch:
        done: dict[str, Branch] = {}
        waiting = [(top, False)]
        while waiting:
            key, is_ready = waiting.pop()
            if not is_ready:
                waiting.append((key, True))
                waiting += [(child, False) for child in self._children[key]]
                continue
            node = self._nodes[key]
            children = tuple(done.pop(child) for child in self._children[key])
            done[key] = Branch(key, node.level, node.kind, children, self._slots[key])
        return done[top]
