"""Changes of a graph document."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pycrdt

from server.core.errors import NotFound
from server.core.patches.shared_types import open_walk
from server.documents.drafts.base import Draft, store_value
from server.documents.drafts.graph_outline import GraphOutline
from server.documents.errors import ChangeNotAllowed
from server.documents.graph import Edge, Graph, GraphNode
from server.documents.graph_structure import MAX_COORDINATE, GraphStructure
from server.documents.kinds.registry import Editor
from server.documents.maps import EDGES
from server.documents.pieces import fill_settings
from server.documents.snapshot import list_item_ids

Position = tuple[float, float]


class GraphDraft(Draft):
    """A graph document while code on the server changes it. Positions are pixels from the origin of the canvas."""

    def __init__(self, doc: "pycrdt.Doc[Any]", editor: Editor) -> None:
        if not isinstance(editor.structure, GraphStructure):
            raise TypeError("The nodes of this editor form no graph")
        super().__init__(doc, editor)
        self._structure = editor.structure
        self._edges = doc.get(EDGES, type=pycrdt.Map)
        self._outline = GraphOutline(*self._structure.stored_in(doc), self._structure)

    @property
    def graph(self) -> Graph:
        return self._outline.graph

    def add_node(self, kind: str, at: Position, settings: Mapping[str, Any] | None = None) -> str:
        self._count_command()
        known = self._editor.kinds.get(kind)
        if known is None:
            raise ChangeNotAllowed(payload={"reason": "kind"})
        key, at = str(uuid4()), _clamp(at)
        self._nodes[key] = pycrdt.Map({"level": known.level, "kind": kind, "at": list(at), "settings": pycrdt.Map({})})
        fill_settings(self._nodes[key]["settings"], settings or {}, {})
        self._outline.put_node(key, GraphNode(known.level, kind, at, items=self._list_item_ids(key, kind)))
        return key

    def move_node(self, node_id: str, at: Position) -> None:
        self._count_command()
        node, at = self._get_node(node_id), _clamp(at)
        store_value(self._nodes[node_id], "at", list(at))
        self._outline.put_node(node_id, replace(node, at=at))

    def remove_node(self, node_id: str) -> None:
        """Removes a node. Its edges stay stored, so that undo restores them."""
        self._count_command()
        self._get_node(node_id)
        self._nodes[node_id]["removed"] = True
        self._outline.remove_node(node_id)

    def update_settings(self, node_id: str, changes: Mapping[str, Any]) -> None:
        """Changes settings of a node; of a group or list only the named parts. None deletes."""
        self._count_command()
        node = self._get_node(node_id)
        self._merge_node_settings(node_id, node.kind, changes)
        self._outline.put_node(node_id, replace(node, items=self._list_item_ids(node_id, node.kind)))

    def set_condition(self, node_id: str, condition: Mapping[str, Any] | None) -> None:
        """Limits a node to the recipients that match a condition; None removes the condition."""
        self._count_command()
        level = self._structure.levels[self._get_node(node_id).level]
        self._put_condition(node_id, condition, is_allowed=level.has_conditions)

    def connect(self, edge: Edge) -> str:
        self._count_command()
        self._check_edge(edge)
        key = str(uuid4())
        self._store_edge(key, edge)
        return key

    def reconnect(self, edge_id: str, edge: Edge) -> None:
        self._count_command()
        previous = self._get_edge(edge_id)
        self._check_edge(edge, replaced=edge_id)
        if edge != previous:
            self._store_edge(edge_id, edge)

    def disconnect(self, edge_id: str) -> None:
        self._count_command()
        self._get_edge(edge_id)
        del self._edges[edge_id]
        self._outline.remove_edge(edge_id)

    def _get_node(self, node_id: str) -> GraphNode:
        node = self._outline.find_node(node_id)
        if node is None:
            raise NotFound
        return node

    def _get_edge(self, edge_id: str) -> Edge:
        edge = self._outline.find_edge(edge_id)
        if edge is None:
            raise NotFound
        return edge

    def _check_edge(self, edge: Edge, *, replaced: str | None = None) -> None:
        for end in edge:
            self._get_node(end.node)
        conflict = self._outline.conflict_of(edge, replaced=replaced)
        if conflict is not None:
            raise ChangeNotAllowed(payload={"reason": conflict})

    def _store_edge(self, key: str, edge: Edge) -> None:
        self._edges[key] = {"source": list(edge.source), "target": list(edge.target)}
        self._outline.put_edge(key, edge)

    def _list_item_ids(self, node_id: str, kind: str) -> tuple[str, ...]:
        ports = self._structure.ports.get(kind)
        if ports is None or ports.items is None:
            return ()
        with open_walk(self._doc) as see:
            return list_item_ids(see, self._nodes[node_id]["settings"].integrated, ports.items)


def _clamp(at: Position) -> Position:
    """The nearest position that a document can have, in whole pixels."""
    x, y = (round(min(max(each, -MAX_COORDINATE), MAX_COORDINATE)) for each in at)
    return x, y
