"""Commands on graphs by the server: the rules are those of the client's commands, and the document is read once."""

import itertools
import json
import random
from collections.abc import Mapping
from typing import Any, Final

import pycrdt
import pytest

from server.core.errors import ApiError, NotFound
from server.documents import limits
from server.documents.drafts import graph_outline
from server.documents.drafts.changes import build_draft_update
from server.documents.drafts.graph import GraphDraft
from server.documents.errors import ChangeNotAllowed
from server.documents.graph import Edge, End
from server.documents.graph_structure import GraphSnapshot, GraphStructure
from server.documents.kinds import fields
from server.documents.kinds.registry import Kind, build_editor
from server.documents.kinds.settings import KindSettings
from server.documents.snapshot import read
from tests.server.documents.graphs import FLOWS, STRUCTURES, FlowHand
from tests.server.documents.structures import FOLDER

CASES: Final[list[dict[str, Any]]] = json.loads((FOLDER / "graph-commands.json").read_text())


class Run:
    """A case of the fixture. Nodes are named by their labels."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        hand = FlowHand()
        for key, node in case["nodes"].items():
            hand.step(key, node["kind"], at=node["at"], **node["settings"])
        for key, (source, port, target) in case["edges"].items():
            hand.connect(key, source, target, port)
        self.whole = hand.doc.get_update()

    @property
    def snapshot(self) -> GraphSnapshot:
        found = read(self.whole, FLOWS.structure)
        assert isinstance(found, GraphSnapshot)
        return found

    def run(self, command: Mapping[str, Any]) -> None:
        now = self.snapshot
        update = build_draft_update(self.whole, FLOWS, GraphDraft, lambda draft: self._run(command, now, draft))
        if update is not None:
            self.whole = pycrdt.merge_updates(self.whole, update)

    def _run(self, command: Mapping[str, Any], now: GraphSnapshot, draft: GraphDraft) -> None:
        ids = {settings["label"]: key for key, settings in now.of.items()}

        def node() -> str:
            return ids[command["node"]]

        def end(name: str) -> End:
            label, port = command[name]
            return End(ids.get(label, label), port)

        def edge() -> Edge:
            return Edge(end("source"), end("target"))

        match command["command"]:
            case "addNode":
                draft.add_node(command["kind"], tuple(command["at"]), command["settings"])
            case "moveNode":
                draft.move_node(node(), tuple(command["at"]))
            case "removeNode":
                draft.remove_node(node())
            case "updateSettings":
                draft.update_settings(node(), command["changes"])
            case "setCondition":
                draft.set_condition(node(), command["condition"])
            case "updateGlobals":
                draft.update_globals(command["changes"])
            case "connect":
                draft.connect(edge())
            case "reconnect":
                draft.reconnect(command["edge"], edge())
            case "disconnect":
                [key] = [key for key, each in now.graph.edges.items() if each.source == end("source")]
                draft.disconnect(key)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_commands_have_the_result_that_they_have_in_the_client(case: dict[str, Any]) -> None:
    run = Run(case)

    for command in case["commands"]:
        if "refused" in command:
            with pytest.raises(ApiError) as refused:
                run.run(command)
            reason = "missing" if isinstance(refused.value, NotFound) else (refused.value.payload or {})["reason"]
            assert reason == command["refused"]
        else:
            run.run(command)

    now = run.snapshot
    labels = {key: now.of[key]["label"] for key in now.graph.nodes}
    edges = [
        f"{labels[source.node]}.{source.port}>{labels[target.node]}" for source, target in now.graph.edges.values()
    ]
    assert {labels[key]: list(node.at) for key, node in now.graph.nodes.items()} == case["visible"]["nodes"]
    assert sorted(edges) == case["visible"]["edges"]
    assert now.settings == case["globals"]
    assert {labels[key]: condition for key, condition in now.conditions.items()} == case["conditions"]


class Branch(KindSettings):
    """An item of a list, which is an output."""

    id: str = ""
    label: str = fields.line("")


class SplitSettings(KindSettings):
    """A step with default branches."""

    branches: list[Branch] = fields.items([{"id": "a", "label": "A"}, {"id": "b", "label": "B"}], max_items=9)


def test_a_missing_list_gets_its_default_items_and_they_are_ports() -> None:
    editor = build_editor(
        STRUCTURES["flow"],
        KindSettings,
        [Kind("split", "step", "steps", SplitSettings), Kind("end", "stop", "steps", KindSettings)],
        look={},
    )
    hand = FlowHand()
    hand.step("s", "split")
    hand.step("e", "end")
    whole = hand.doc.get_update()

    def change(draft: GraphDraft) -> None:
        draft.update_settings("s", {"branches": {"c": {"order": "a2", "label": "C"}}})
        for port in "abc":
            draft.connect(Edge(End("s", port), End("e", "in")))

    update = build_draft_update(whole, editor, GraphDraft, change)

    assert update is not None
    now = read(pycrdt.merge_updates(whole, update), editor.structure)
    assert isinstance(now, GraphSnapshot)
    assert now.of["s"]["branches"] == {
        "a": {"order": "a0", "label": "A"},
        "b": {"order": "a1", "label": "B"},
        "c": {"order": "a2", "label": "C"},
    }
    assert sorted(edge.source.port for edge in now.graph.edges.values()) == ["a", "b", "c"]


def test_what_changes_nothing_writes_nothing() -> None:
    hand = FlowHand()
    hand.step("t", "trigger", at=(0, 0), label="Start")
    hand.step("w", "wait", at=(0, 100), label="Wait")
    hand.connect("1", "t", "w")
    edge = Edge(End("t", "next"), End("w", "in"))

    def change(draft: GraphDraft) -> None:
        draft.move_node("w", (0.2, 99.8))
        draft.update_settings("w", {"label": "Wait", "days": None})
        draft.update_globals({"name": None})
        draft.set_condition("w", None)
        draft.reconnect("1", edge)

    assert build_draft_update(hand.doc.get_update(), FLOWS, GraphDraft, change) is None


@pytest.mark.parametrize(
    ("change", "error", "payload"),
    [
        (lambda draft: draft.add_node("film", (0, 0)), ChangeNotAllowed, {"reason": "kind"}),
        (lambda draft: draft.set_condition("t", {"all": True}), ChangeNotAllowed, {"reason": "condition"}),
        (lambda draft: draft.remove_node("gone"), NotFound, None),
        (lambda draft: draft.disconnect("gone"), NotFound, None),
    ],
)
def test_a_command_that_the_document_rules_out_is_refused(
    change: Any, error: type[ApiError], payload: dict[str, object] | None
) -> None:
    hand = FlowHand()
    hand.step("t", "trigger")

    with pytest.raises(error) as refused:
        build_draft_update(hand.doc.get_update(), FLOWS, GraphDraft, change)

    assert refused.value.payload == payload


@pytest.mark.parametrize("seed", range(20))
def test_a_draft_draws_what_the_document_draws(seed: int) -> None:
    dice = random.Random(seed)
    structure = STRUCTURES["flow"]
    hand = FlowHand()
    if seed % 2:
        disorder(hand, dice)

    with hand.doc.transaction():
        draft = GraphDraft(hand.doc, FLOWS)
        for number in range(limits.MAX_DRAFT_COMMANDS):
            perform(draft, dice)
            drawn = structure.read(hand.doc).graph
            assert (draft.graph, list(draft.graph.edges)) == (drawn, list(drawn.edges)), number


def test_many_commands_read_the_document_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = list[str]()

    def count(module: Any, name: str) -> None:
        read = getattr(module, name)

        def counted(*given: Any) -> Any:
            reads.append(name)
            return read(*given)

        monkeypatch.setattr(module, name, counted)

    count(GraphStructure, "stored_in")
    count(graph_outline, "connect")

    def change(draft: GraphDraft) -> None:
        nodes = [draft.add_node("wait", (0, 100 * number)) for number in range(60)]
        edges = [draft.connect(Edge(End(one, "next"), End(other, "in"))) for one, other in itertools.pairwise(nodes)]
        for edge in edges[::2]:
            draft.disconnect(edge)
        for node in nodes[::3]:
            draft.remove_node(node)
        draft.update_settings(nodes[1], {"label": "Wait"})
        draft.move_node(nodes[1], (5, 5))

    build_draft_update(FlowHand().doc.get_update(), FLOWS, GraphDraft, change)

    assert reads == ["stored_in", "connect"]


def perform(draft: GraphDraft, dice: random.Random) -> None:
    """Runs one random command; one that the document rules out changes nothing."""
    graph = draft.graph
    node, other = (dice.choice([*graph.nodes, "none"]) for _ in range(2))
    edge_id = dice.choice([*graph.edges, "none"])
    edge = Edge(End(node, dice.choice(["next", "yes", "no", "a", "b"])), End(other, "in"))
    items = {name: {"order": "a0"} for name in ("a", "b")}
    act = dice.choice(["add", "connect", "connect", "connect", "reconnect", "disconnect", "move", "items", "remove"])
    try:
        match act:
            case "add":
                draft.add_node(dice.choice([*FLOWS.kinds]), (dice.randrange(900), 0), {"branches": items})
            case "connect":
                draft.connect(edge)
            case "reconnect":
                draft.reconnect(edge_id, edge)
            case "disconnect":
                draft.disconnect(edge_id)
            case "move":
                draft.move_node(node, (dice.randrange(900), 0))
            case "items":
                draft.update_settings(node, {"branches": {dice.choice("ab"): dice.choice([None, {"order": "a1"}])}})
            case "remove" if dice.random() < 0.5:
                draft.remove_node(node)
    except (ChangeNotAllowed, NotFound):
        pass


def disorder(hand: FlowHand, dice: random.Random) -> None:
    """Edges into cycles, twice, above the maximum and without a port, as after concurrent changes."""
    keys = [f"n{number}" for number in range(12)]
    for key in keys:
        hand.step(key, dice.choice([*FLOWS.kinds]))
    for number in range(60):
        hand.connect(str(number), dice.choice(keys), dice.choice(keys), dice.choice(["next", "yes", "no", "a"]))
