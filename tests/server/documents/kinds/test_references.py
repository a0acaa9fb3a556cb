"""References of settings to nodes and roots, by the same fixture as client/src/builder/inspector/references.test.ts."""

import json
from typing import Any

import pytest

from server.documents.kinds import fields
from server.documents.kinds.email import STRUCTURE
from server.documents.kinds.references import Targets, resolve, targets_in
from server.documents.kinds.registry import Kind, RootKind, editor
from server.documents.kinds.settings import KindSettings, Reference
from server.documents.pieces import Piece, planted
from server.documents.snapshot import NODE, RootSettings, read
from server.documents.structure import NodeLevel, Structure
from tests.server.documents.graphs import STRUCTURES as GRAPHS
from tests.server.documents.structures import FOLDER, STRUCTURES

REFERENCES = json.loads((FOLDER / "references.json").read_text())
BOX = Structure(NodeLevel(("component",)), {"component": NodeLevel()})


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

    settings = resolve(CardSettings.read(case["stored"]), targets)

    assert settings.model_dump(by_alias=True) == case["values"]


def test_planted_references_lead_to_the_planted_nodes() -> None:
    linked = {"target": {NODE: "first"}, "frame": {"opens": {NODE: "popup"}}}
    card = Piece("field", "card", {**linked, "steps": {"a": {"order": "a0", "target": {NODE: "gone"}}}})
    root = RootSettings("popup", {"start": {NODE: "first"}})

    text = Piece("field", "text", {}, id="first")
    snapshot = read(planted({"form": [text, card], "popup": []}, {}, {"popup": root}), STRUCTURES["fields"])

    first, second = (branch.id for branch in snapshot.tree["form"])
    assert snapshot.of[second]["target"] == {NODE: first}
    assert snapshot.roots["popup"].settings == {"start": {NODE: first}}
    settings = resolve(CardSettings.read(snapshot.of[second]), targets_in(snapshot))
    assert (settings.target, settings.frame.opens, settings.steps) == (first, "popup", [Step(target=None)])


def test_a_node_that_is_not_drawn_is_no_target() -> None:
    text = Piece("field", "text")
    snapshot = read(planted({"form": [text]}, {}), STRUCTURES["fields"])

    assert list(targets_in(snapshot).nodes.values()) == ["text"]
    assert targets_in(read(planted({}, {}), STRUCTURES["fields"])) == Targets({}, {})


def test_a_reference_needs_eligible_kinds_that_the_editor_has() -> None:
    with pytest.raises(ValueError, match="eligible"):
        fields.node()
    card = Kind("card", "component", "things", CardSettings)
    text = Kind("text", "component", "things", KindSettings)
    with pytest.raises(ValueError, match="popup, text"):
        editor(BOX, KindSettings, [card], look={}, resolves_references=True)

    roots = [RootKind("popup", KindSettings)]
    known = editor(BOX, KindSettings, [card, text], look={}, roots=roots, resolves_references=True)

    assert list(known.kinds) == ["card", "text"]


def test_an_editor_refuses_references_that_nothing_resolves() -> None:
    kinds = [Kind("text", "component", "things", KindSettings), Kind("step", "component", "things", Step)]
    steps = [Kind("text", "step", "things", KindSettings), Kind("step", "step", "things", Step)]

    with pytest.raises(ValueError, match="Step has a reference, but nothing resolves"):
        editor(STRUCTURE, KindSettings, kinds, look={})
    with pytest.raises(ValueError, match="Step has a reference, but nothing resolves"):
        editor(STRUCTURE, Step, kinds[:1], look={})
    with pytest.raises(ValueError, match="Step has a reference, but references lead to nodes of trees only"):
        editor(GRAPHS["flow"], KindSettings, steps, look={}, resolves_references=True)
