"""References of settings to nodes and roots, by the same fixture as client/src/builder/inspector/references.test.ts."""

import json
from typing import Any

import pytest

from server.documents.kinds import fields
from server.documents.kinds.email import STRUCTURE
from server.documents.kinds.references import Targets, find_targets, resolve_references
from server.documents.kinds.registry import Kind, RootKind, build_editor
from server.documents.kinds.settings import KindSettings, Reference
from server.documents.pieces import Piece, build_document
from server.documents.snapshot import NODE, RootSettings, read
from server.documents.structure import NodeLevel, TreeStructure
from tests.server.documents.graphs import STRUCTURES as GRAPHS
from tests.server.documents.structures import FOLDER, STRUCTURES

REFERENCES = json.loads((FOLDER / "references.json").read_text())
BOX = TreeStructure(NodeLevel(("component",)), {"component": NodeLevel()})


class Frame(KindSettings):
    """A group with a reference."""

    opens: Reference = fields.node(roots=("popup",))


class Step(KindSettings):
    """An item with a reference."""

    target: Reference = fields.node(kinds=("text",))


class CardSettings(KindSettings):
    """A kind with references."""

    target: Reference = fields.node(kinds=("text",), roots=("popup",))
    frame: Frame = fields.group(Frame)
    steps: list[Step] = fields.items([], max_items=3)


def test_the_client_reads_references_by_this_schema() -> None:
    assert CardSettings.schema_of() == REFERENCES["schema"]


@pytest.mark.parametrize("case", REFERENCES["cases"], ids=lambda case: case["name"])
def test_a_reference_is_read_as_by_the_client(case: dict[str, Any]) -> None:
    targets = Targets(REFERENCES["targets"]["nodes"], REFERENCES["targets"]["roots"])

    settings = resolve_references(CardSettings.read(case["stored"]), targets)

    assert settings.model_dump(by_alias=True) == case["values"]


def test_planted_references_lead_to_the_planted_nodes() -> None:
    linked = {"target": {NODE: "first"}, "frame": {"opens": {NODE: "popup"}}}
    card = Piece("field", "card", {**linked, "steps": {"a": {"order": "a0", "target": {NODE: "gone"}}}})
    root = RootSettings("popup", {"start": {NODE: "first"}})

    text = Piece("field", "text", {}, id="first")
    snapshot = read(build_document({"form": [text, card], "popup": []}, {}, {"popup": root}), STRUCTURES["fields"])

    first, second = (branch.id for branch in snapshot.tree["form"])
    assert snapshot.of[second]["target"] == {NODE: first}
    assert snapshot.roots["popup"].settings == {"start": {NODE: first}}
    settings = resolve_references(CardSettings.read(snapshot.of[second]), find_targets(snapshot))
    assert (settings.target, settings.frame.opens, settings.steps) == (first, "popup", [Step(target=None)])


def test_a_node_that_is_not_drawn_is_no_target() -> None:
    text = Piece("field", "text")
    snapshot = read(build_document({"form": [text]}, {}), STRUCTURES["fields"])

    assert list(find_targets(snapshot).nodes.values()) == ["text"]
    assert find_targets(read(build_document({}, {}), STRUCTURES["fields"])) == Targets({}, {})


def test_a_reference_needs_eligible_kinds_that_the_editor_has() -> None:
    with pytest.raises(ValueError, match="eligible"):
        fields.node()
    card = Kind("card", "component", "things", CardSettings)
    text = Kind("text", "component", "things", KindSettings)
    with pytest.raises(ValueError, match="popup, text"):
        build_editor(BOX, KindSettings, [card], look={}, resolves_references=True)

    roots = [RootKind("popup", KindSettings)]
    known = build_editor(BOX, KindSettings, [card, text], look={}, roots=roots, resolves_references=True)

    assert list(known.kinds) == ["card", "text"]


def test_an_editor_refuses_references_that_nothing_resolves() -> None:
    kinds = [Kind("text", "component", "things", KindSettings), Kind("step", "component", "things", Step)]
    steps = [Kind("text", "step", "things", KindSettings), Kind("step", "step", "things", Step)]

    with pytest.raises(ValueError, match="Step has a reference, but nothing resolves"):
        build_editor(STRUCTURE, KindSettings, kinds, look={})
    with pytest.raises(ValueError, match="Step has a reference, but nothing resolves"):
        build_editor(STRUCTURE, Step, kinds[:1], look={})
    with pytest.raises(ValueError, match="Step has a reference, but references lead to nodes of trees only"):
        build_editor(GRAPHS["flow"], KindSettings, steps, look={}, resolves_references=True)
