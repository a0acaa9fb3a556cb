"""Changes of a document by the server, by the rules of the client's commands (client/src/builder/tree/commands)."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

import pycrdt

from server.core.errors import NotFound
from server.documents import limits
from server.documents.errors import ChangeNotAllowed, DocumentFull
from server.documents.kinds.registry import Editor
from server.documents.maps import NODES, ROOTS, SETTINGS
from server.documents.pieces import Piece, merge_settings, plant
from server.documents.places import Found, Outline, Place
from server.documents.snapshot import ORDER, ids_in_order
from server.documents.structure import Structure
from server.documents.tree import REMOVED, Tree

# One author of all changes that this process makes: a new one for each would lengthen every state vector by seven
# bytes. Changes of a document are made one after the other under the lock of its row, so that each continues the
# previous one. It changes with each start, so that a restored database never gets a clock twice.
_AUTHOR: Final = secrets.randbits(32)


class Draft:
    """A document while code on the server changes it.

    Every command raises NotFound for a node or root that is not drawn, ChangeNotAllowed for what the structure or a
    locked node rules out, and DocumentFull for more than `limits.MAX_DRAFT_COMMANDS` commands. Positions count the
    children as drawn after the previous command.
    """

    def __init__(self, doc: "pycrdt.Doc[Any]", editor: Editor) -> None:
        if not isinstance(editor.structure, Structure):
            raise TypeError("The nodes of this editor form no tree")
        self._doc, self._editor, self._structure = doc, editor, editor.structure
        self._nodes, self._roots, self._globals = (doc.get(name, type=pycrdt.Map) for name in (NODES, ROOTS, SETTINGS))
        self._known: Outline | None = None
        self._commands = 0

    @property
    def tree(self) -> Tree:
        """The drawn branches by root."""
        return self._outline.tree

    def insert(self, piece: Piece, place: Place) -> str:
        """Inserts a piece. Returns the id of its top node."""
        self._begin()
        self._check_kinds(piece)
        self._check_place(piece, place)
        self._known, at = None, self._outline.at(place)
        return plant(self._nodes, piece, at)

    def move(self, node_id: str, place: Place) -> None:
        """Moves a node with all that is in it."""
        self._begin()
        found = self._unlocked(node_id)
        self._check_place(found.branch, place)
        self._set_at(node_id, self._outline.at(place, moving=node_id))

    def remove(self, node_id: str) -> None:
        """Deletes a node with all that is in it."""
        self._begin()
        found = self._unlocked(node_id)
        self._set_at(node_id, [REMOVED, self._outline.node(node_id).at.order, found.root])

    def update_settings(self, node_id: str, changes: Mapping[str, Any]) -> None:
        """Changes settings of a node; of a group only the named parts."""
        self._begin()
        self._unlocked(node_id)
        self._known = None
        merge_settings(self._nodes[node_id]["settings"], changes)

    def update_globals(self, changes: Mapping[str, Any]) -> None:
        """Changes document-wide settings; of a group only the named parts."""
        self._begin()
        merge_settings(self._globals, changes)

    def rename_root(self, root_id: str, name: str) -> None:
        """Names a root; an empty name removes its name. Raises ValueError for a name that is too long."""
        self._begin()
        if root_id not in self.tree:
            raise NotFound
        if len(name) > limits.MAX_ROOT_NAME_LENGTH:
            raise ValueError(f"The name of a root has at most {limits.MAX_ROOT_NAME_LENGTH} characters")
        root = self._roots[root_id]
        if name:
            root["name"] = name
        elif "name" in root:
            del root["name"]

    @property
    def _outline(self) -> Outline:
        if self._known is None:
            self._known = Outline(self._doc, self._structure)
        return self._known

    def _begin(self) -> None:
        self._commands += 1
        if self._commands > limits.MAX_DRAFT_COMMANDS:
            raise DocumentFull(payload={"limit": "commands", "most": limits.MAX_DRAFT_COMMANDS})

    def _set_at(self, node_id: str, at: list[str]) -> None:
        self._known = None
        self._nodes[node_id]["at"] = at

    def _unlocked(self, node_id: str) -> Found:
        found = self._outline.find(node_id)
        if found is None:
            raise NotFound
        self._check_unlocked(node_id)
        return found

    def _check_unlocked(self, node_id: str) -> None:
        if any(self._nodes[key].get("locked") is True for key in self._outline.path(node_id)):
            raise ChangeNotAllowed(payload={"reason": "nodeLocked"})

    def _check_place(self, shape: Piece | Any, place: Place) -> None:
        if place.parent not in self.tree and self._outline.find(place.parent) is None:
            raise NotFound
        self._check_unlocked(place.parent)
        if not self._outline.fits(shape, place):
            raise ChangeNotAllowed(payload={"reason": "position"})

    def _check_kinds(self, piece: Piece) -> None:
        """Raises ChangeNotAllowed for a kind that the editor lacks, and for children that their parent can't hold."""
        waiting = [piece]
        while waiting:
            one = waiting.pop()
            kind = self._editor.kinds.get(one.kind)
            if kind is None or kind.level != one.level:
                raise ChangeNotAllowed(payload={"reason": "kind"})
            holds, slots = self._structure.levels[one.level].holds, self._slots_of(one)
            if any(child.level not in holds or child.slot not in slots for child in one.children):
                raise ChangeNotAllowed(payload={"reason": "position"})
            waiting += one.children

    def _slots_of(self, piece: Piece) -> list[str]:
        setting = self._structure.slots.get(piece.kind)
        if setting is None:
            return [""]
        items = piece.settings.get(setting)
        items = items if isinstance(items, Mapping) else {}
        return ids_in_order({key: item.get(ORDER) for key, item in items.items() if isinstance(item, Mapping)})


def draft_update(whole: bytes, editor: Editor, change: Callable[[Draft], object]) -> bytes | None:
    """Runs a change on a copy of a document. Returns its update; None if it changed nothing.

    Raises what `change` raises.
    """
    doc: pycrdt.Doc[Any] = pycrdt.Doc(client_id=_AUTHOR)
    doc.apply_update(whole)
    updates: list[bytes] = []
    subscription = doc.observe(lambda event: updates.append(event.update))
    try:
        with doc.transaction():
            change(Draft(doc, editor))
    finally:
        doc.unobserve(subscription)
    return updates[0] if updates else None
