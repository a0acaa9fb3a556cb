"""Positions in the drawn tree of a document, and what fits into them.

client/src/builder/tree/model/places.ts has the same rules; tests/fixtures/documents/commands.json tests both.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import pycrdt
from fractional_indexing import FIError, generate_key_between, validate_order_key

from server.documents import snapshot
from server.documents.structure import NodeLevel, Structure
from server.documents.tree import Branch, Node

Nesting = Mapping[str, int]

_NO_NESTING: Final[Nesting] = {}


class Shape(Protocol):
    """What decides where a branch or a piece can go."""

    @property
    def level(self) -> str:
        """Its level in the structure."""

    @property
    def children(self) -> Sequence["Shape"]:
        """What is inside it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A position: 0 is before the first child in the slot; an index past the last child is the end."""

    parent: str
    index: int
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A drawn branch with its position. `nesting` is the number of its ancestors by level."""

    branch: Branch
    parent: str
    root: str
    nesting: Nesting


class Outline:
    """The drawn tree of a document with an index by id."""

    def __init__(self, doc: "pycrdt.Doc[Any]", structure: Structure) -> None:
        self._structure = structure
        self._nodes, self.tree = snapshot.nodes_and_tree(doc, structure)
        self._found = {found.branch.id: found for found in self._walk()}

    def find(self, node_id: str) -> Found | None:
        """The branch with this id; None if it is not drawn."""
        return self._found.get(node_id)

    def node(self, node_id: str) -> Node:
        """A drawn node as stored."""
        return self._nodes[node_id]

    def path(self, node_id: str) -> Iterable[str]:
        """The id of a node and those of its ancestors, without the root."""
        found = self._found.get(node_id)
        while found is not None:
            yield found.branch.id
            found = self._found.get(found.parent)

    def fits(self, shape: Shape, place: Place) -> bool:
        """Whether level and slot are allowed, no depth is exceeded, and a branch does not go into itself."""
        level = self._level_of(place.parent)
        if level is None or shape.level not in level.holds or place.slot not in self._slots_of(place.parent):
            return False
        if isinstance(shape, Branch) and shape.id in self.path(place.parent):
            return False
        around = self._found.get(place.parent)
        for name, inside in _nesting_of(shape).items():
            depth = self._structure.levels[name].depth
            own = around.nesting.get(name, 0) + int(around.branch.level == name) if around else 0
            if depth is not None and own + inside > depth:
                return False
        return True

    def at(self, place: Place, *, moving: str | None = None) -> list[str]:
        """The value of `at` for a node at this position. `moving` is its id if it is one of the siblings."""
        found = self._found.get(place.parent)
        root = found.root if found else place.parent
        siblings = [branch.id for branch in self._siblings(place)]
        index = max(0, place.index)
        before, after = (
            self._orders([each for each in part if each != moving], place)
            for part in (siblings[:index], siblings[index:])
        )
        left = before[-1] if before else None
        # Equal orders leave no gap, so the next larger order is the bound.
        right = next((order for order in after if left is None or order > left), None)
        order = generate_key_between(left, right)
        return [place.parent, order, root, *([place.slot] if place.slot else [])]

    def _orders(self, siblings: Iterable[str], place: Place) -> list[str]:
        """Orders of those stored under this parent: a node reattached from a cycle has one of another position."""
        stored = [self._nodes[key].at for key in siblings]
        here = [at.order for at in stored if at.parent == place.parent and place.slot in ("", at.slot)]
        return [order for order in here if _is_order(order)]

    def _siblings(self, place: Place) -> Sequence[Branch]:
        found = self._found.get(place.parent)
        children = found.branch.children if found else self.tree[place.parent]
        return [branch for branch in children if branch.slot == place.slot]

    def _level_of(self, parent: str) -> NodeLevel | None:
        if parent in self.tree:
            return self._structure.root
        found = self._found.get(parent)
        return self._structure.levels[found.branch.level] if found else None

    def _slots_of(self, parent: str) -> Sequence[str]:
        node = self._nodes.get(parent) if parent not in self.tree else None
        return ("",) if node is None or node.slots is None else node.slots

    def _walk(self) -> Iterable[Found]:
        for root, branches in self.tree.items():
            waiting = [Found(branch, root, root, _NO_NESTING) for branch in branches]
            while waiting:
                found = waiting.pop()
                yield found
                level, nesting = found.branch.level, found.nesting
                inside = {**nesting, level: nesting.get(level, 0) + 1}
                waiting += [Found(child, found.branch.id, root, inside) for child in found.branch.children]


def _nesting_of(shape: Shape) -> Nesting:
    """Maximum number of nodes inside each other by level, the top one included."""
    most: dict[str, int] = {}
    waiting: list[tuple[Shape, Nesting]] = [(shape, _NO_NESTING)]
    while waiting:
        one, around = waiting.pop()
        inside = {**around, one.level: around.get(one.level, 0) + 1}
        most[one.level] = max(most.get(one.level, 0), inside[one.level])
        waiting += [(child, inside) for child in one.children]
    return most


def _is_order(value: str) -> bool:
    """Whether there is room beside it: a third-party client may have stored any other string."""
    try:
        validate_order_key(value)
        generate_key_between(value, None)
    except (FIError, ValueError, IndexError):
        return False
    return True
