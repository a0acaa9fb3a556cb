"""The visible graph of a document while commands change it.

Nodes and edges are read once. Only a graph with edges that the rules of `graph.py` skip, after concurrent changes, is
built again after each change: one change can make a skipped edge visible.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from server.documents.graph import Edge, Edges, End, Graph, GraphNode, GraphNodes, connect
from server.documents.graph_structure import GraphStructure, NodePort

MISSING_PORT: Final = "port"
WRONG_LEVEL: Final = "level"
DUPLICATE: Final = "duplicate"
FULL_PORT: Final = "full"
CYCLE: Final = "cycle"


Entry = TypeVar("Entry")


class GraphOutline:
    """The visible graph of a document with indexes by node and port."""

    def __init__(self, nodes: GraphNodes, edges: Edges, structure: GraphStructure) -> None:
        self._structure = structure
        self._nodes, self._edges = dict(nodes), dict(edges)
        self._rebuild()

    @property
    def graph(self) -> Graph:
        return Graph(_sort_by_id(self._visible_nodes), _sort_by_id(self._visible_edges))

    def find_node(self, node_id: str) -> GraphNode | None:
        return self._visible_nodes.get(node_id)

    def find_edge(self, edge_id: str) -> Edge | None:
        return self._visible_edges.get(edge_id)

    def conflict_of(self, edge: Edge, *, replaced: str | None = None) -> str | None:
        """The reason against an edge between visible nodes; None if it is valid.

        `replaced` is the id of the edge that it replaces.
        """
        source, target = self._visible_nodes[edge.source.node], self._visible_nodes[edge.target.node]
        output = self._structure.outputs_of(source).get(edge.source.port)
        input_ = self._structure.inputs_of(target).get(edge.target.port)
        if output is None or input_ is None:
            return MISSING_PORT
        if target.level not in self._structure.levels[source.level].targets:
            return WRONG_LEVEL
        excluded = set() if replaced is None else {replaced}
        outgoing = self._edges_by_output.get(edge.source, set()) - excluded
        incoming = self._edges_by_input.get(edge.target, set()) - excluded
        if outgoing & incoming:
            return DUPLICATE
        if _is_full(output, len(outgoing)) or _is_full(input_, len(incoming)):
            return FULL_PORT
        if not self._structure.has_cycles and self._has_path(edge.target.node, edge.source.node, replaced):
            return CYCLE
        return None

    def put_node(self, node_id: str, node: GraphNode) -> None:
        previous = self._nodes.get(node_id)
        self._nodes[node_id] = node
        keeps_ports = previous is None or set(previous.items) <= set(node.items)
        if not self._is_regular or not keeps_ports:
            self._rebuild()
        else:
            self._visible_nodes[node_id] = node

    def remove_node(self, node_id: str) -> None:
        self._nodes[node_id] = replace(self._nodes[node_id], is_removed=True)
        if not self._is_regular:
            self._rebuild()
            return
        del self._visible_nodes[node_id]
        ends = [
            (self._edges_by_output, self._outputs.pop(node_id, set())),
            (self._edges_by_input, self._inputs.pop(node_id, set())),
        ]
        for edges_at, ports in ends:
            for end in ports:
                for edge_id in tuple(edges_at.get(end, ())):
                    self._detach(edge_id)

    def put_edge(self, edge_id: str, edge: Edge) -> None:
        """Adds an edge, or replaces its ends. The caller has checked it with `conflict_of`."""
        self._edges[edge_id] = edge
        if not self._is_regular:
            self._rebuild()
            return
        if edge_id in self._visible_edges:
            self._detach(edge_id)
        self._attach(edge_id, edge)

    def remove_edge(self, edge_id: str) -> None:
        del self._edges[edge_id]
        if self._is_regular:
            self._detach(edge_id)
        else:
            self._rebuild()

    def _rebuild(self) -> None:
        graph = connect(self._nodes, self._edges, self._structure)
        self._visible_nodes = dict(graph.nodes)
        self._visible_edges: dict[str, Edge] = {}
        self._edges_by_output: dict[End, set[str]] = {}
        self._edges_by_input: dict[End, set[str]] = {}
        # By node, its ports that have edges.
        self._outputs: dict[str, set[End]] = {}
        self._inputs: dict[str, set[End]] = {}
        for edge_id, edge in graph.edges.items():
            self._attach(edge_id, edge)
        between = (
            edge_id
            for edge_id, (source, target) in self._edges.items()
            if source.node in self._visible_nodes and target.node in self._visible_nodes
        )
        self._is_regular = all(edge_id in self._visible_edges for edge_id in between)

    def _attach(self, edge_id: str, edge: Edge) -> None:
        self._visible_edges[edge_id] = edge
        self._edges_by_output.setdefault(edge.source, set()).add(edge_id)
        self._edges_by_input.setdefault(edge.target, set()).add(edge_id)
        self._outputs.setdefault(edge.source.node, set()).add(edge.source)
        self._inputs.setdefault(edge.target.node, set()).add(edge.target)

    def _detach(self, edge_id: str) -> None:
        edge = self._visible_edges.pop(edge_id)
        self._edges_by_output[edge.source].discard(edge_id)
        self._edges_by_input[edge.target].discard(edge_id)

    def _has_path(self, start: str, wanted: str, replaced: str | None) -> bool:
        seen, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            if here == wanted:
                return True
            for following in self._iter_successors(here, replaced):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return False

    def _iter_successors(self, node_id: str, replaced: str | None) -> Iterable[str]:
        for end in self._outputs.get(node_id, ()):
            for edge_id in self._edges_by_output[end]:
                if edge_id != replaced:
                    yield self._visible_edges[edge_id].target.node


def _is_full(port: NodePort, count: int) -> bool:
    return port.max_edges is not None and count >= port.max_edges


def _sort_by_id(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    return {key: entries[key] for key in sorted(entries)}
