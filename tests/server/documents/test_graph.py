"""The graph of a document, with the same fixtures as client/src/builder/graph/model/graph.test.ts."""

import random
from typing import Any

import pytest

from server.documents.graph import Edge, End, Graph, GraphNode, connect
from server.documents.graph_structure import GraphLevel, GraphStructure, NodePort, NodePorts
from tests.server.documents.graphs import FIXTURES, STRUCTURES

CASES = FIXTURES["graphs"]
FLOW = STRUCTURES["flow"]


def node(row: list[Any]) -> GraphNode:
    level, kind, is_removed, items = row
    return GraphNode(level, kind, (0, 0), is_removed, tuple(items))


def edge(ends: list[list[str]]) -> Edge:
    [source, target] = ends
    return Edge(End(*source), End(*target))


def drawn(case: dict[str, Any], *, turned: bool = False) -> Graph:
    nodes = {key: node(row) for key, row in case["nodes"].items()}
    edges = {key: edge(ends) for key, ends in case["edges"].items()}
    if turned:
        nodes, edges = dict(reversed(nodes.items())), dict(reversed(edges.items()))
    return connect(nodes, edges, STRUCTURES[case["structure"]])


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
@pytest.mark.parametrize("turned", [False, True])
def test_the_graph_is_the_one_that_both_languages_draw(case: dict[str, Any], turned: bool) -> None:
    graph = drawn(case, turned=turned)

    assert {"nodes": list(graph.nodes), "edges": list(graph.edges)} == case["visible"]


@pytest.mark.parametrize("name", list(STRUCTURES))
def test_the_contract_is_the_one_of_the_fixtures(name: str) -> None:
    assert STRUCTURES[name].contract() == FIXTURES["structures"][name]


def test_a_chain_of_ten_thousand_nodes_is_read_and_its_way_back_skipped() -> None:
    count = 10_000
    nodes = {f"n{at:05}": GraphNode("step", "wait", (0, at)) for at in range(count)}
    edges = {f"e{at:05}": Edge(End(f"n{at:05}", "next"), End(f"n{(at + 1) % count:05}", "in")) for at in range(count)}

    graph = connect(nodes, edges, FLOW)

    assert list(graph.edges) == sorted(edges)[:-1]


def test_random_graphs_have_no_cycle_no_full_port_and_no_repeated_edge() -> None:
    kinds = ["wait", "condition", "join", "end", "trigger"]
    levels = {"end": "stop", "trigger": "start"}
    for seed in range(200):
        dice = random.Random(seed)
        names = [f"n{at}" for at in range(12)]
        nodes = {}
        for name in names:
            kind = dice.choice(kinds)
            nodes[name] = GraphNode(levels.get(kind, "step"), kind, (0, 0), dice.random() < 0.1)
        edges = {
            f"e{at}": Edge(End(dice.choice(names), dice.choice(["next", "yes", "no"])), End(dice.choice(names), "in"))
            for at in range(40)
        }
        graph = connect(nodes, edges, FLOW)

        assert len(set(graph.edges.values())) == len(graph.edges)
        assert len({each.source for each in graph.edges.values()}) == len(graph.edges)
        assert sorts(graph)
        assert connect(graph.nodes, graph.edges, FLOW) == graph


def sorts(graph: Graph) -> bool:
    """Whether the nodes can be put into an order that every edge follows."""
    left = dict(graph.edges)
    waiting = set(graph.nodes)
    while waiting:
        free = waiting - {each.target.node for each in left.values()}
        if not free:
            return False
        waiting -= free
        left = {key: each for key, each in left.items() if each.source.node not in free}
    return True


def test_a_structure_names_its_own_levels_and_ports_that_take_edges() -> None:
    with pytest.raises(ValueError, match="No such level: goal"):
        GraphStructure({"step": GraphLevel(("goal",))}, {})
    with pytest.raises(ValueError, match=r"wait has ports .*: next"):
        GraphStructure({"step": GraphLevel()}, {"wait": NodePorts(outputs={"next": NodePort(max_edges=0)})})
    with pytest.raises(ValueError, match="split has ports"):
        GraphStructure({"step": GraphLevel()}, {"split": NodePorts(items="branches", item=NodePort(max_edges=0))})
