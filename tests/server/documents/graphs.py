"""The graph structures of the fixtures that both languages share, and an editor of flows."""

import json
from collections.abc import Mapping
from typing import Any, Final

import pycrdt

from server.documents.graph_structure import GraphLevel, GraphLimits, GraphSnapshot, GraphStructure, NodePort, NodePorts
from server.documents.kinds import fields
from server.documents.kinds.registry import Kind, build_editor
from server.documents.kinds.settings import KindSettings
from server.documents.models import Document
from server.documents.services import documents
from tests.server.documents.sheets import Hand
from tests.server.documents.structures import FOLDER

FIXTURES: Final[Mapping[str, Any]] = json.loads((FOLDER / "graphs.json").read_text())


def structure_of(contract: Mapping[str, Any]) -> GraphStructure:
    """The structure that the client reads from the same JSON."""
    limits = contract["limits"]
    return GraphStructure(
        levels={
            name: GraphLevel(tuple(each["targets"]), each["hasConditions"]) for name, each in contract["levels"].items()
        },
        ports={kind: _ports(each) for kind, each in contract["ports"].items()},
        has_cycles=contract["hasCycles"],
        maps=tuple(contract["maps"]),
        limits=GraphLimits(limits["nodes"], limits["edges"], limits["sizeBytes"]),
    )


def _ports(contract: Mapping[str, Any]) -> NodePorts:
    inputs, outputs = ({each["name"]: _port(each) for each in contract[side]} for side in ("inputs", "outputs"))
    return NodePorts(inputs, outputs, contract["items"], _port(contract["item"]))


def _port(contract: Mapping[str, Any]) -> NodePort:
    return NodePort(contract["maxEdges"], contract["isRequired"])


STRUCTURES: Final = {name: structure_of(each) for name, each in FIXTURES["structures"].items()}


class StepSettings(KindSettings):
    """A step with a label."""

    label: str = fields.line("Step")


FLOWS: Final = build_editor(
    STRUCTURES["flow"],
    KindSettings,
    [
        Kind("trigger", "start", "steps", StepSettings),
        Kind("wait", "step", "steps", StepSettings),
        Kind("condition", "step", "steps", StepSettings),
        Kind("split", "step", "steps", StepSettings, feature="flows.split"),
        Kind("join", "step", "steps", StepSettings),
        Kind("end", "stop", "steps", StepSettings),
    ],
    look={},
)


class FlowHand(Hand):
    """A replica of a flow. Each method returns the update of its change."""

    def __init__(self, whole: bytes | None = None, *, client: int | None = None) -> None:
        super().__init__(whole, client=client)
        self.edges = self.doc.get("edges", type=pycrdt.Map)

    def step(self, key: str, kind: str, *, at: Any = (0, 0), **settings: Any) -> bytes:
        level = next((each.level for each in FLOWS.kinds.values() if each.name == kind), "step")
        node = pycrdt.Map({"level": level, "kind": kind, "at": list(at), "settings": pycrdt.Map(settings)})
        return self.act(lambda: self.nodes.update({key: node}))

    def connect(self, key: str, source: str, target: str, port: str = "next") -> bytes:
        edge = {"source": [source, port], "target": [target, "in"]}
        return self.act(lambda: self.edges.update({key: edge}))

    def remove(self, key: str) -> bytes:
        return self.act(lambda: self.nodes[key].update({"removed": True}))


def graph_of(document: Document) -> dict[str, str]:
    """The drawn edges by id, as `source>target`."""
    snapshot = documents.load_snapshot(document)
    assert isinstance(snapshot, GraphSnapshot)
    return {key: f"{edge.source.node}>{edge.target.node}" for key, edge in snapshot.graph.edges.items()}
