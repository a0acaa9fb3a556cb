"""Documents of a graph editor: stored, read, merged, limited and restored like those of a tree."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pycrdt
import pytest

from server.contacts.permissions import EDIT, VIEW
from server.core.errors import FeatureDisabled
from server.documents import document_cache, owners, snapshot
from server.documents.errors import DocumentFull, UpdateMalformed
from server.documents.graph_structure import MAX_COORDINATE, GraphLimits, GraphSnapshot
from server.documents.models import Document, DocumentDelta
from server.documents.owners import Owner
from server.documents.services import comments, documents, storing, versions
from tests.cast import Person
from tests.server.documents.graphs import FLOWS, STRUCTURES, FlowHand, graph_of

EDITOR = "flows"
OWNER = Owner(
    may_read=VIEW,
    may_write=EDIT,
    link_of=lambda document: f"/flows/{document.pk}",
    locked=lambda document: None,
    editor=FLOWS,
)
owners.register(EDITOR, OWNER)


@pytest.fixture
def flow(alice: Person) -> tuple[Document, FlowHand]:
    """A trigger that leads to a wait, which leads to the end."""
    hand = FlowHand(client=1)
    for at, (key, kind) in enumerate({"t": "trigger", "w": "wait", "e": "end"}.items()):
        hand.step(key, kind, at=(0, 100 * at), label=key)
    hand.connect("1", "t", "w")
    hand.connect("2", "w", "e")
    return documents.create(alice.team, EDITOR, by=None, update=hand.doc.get_update()), hand


def flow_of(document: Document) -> GraphSnapshot:
    found = documents.load_snapshot(document)
    assert isinstance(found, GraphSnapshot)
    return found


def test_a_flow_is_read_with_its_positions_and_settings(flow: tuple[Document, FlowHand], alice: Person) -> None:
    document, hand = flow
    condition = {"field": "city", "is": "Bogor"}
    storing.store(document.pk, hand.act(lambda: hand.nodes["w"].update({"condition": condition})), alice.caller)
    storing.store(document.pk, hand.act(lambda: hand.settings.update({"name": "Welcome"})), alice.caller)

    document.refresh_from_db()
    read = flow_of(document)

    assert {key: (node.level, node.kind, node.at) for key, node in read.graph.nodes.items()} == {
        "e": ("stop", "end", (0, 200)),
        "t": ("start", "trigger", (0, 0)),
        "w": ("step", "wait", (0, 100)),
    }
    assert graph_of(document) == {"1": "t>w", "2": "w>e"}
    assert (read.tree, read.settings, read.of["w"], read.conditions) == (
        {}, {"name": "Welcome"}, {"label": "w"}, {"w": condition},
    )  # fmt: skip
    assert documents.list_roots(document) == []


def test_two_connect_one_output_at_once_and_both_draw_the_same_edge(
    flow: tuple[Document, FlowHand], alice: Person
) -> None:
    document, one = flow
    one.act(lambda: one.edges.pop("1"))
    document = documents.create(alice.team, EDITOR, by=None, update=one.doc.get_update())
    other = FlowHand(one.doc.get_update(), client=2)

    storing.store(document.pk, one.connect("b", "t", "w"), alice.caller)
    storing.store(document.pk, other.connect("a", "t", "e"), alice.caller)

    document.refresh_from_db()
    assert graph_of(document) == {"2": "w>e", "a": "t>e"}
    for hand in (one, other):
        hand.doc.apply_update(storing.load(document.pk, hand.doc.get_state(), alice.caller).update)
        assert snapshot.read_doc(hand.doc, FLOWS.structure) == flow_of(document)
    storing.store(document.pk, one.act(lambda: one.edges.pop("a")), alice.caller)
    document.refresh_from_db()
    assert graph_of(document) == {"2": "w>e", "b": "t>w"}


def test_a_removed_step_returns_with_the_edges_that_others_gave_it(
    flow: tuple[Document, FlowHand], alice: Person
) -> None:
    document, one = flow
    other = FlowHand(one.doc.get_update(), client=2)
    storing.store(document.pk, one.remove("w"), alice.caller)
    storing.store(document.pk, other.step("x", "condition"), alice.caller)
    storing.store(document.pk, other.connect("3", "x", "w", "yes"), alice.caller)
    document.refresh_from_db()
    assert graph_of(document) == {}

    storing.store(document.pk, one.act(lambda: one.nodes["w"].pop("removed")), alice.caller)

    document.refresh_from_db()
    assert graph_of(document) == {"1": "t>w", "2": "w>e", "3": "x>w"}


@pytest.mark.parametrize(
    "at",
    [
        None,
        [],
        [1],
        [1, 2, 3],
        ["1", 2],
        [True, 0],
        [MAX_COORDINATE + 1, 0],
        [0, -MAX_COORDINATE - 1],
        [float("nan"), 0],
    ],
    ids=str,
)
def test_a_step_without_a_position_is_not_drawn(
    flow: tuple[Document, FlowHand], alice: Person, at: list[Any] | None
) -> None:
    document, hand = flow

    storing.store(document.pk, hand.act(lambda: hand.nodes["w"].update({"at": at})), alice.caller)

    document.refresh_from_db()
    assert (list(flow_of(document).graph.nodes), graph_of(document)) == (["e", "t"], {})


@pytest.mark.parametrize(
    "value",
    [
        None,
        "w",
        {"source": ["t", "next"]},
        {"source": ["t"], "target": ["e", "in"]},
        {"source": ["t", "next", "x"], "target": ["e", "in"]},
        {"source": ["t", "nä"], "target": ["e", "in"]},
        {"source": "t", "target": "e"},
    ],
    ids=str,
)
def test_an_edge_without_two_ends_is_not_drawn(flow: tuple[Document, FlowHand], alice: Person, value: object) -> None:
    document, hand = flow

    storing.store(document.pk, hand.act(lambda: hand.edges.update({"1": value})), alice.caller)

    document.refresh_from_db()
    assert graph_of(document) == {"2": "w>e"}


def test_outputs_come_and_go_with_the_items_of_a_setting(flow: tuple[Document, FlowHand], alice: Person) -> None:
    document, hand = flow
    hand.step("s", "split", branches={"a": {"order": "a0"}, "b": {"order": "a1"}, "c": {"order": 2}, "d": "a2"})
    hand.connect("3", "s", "w", "a")
    hand.connect("4", "s", "e", "b")
    document = documents.create(alice.team, EDITOR, by=None, update=hand.doc.get_update())
    assert graph_of(document) == {"1": "t>w", "2": "w>e", "3": "s>w", "4": "s>e"}

    storing.store(document.pk, hand.set("s", "branches", {"b": {"order": "a0"}}), alice.caller)

    document.refresh_from_db()
    assert graph_of(document) == {"1": "t>w", "2": "w>e", "4": "s>e"}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limits flows to four steps, three edges and 4,000 bytes."""
    structure = replace(STRUCTURES["flow"], limits=GraphLimits(nodes=4, edges=3, size_bytes=4_000))
    monkeypatch.setitem(owners.OWNERS.entries, EDITOR, replace(OWNER, editor=replace(FLOWS, structure=structure)))
    document_cache._cache._entries.clear()
    yield
    document_cache._cache._entries.clear()


