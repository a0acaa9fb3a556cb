"""Parts as plain values put into a new document, and read out again."""

import itertools

import pytest

from server.documents.kinds.email import STRUCTURE
from server.documents.pieces import Piece, build_document, build_order, build_stored_items
from server.documents.snapshot import RICH, read
from tests.server.documents.structures import STRUCTURES

RICH_WORDS = {
    RICH: [
        {
            "name": "paragraph",
            "attributes": {},
            "inside": [
                {"text": [{"insert": "Héllo 🎈 "}, {"insert": "you", "attributes": {"bold": {}}}, {"insert": "."}]},
                {"name": "mergeTag", "attributes": {"source": "firstname | default: 'friend'"}, "inside": []},
                {"text": [{"insert": " Bye"}]},
            ],
        },
        {"name": "heading", "attributes": {"level": 2}, "inside": [{"text": [{"insert": "Two"}]}]},
    ]
}


def test_what_is_planted_is_read_as_it_was() -> None:
    only_some = {"all": True, "rules": [{"field": "city", "operator": "is", "value": "Bandung"}]}
    settings = {"text": RICH_WORDS, "size": 24, "padding": [1, 2, 3, 4], "frame": {"weight": 2}}
    part = Piece("component", "text", settings, only_some)
    rows = [
        Piece("row", "row", {"stacks": True}, children=[Piece("column", "column", {"width": 40}, children=[part])]),
        Piece("row", "row"),
    ]

    found = read(build_document({"body": rows, "other": []}, {"width": 640, "dark": "keeps"}), STRUCTURE)

    assert list(found.tree) == ["body", "other"]
    assert found.settings == {"width": 640, "dark": "keeps"}
    first, second = found.tree["body"]
    assert (first.kind, found.of[first.id]) == ("row", {"stacks": True})
    assert (second.children, found.of[second.id]) == ((), {})
    (column,) = first.children
    assert found.of[column.id] == {"width": 40}
    (component,) = column.children
    assert (component.level, component.kind) == ("component", "text")
    assert found.of[component.id] == settings
    assert found.conditions == {component.id: only_some}


def test_pieces_in_the_slots_of_five_hundred_others_are_planted() -> None:
    piece = Piece("field", "text", {"label": "499"}, slot="yes")
    for depth in reversed(range(499)):
        settings = {"label": str(depth), "options": build_stored_items([{"id": "no"}, {"id": "yes"}])}
        inside = [Piece("field", "text", {"label": "beside"}, slot="no"), piece]
        piece = Piece("choice", "choice", settings, children=inside, slot="yes" if depth else "")

    found = read(build_document({"body": [piece]}, {}), STRUCTURES["fields"])

    branch, labels = found.tree["body"][0], []
    while True:
        labels.append(found.of[branch.id]["label"])
        if not branch.children:
            break
        beside, branch = branch.children
        assert (beside.slot, branch.slot, found.of[beside.id]["label"]) == ("no", "yes", "beside")
    assert labels == [str(depth) for depth in range(500)]


def test_siblings_stand_in_their_order() -> None:
    rows = [Piece("row", "row", {"number": number}) for number in range(130)]
    found = read(build_document({"body": rows}, {}), STRUCTURE)
    assert [found.of[row.id]["number"] for row in found.tree["body"]] == list(range(130))


def test_orders_rise_to_the_last() -> None:
    orders = [build_order(index) for index in range(3_906)]
    assert all(left < right for left, right in itertools.pairwise(orders))
    assert (orders[0], orders[61], orders[62], orders[-1]) == ("a0", "az", "b00", "bzz")
    with pytest.raises(IndexError):
        build_order(3_906)
