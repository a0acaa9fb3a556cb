"""The part of a draft that trees and graphs have in common."""

from collections.abc import Mapping
from typing import Any

import pycrdt

from server.documents import limits
from server.documents.errors import ChangeNotAllowed, DocumentFull
from server.documents.kinds.registry import Editor, Kind, RootKind
from server.documents.kinds.settings import build_group_starts
from server.documents.maps import NODES, SETTINGS
from server.documents.pieces import GroupStarts, is_same, merge_settings


class Draft:
    """A document while code on the server changes it.

    Every command raises NotFound for a node, edge or root that is not visible, ChangeNotAllowed if the structure or a
    locked node forbids the change, and DocumentFull for more than `limits.MAX_DRAFT_COMMANDS` commands. A command that
    would change nothing writes nothing.
    """

    def __init__(self, doc: "pycrdt.Doc[Any]", editor: Editor) -> None:
        self._doc, self._editor = doc, editor
        self._nodes, self._globals = (doc.get(name, type=pycrdt.Map) for name in (NODES, SETTINGS))
        self._commands = 0

    def update_globals(self, changes: Mapping[str, Any]) -> None:
        """Changes document-wide settings; of a group or list only the named parts. None deletes."""
        self._count_command()
        merge_settings(self._globals, changes, build_group_starts(self._editor.whole))

    def _count_command(self) -> None:
        self._commands += 1
        if self._commands > limits.MAX_DRAFT_COMMANDS:
            raise DocumentFull(payload={"limit": "commands", "most": limits.MAX_DRAFT_COMMANDS})

    def _kind_of(self, name: str, level: str) -> Kind:
        kind = self._editor.kinds.get(name)
        if kind is None or kind.level != level:
            raise ChangeNotAllowed(payload={"reason": "kind"})
        return kind

    def _merge_node_settings(self, node_id: str, kind: str, changes: Mapping[str, Any]) -> None:
        starts = list_group_starts(self._editor.kinds.get(kind))
        merge_settings(self._nodes[node_id]["settings"], changes, starts)

    def _put_condition(self, node_id: str, condition: Mapping[str, Any] | None, *, is_allowed: bool) -> None:
        if condition is not None and not is_allowed:
            raise ChangeNotAllowed(payload={"reason": "condition"})
        store_value(self._nodes[node_id], "condition", None if condition is None else dict(condition))


def list_group_starts(kind: Kind | RootKind | None) -> GroupStarts:
    """How groups and lists are created; none for a kind that the editor no longer has."""
    return build_group_starts(kind.settings) if kind is not None else {}


def store_value(stored: "pycrdt.Map[Any]", name: str, value: Any) -> None:
    """Writes nothing if the value is stored already. None deletes it."""
    if value is None:
        if name in stored:
            del stored[name]
    elif name not in stored or not is_same(stored[name], value):
        stored[name] = value
