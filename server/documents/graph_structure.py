"""The structure of a graph editor's documents as data: ports, allowed connections and limits; and how they are read.

client/src/builder/graph/model reads the same.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Final

import pycrdt

from server.core.patches import shared_types
from server.core.patches.shared_types import Walk, open_walk
from server.documents import limits, snapshot
from server.documents.graph import Edge, Edges, End, Graph, GraphNode, GraphNodes, connect
from server.documents.maps import EDGES, NODES, SETTINGS
from server.documents.snapshot import NAME, Snapshot

# Pixels from the origin, in each direction.
MAX_COORDINATE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class NodePort:
    """A port of a node.

    Attributes:
        max_edges: maximum number of edges at the port; None for no limit.
        is_required: whether the client reports a port without an edge.
    """

    max_edges: int | None = 1
    is_required: bool = False

    def contract(self) -> dict[str, Any]:
        return {"maxEdges": self.max_edges, "isRequired": self.is_required}


@dataclass(frozen=True, slots=True)
class NodePorts:
    """The ports of a kind by name.

    Attributes:
        items: the setting that lists further outputs: the `id` of each item is a port; None for no such setting.
        item: what each port of an item is like.
    """

    inputs: Mapping[str, NodePort] = field(default_factory=dict)
    outputs: Mapping[str, NodePort] = field(default_factory=dict)
    items: str | None = None
    item: NodePort = NodePort()

    def contract(self) -> dict[str, Any]:
        return {
            "inputs": [{"name": name, **port.contract()} for name, port in self.inputs.items()],
            "outputs": [{"name": name, **port.contract()} for name, port in self.outputs.items()],
            "items": self.items,
            "item": self.item.contract(),
        }


@dataclass(frozen=True, slots=True)
class GraphLevel:
    """A level of nodes.

    Attributes:
        targets: levels of the nodes that its edges can lead to.
        has_conditions: whether a node can be limited to some recipients.
    """

    targets: tuple[str, ...] = ()
    has_conditions: bool = False


@dataclass(frozen=True, slots=True)
class GraphLimits:
    """Maximum size of a document: visible nodes, visible edges, and bytes of its complete update."""

    nodes: int = limits.MAX_NODES
    edges: int = 2 * limits.MAX_NODES
    size_bytes: int = limits.MAX_DOCUMENT_BYTES


@dataclass(frozen=True, slots=True)
class GraphSnapshot(Snapshot):
    """The visible content of a graph document. It has no roots, so its tree is empty."""

    graph: Graph


@dataclass(frozen=True, slots=True)
class GraphStructure:
    """The structure of a graph editor's documents.

    Attributes:
        ports: by kind. Other kinds have no ports.
        has_cycles: whether edges can form a cycle.
        maps: names of the Yjs maps in a document.

    Raises ValueError for an unknown level, and for a port or an item's port that cannot have an edge.
    """

    levels: Mapping[str, GraphLevel]
    ports: Mapping[str, NodePorts]
    has_cycles: bool = False
    maps: tuple[str, ...] = (NODES, EDGES, SETTINGS)
    limits: GraphLimits = GraphLimits()

    def __post_init__(self) -> None:
        unknown = sorted({target for level in self.levels.values() for target in level.targets} - set(self.levels))
        if unknown:
            raise ValueError(f"No such level: {', '.join(unknown)}")
        for kind, ports in self.ports.items():
            own = {**ports.inputs, **ports.outputs}
            invalid = sorted(name for name, port in own.items() if not NAME.fullmatch(name) or port.max_edges == 0)
            if invalid or ports.item.max_edges == 0:
                raise ValueError(f"{kind} has ports that nothing connects to: {', '.join(invalid)}")

    @property
    def max_entries(self) -> Mapping[str, int]:
        return {NODES: self.limits.nodes, EDGES: self.limits.edges}

    def inputs_of(self, node: GraphNode) -> Mapping[str, NodePort]:
        return self.ports.get(node.kind, _NO_PORTS).inputs

    def outputs_of(self, node: GraphNode) -> Mapping[str, NodePort]:
        """The outputs of a node by name, with those of its items. An item cannot replace an output of the kind."""
        ports = self.ports.get(node.kind, _NO_PORTS)
        return {**dict.fromkeys(node.items, ports.item), **ports.outputs} if node.items else ports.outputs

    def read(self, doc: "pycrdt.Doc[Any]") -> GraphSnapshot:
        whole = doc.get(SETTINGS, type=pycrdt.Map)
        nodes, edges = (doc.get(name, type=pycrdt.Map) for name in (NODES, EDGES))
        with open_walk(doc) as see:
            found = self._read_nodes(see, nodes)
            stored = {key: node for key, (node, _) in found.items()}
            return GraphSnapshot(
                tree={},
                settings=snapshot.to_plain(see, whole.integrated),
                of={key: snapshot.to_plain(see, own["settings"]) for key, (_, own) in found.items()},
                conditions={
                    key: snapshot.to_plain(see, own["condition"])
                    for key, (_, own) in found.items()
                    if "condition" in own
                },
                graph=connect(stored, _read_edges(see, edges), self),
            )

    def stored_in(self, doc: "pycrdt.Doc[Any]") -> tuple[GraphNodes, Edges]:
        """The valid nodes and edges by id, visible or not."""
        nodes, edges = (doc.get(name, type=pycrdt.Map) for name in (NODES, EDGES))
        with open_walk(doc) as see:
            return {key: node for key, (node, _) in self._read_nodes(see, nodes).items()}, _read_edges(see, edges)

    def drawn_in(self, doc: "pycrdt.Doc[Any]") -> Mapping[str, Set[str]]:
        graph = connect(*self.stored_in(doc), self)
        return {NODES: set(graph.nodes), EDGES: set(graph.edges)}

    def contract(self) -> dict[str, Any]:
        return {
            "levels": {
                name: {"targets": list(level.targets), "hasConditions": level.has_conditions}
                for name, level in self.levels.items()
            },
            "ports": {kind: ports.contract() for kind, ports in self.ports.items()},
            "hasCycles": self.has_cycles,
            "maps": list(self.maps),
            "limits": {
                "nodes": self.limits.nodes,
                "edges": self.limits.edges,
                "sizeBytes": self.limits.size_bytes,
            },
        }

    def _read_nodes(self, see: Walk, nodes: "pycrdt.Map[Any]") -> dict[str, tuple[GraphNode, dict[str, Any]]]:
        """The valid nodes by id, removed ones among them, each with the content of its map."""
        found = {}
        for key, value in see.items(nodes.integrated):
            if isinstance(value, shared_types.Map) and NAME.fullmatch(key):
                own = dict(see.items(value))
                if (node := self._read_node(see, own)) is not None:
                    found[key] = node, own
        return found

    def _read_node(self, see: Walk, own: Mapping[str, Any]) -> GraphNode | None:
        level, kind, at, settings = (own.get(name) for name in ("level", "kind", "at", "settings"))
        if not isinstance(settings, shared_types.Map):
            return None
        if not isinstance(level, str) or level not in self.levels or not snapshot.is_name(kind):
            return None
        if not isinstance(at, list) or len(at) != 2 or not all(_is_coordinate(each) for each in at):
            return None
        setting = self.ports.get(kind, _NO_PORTS).items
        items = () if setting is None else snapshot.list_item_ids(see, settings, setting)
        return GraphNode(level, kind, (at[0], at[1]), own.get("removed") is True, items)


_NO_PORTS: Final = NodePorts()


def _is_coordinate(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and -MAX_COORDINATE <= value <= MAX_COORDINATE


def _read_edges(see: Walk, edges: "pycrdt.Map[Any]") -> Edges:
    read = ((key, _read_edge(value)) for key, value in see.items(edges.integrated) if NAME.fullmatch(key))
    return {key: edge for key, edge in read if edge is not None}


def _read_edge(value: Any) -> Edge | None:
    if not isinstance(value, dict):
        return None
    source, target = _read_end(value.get("source")), _read_end(value.get("target"))
    return None if source is None or target is None else Edge(source, target)


def _read_end(value: Any) -> End | None:
    if not isinstance(value, list) or len(value) != 2 or not all(snapshot.is_name(each) for each in value):
        return None
    return End(value[0], value[1])
