"""Changes of a tree document."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

import pycrdt

from server.core.errors import NotFound
from server.core.patches.shared_types import open_walk
from server.documents import limits, snapshot
from server.documents.drafts.base import Draft, list_group_starts, store_value
from server.documents.drafts.outline import TreeOutline
from server.documents.errors import ChangeNotAllowed, DocumentFull
from server.documents.kinds.registry import Editor
from server.documents.maps import ROOTS
from server.documents.pieces import (
    GroupStart,
    InsertedNode,
    Piece,
    fill_settings,
    generate_ids,
    insert_piece,
    merge_settings,
)
from server.documents.snapshot import MAX_SLOTS, ORDER, sort_ids
from server.documents.structure import TreeStructure
from server.documents.tree import Node, NodePosition, Tree
from server.documents.tree_positions import TreePosition, generate_order


class TreeDraft(Draft):
    """A tree document while code on the server changes it.

    Positions count the children that are visible after the previous command.
    """

    def __init__(self, doc: "pycrdt.Doc[Any]", editor: Editor) -> None:
        if not isinstance(editor.structure, TreeStructure):
            raise TypeError("The nodes of this editor form no tree")
        super().__init__(doc, editor)
        self._structure = editor.structure
        self._roots = doc.get(ROOTS, type=pycrdt.Map)
        self._outline = TreeOutline(
            snapshot.read_nodes(doc, self._structure), snapshot.list_root_ids(doc), self._structure
        )

    @property
    def tree(self) -> Tree:
        return self._outline.tree

    def insert(self, piece: Piece, place: TreePosition) -> str:
        """Returns the id of the piece's top node."""
        self._count_command()
        self._check_pieces([piece])
        self._check_position(place)
        if not self._outline.fits(piece, place):
            raise ChangeNotAllowed(payload={"reason": "position"})
        return self._insert_piece(piece, self._outline.position_at(place), generate_ids([piece]))

    def move(self, node_id: str, place: TreePosition) -> None:
        self._count_command()
        self._check_node(node_id)
        self._check_position(place)
        if not self._outline.fits_node(node_id, place):
            raise ChangeNotAllowed(payload={"reason": "position"})
        if self._outline.is_at(node_id, place):
            return
        at = self._outline.position_at(place, moving=node_id)
        self._nodes[node_id]["at"] = _to_stored(at)
        self._outline.move(node_id, at)

    def remove(self, node_id: str) -> None:
        self._count_command()
        self._check_node(node_id)
        self._nodes[node_id]["at"] = _to_stored(self._outline.remove(node_id))

    def update_settings(self, node_id: str, changes: Mapping[str, Any]) -> None:
        """Changes settings of a node; of a group or list only the named parts. None deletes."""
        self._count_command()
        self._check_node(node_id)
        kind = self._outline.node(node_id).kind
        self._merge_node_settings(node_id, kind, changes)
        field = self._structure.slots.get(kind)
        if field is not None and field in changes:
            with open_walk(self._doc) as see:
                settings = self._nodes[node_id]["settings"].integrated
                self._outline.set_slots(node_id, snapshot.list_item_ids(see, settings, field))

    def set_condition(self, node_id: str, condition: Mapping[str, Any] | None) -> None:
        """Limits a node to the recipients that match a condition; None shows it to all."""
        self._count_command()
        self._check_node(node_id)
        level = self._structure.levels[self._outline.node(node_id).level]
        self._put_condition(node_id, condition, is_allowed=level.has_conditions)

    def set_locked(self, node_id: str, is_locked: bool) -> None:
        """Locks a node with all its descendants against changes, or unlocks it."""
        self._count_command()
        if not self._outline.has_node(node_id):
            raise NotFound
        store_value(self._nodes[node_id], "locked", True if is_locked else None)

    def add_root(
        self, children: Sequence[Piece] = (), *, kind: str = "", settings: Mapping[str, Any] | None = None
    ) -> str:
        """Adds a root after all others. `settings` are those of a root with a kind. Returns its id."""
        self._count_command()
        if kind and kind not in self._editor.roots:
            raise ChangeNotAllowed(payload={"reason": "kind"})
        self._check_pieces(children)
        key, ids = str(uuid4()), generate_ids(children)
        if not all(self._outline.fits(child, TreePosition(key, 0)) for child in children):
            raise ChangeNotAllowed(payload={"reason": "position"})
        orders = reversed(list(self._get_root_orders().values()))
        self._roots[key] = pycrdt.Map({ORDER: generate_order(orders, ())})
        if kind:
            self._roots[key].update({"kind": kind, "settings": pycrdt.Map({})})
            fill_settings(self._roots[key]["settings"], settings or {}, ids)
        self._outline.add_root(key)
        for index, child in enumerate(children):
            self._insert_piece(child, self._outline.position_at(TreePosition(key, index)), ids)
        return key

    def update_root(self, root_id: str, changes: Mapping[str, Any]) -> None:
        """Raises NotFound for a root without a kind."""
        self._count_command()
        root = self._get_root(root_id)
        kind = root.get("kind")
        if not snapshot.is_name(kind):
            raise NotFound
        starts = list_group_starts(self._editor.roots.get(kind))
        merge_settings(root, {"settings": changes}, {"settings": GroupStart(inside=starts)})

    def rename_root(self, root_id: str, name: str) -> None:
        """Names a root; an empty name removes its name."""
        self._count_command()
        root = self._get_root(root_id)
        if len(name) > limits.MAX_ROOT_NAME_LENGTH:
            raise DocumentFull(payload={"limit": "rootName", "most": limits.MAX_ROOT_NAME_LENGTH})
        store_value(root, "name", name or None)

    def move_root(self, root_id: str, index: int) -> None:
        """Moves a root to this position among the roots; an index past the last one is the end."""
        self._count_command()
        self._get_root(root_id)
        others = {key: order for key, order in self._get_root_orders().items() if key != root_id}
        index = min(max(0, index), len(others))
        ids, orders = list(others), list(others.values())
        ids.insert(index, root_id)
        if ids == list(self._outline.roots):
            return
        self._roots[root_id][ORDER] = generate_order(reversed(orders[:index]), orders[index:])
        self._outline.sort_roots(snapshot.list_root_ids(self._doc))

    def remove_root(self, root_id: str) -> None:
        """Raises ChangeNotAllowed for the last root."""
        self._count_command()
        self._get_root(root_id)
        if len(self._outline.roots) == 1:
            raise ChangeNotAllowed(payload={"reason": "lastRoot"})
        del self._roots[root_id]
        self._outline.remove_root(root_id)

    def _insert_piece(self, piece: Piece, at: NodePosition, ids: Mapping[str, str]) -> str:
        planted = insert_piece(self._nodes, piece, _to_stored(at), ids)
        self._outline.add({each.id: self._build_node(each) for each in planted})
        return planted[0].id

    def _build_node(self, planted: InsertedNode) -> Node:
        piece = planted.piece
        return Node(piece.level, piece.kind, NodePosition(*planted.at), self._list_slots(piece))

    def _get_root(self, root_id: str) -> "pycrdt.Map[Any]":
        if root_id not in self._outline.roots:
            raise NotFound
        root: pycrdt.Map[Any] = self._roots[root_id]
        return root

    def _get_root_orders(self) -> dict[str, str]:
        return {key: self._roots[key][ORDER] for key in self._outline.roots}

    def _check_node(self, node_id: str) -> None:
        if not self._outline.has_node(node_id):
            raise NotFound
        self._check_unlocked(node_id)

    def _check_position(self, place: TreePosition) -> None:
        if not self._outline.has(place.parent):
            raise NotFound
        self._check_unlocked(place.parent)

    def _check_unlocked(self, key: str) -> None:
        if any(self._nodes[each].get("locked") is True for each in self._outline.path(key)):
            raise ChangeNotAllowed(payload={"reason": "nodeLocked"})

    def _check_pieces(self, pieces: Sequence[Piece]) -> None:
        """Raises ChangeNotAllowed for a kind that the editor lacks, and for children that their parent can't hold.

        Raises DocumentFull for more nodes than a document can have.
        """
        waiting, count = [*pieces], 0
        while waiting:
            one = waiting.pop()
            count += 1
            if count + len(one.children) > self._structure.limits.nodes:
                raise DocumentFull(payload={"limit": "nodes", "most": self._structure.limits.nodes})
            self._kind_of(one.kind, one.level)
            level, slots = self._structure.levels[one.level], self._list_slots(one)
            slots = ("",) if slots is None else slots
            if one.condition is not None and not level.has_conditions:
                raise ChangeNotAllowed(payload={"reason": "condition"})
            if any(child.level not in level.holds or child.slot not in slots for child in one.children):
                raise ChangeNotAllowed(payload={"reason": "position"})
            waiting += one.children

    def _list_slots(self, piece: Piece) -> tuple[str, ...] | None:
        setting = self._structure.slots.get(piece.kind)
        if setting is None:
            return None
        items = piece.settings.get(setting)
        items = items if isinstance(items, Mapping) else {}
        orders = {key: item.get(ORDER) for key, item in items.items() if isinstance(item, Mapping)}
        return tuple(sort_ids(orders))[:MAX_SLOTS]


def _to_stored(at: NodePosition) -> list[str]:
    return [at.parent, at.order, at.root, *([at.slot] if at.slot else [])]
