"""The visible graph of a document: the stored nodes and edges that the editor shows.

Concurrent changes can leave edges without a node, twice, above the maximum of a port or in a cycle; the rules below
make a valid graph of them. client/src/builder/graph/model/graph.ts has the same rules, and
tests/fixtures/documents/graphs.json tests both.

1. A removed node is not visible.
2. An edge is visible only from an output of a visible node to an input of a visible node. The level
   of the first node must allow edges to the level of the second.
3. In the order of their ids, edges are skipped that repeat a visible edge or exceed the maximum of one of their ports.
4. If the structure has no cycles, nodes are visited depth-first: from those without incoming edges, then from all
   others, by id, along edges by id. An edge back to a node on the current path is skipped.

A skipped edge stays stored: it is visible once the reason is gone. The code does not recurse.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from server.documents.graph_structure import GraphStructure, NodePort

GraphNodes = Mapping[str, "GraphNode"]
Edges = Mapping[str, "Edge"]


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node as stored, with its position in pixels.

    `items` are the ids of the setting that lists further outputs; empty if its kind has none.
    """

    level: str
    kind: str
    at: tuple[float, float]
    is_removed: bool = False
    items: tuple[str, ...] = ()


class End(NamedTuple):
    """An end of an edge: a node, and one of its ports."""

    node: str
    port: str


class Edge(NamedTuple):
    """A directed connection between two ports."""

    source: End
    target: End


@dataclass(frozen=True, slots=True)
class Graph:
    """Drawn nodes and edges by id, both in the order of their ids."""

    nodes: GraphNodes
    edges: Edges


def connect(nodes: GraphNodes, edges: Edges, structure: "GraphStructure") -> Graph:
    drawn = {key: nodes[key] for key in sorted(nodes) if not nodes[key].is_removed}
    joined = _join_edges(drawn, edges, structure)
    return Graph(drawn, joined if structure.has_cycles else _remove_cycles(drawn, joined))


def _join_edges(nodes: GraphNodes, edges: Edges, structure: "GraphStructure") -> dict[str, Edge]:
    """The edges that rules 2 and 3 allow, by id."""
    outputs = {key: structure.outputs_of(node) for key, node in nodes.items()}
    inputs = {key: structure.inputs_of(node) for key, node in nodes.items()}
    counts: dict[tuple[str, End], int] = {}
    drawn: dict[str, Edge] = {}
    known: set[Edge] = set()
    for key in sorted(edges):
        edge = edges[key]
        source, target = edge
        output, input_ = _find_port(outputs, source), _find_port(inputs, target)
        if output is None or input_ is None or edge in known:
            continue
        if nodes[target.node].level not in structure.levels[nodes[source.node].level].targets:
            continue
        ends = ((output, ("output", source)), (input_, ("input", target)))
        if any(port.max_edges is not None and counts.get(end, 0) >= port.max_edges for port, end in ends):
            continue
        known.add(edge)
        drawn[key] = edge
        for _, end in ends:
            counts[end] = counts.get(end, 0) + 1
    return drawn


def _find_port(ports: "Mapping[str, Mapping[str, NodePort]]", end: End) -> "NodePort | None":
    return ports.get(end.node, {}).get(end.port)


def _remove_cycles(nodes: GraphNodes, edges: Mapping[str, Edge]) -> dict[str, Edge]:
    """The edges without those that rule 4 skips."""
    outgoing: dict[str, list[tuple[str, str]]] = {}
    for key, (source, target) in edges.items():
        outgoing.setdefault(source.node, []).append((key, target.node))
    targets = {target.node for _, target in edges.values()}
    skipped: set[str] = set()
    left: set[str] = set()  # visited with all that follows them
    on_path: set[str] = set()
    for start in [*(key for key in nodes if key not in targets), *nodes]:
        if start in left:
            continue
        on_path.add(start)
        path: list[tuple[str, Iterator[tuple[str, str]]]] = [(start, iter(outgoing.get(start, ())))]
        while path:
            here, ways = path[-1]
            key, following = next(ways, ("", ""))
            if not key:
                path.pop()
                on_path.discard(here)
                left.add(here)
            elif following in on_path:
                skipped.add(key)
            elif following not in left:
                on_path.add(following)
                path.append((following, iter(outgoing.get(following, ()))))
    return {key: edge for key, edge in edges.items() if key not in skipped}