@pytest.mark.usefixtures("few")
def test_a_flow_has_as_many_steps_and_edges_as_its_editor_allows(
    flow: tuple[Document, FlowHand], alice: Person
) -> None:
    document, hand = flow
    storing.store(document.pk, hand.step("c", "condition"), alice.caller)
    storing.store(document.pk, hand.connect("3", "c", "w", "yes"), alice.caller)
    full = FlowHand(hand.doc.get_update(), client=2)

    with pytest.raises(DocumentFull) as edges:
        storing.store(document.pk, full.connect("4", "c", "e", "no"), alice.caller)
    with pytest.raises(DocumentFull) as nodes:
        storing.store(document.pk, FlowHand(hand.doc.get_update(), client=3).step("x", "wait"), alice.caller)

    assert edges.value.payload == {"limit": "edges", "most": 3}
    assert nodes.value.payload == {"limit": "nodes", "most": 4}
    # An edge that is not drawn takes no place.
    storing.store(document.pk, hand.connect("5", "c", "e", "yes"), alice.caller)
    document.refresh_from_db()
    assert graph_of(document) == {"1": "t>w", "2": "w>e", "3": "c>w"}


@pytest.mark.usefixtures("few")
def test_what_is_not_drawn_makes_room(flow: tuple[Document, FlowHand], alice: Person) -> None:
    document, hand = flow
    storing.store(document.pk, hand.step("x", "wait", label="x" * 2_500), alice.caller)
    storing.store(document.pk, hand.connect("9", "gone", "e"), alice.caller)
    storing.store(document.pk, hand.remove("x"), alice.caller)
    before = flow_of(document)

    storing.store(document.pk, hand.set("w", "label", "y" * 2_500), alice.caller)

    document.refresh_from_db()
    read: pycrdt.Doc[Any] = pycrdt.Doc()
    read.apply_update(documents.get_update(document))
    assert set(read.get("nodes", type=pycrdt.Map)) == {"t", "w", "e"}
    assert set(read.get("edges", type=pycrdt.Map)) == {"1", "2"}
    assert flow_of(document).graph == before.graph


def test_a_map_of_another_editor_is_rejected(flow: tuple[Document, FlowHand], alice: Person) -> None:
    document, hand = flow

    with pytest.raises(UpdateMalformed):
        storing.store(document.pk, hand.root("body"), alice.caller)

    assert DocumentDelta.objects.for_team(alice.team).filter(document_id=document.pk).count() == 1


def test_a_kind_that_the_plan_lacks_is_rejected(flow: tuple[Document, FlowHand], alice: Person) -> None:
    document, hand = flow

    with pytest.raises(FeatureDisabled):
        storing.store(document.pk, hand.step("s", "split"), alice.caller)


def test_a_version_has_the_flow_of_its_time_and_a_step_has_comments(
    flow: tuple[Document, FlowHand], alice: Person
) -> None:
    document, hand = flow
    version = versions.save_named(document=document, name="First", by=alice.caller)
    comment = comments.post(document=document, node="w", text="How long?", mentions=[], by=alice.caller)

    storing.store(document.pk, hand.remove("w"), alice.caller)

    then = snapshot.read(versions.get_update(version), FLOWS.structure)
    assert isinstance(then, GraphSnapshot)
    assert list(then.graph.edges) == ["1", "2"]
    document.refresh_from_db()
    assert (comment.node, graph_of(document)) == ("w", {})
