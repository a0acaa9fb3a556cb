"""The tree of a document, with the same fixtures as client/src/builder/tree/model/tree.test.ts."""

import json
from typing import Any

import pytest

from server.documents.kinds.email import STRUCTURE
from server.documents.structure import NodeLevel, TreeStructure
from server.documents.tree import Branch, Node, NodePosition, build_tree, index_branches, iter_branches
from tests.server.documents.structures import CONTRACTS, FOLDER, STRUCTURES

FIXTURES = json.loads((FOLDER / "trees.json").read_text())
DEPTH = 500


def node(row: list[Any]) -> Node:
    level, kind, parent, order, root, slot, slots = [*row, "", None][:7] if len(row) == 5 else [*row, None][:7]
    return Node(level, kind, NodePosition(parent, order, root, slot), None if slots is None else tuple(slots))


def outline(branch: Branch, structure: TreeStructure) -> Any:
    """A branch as nested ids, each with its slot; a leaf is the id alone."""
    name = f"{branch.id}@{branch.slot}" if branch.slot else branch.id
    if not structure.levels[branch.level].holds:
        return name
    return {name: [outline(child, structure) for child in branch.children]}


@pytest.mark.parametrize("case", FIXTURES, ids=[case["name"] for case in FIXTURES])
def test_the_tree_is_the_one_that_both_languages_grow(case: dict[str, Any]) -> None:
    structure = STRUCTURES[case["structure"]]
    tree = build_tree({key: node(row) for key, row in case["nodes"].items()}, case["roots"], structure)

    drawn = {root: [outline(branch, structure) for branch in branches] for root, branches in tree.items()}
    assert drawn == case["tree"]


def test_the_structure_of_the_email_editor_is_the_one_of_the_fixtures() -> None:
    assert STRUCTURE.contract() == CONTRACTS["rows"]


def nested(depth: int) -> dict[str, Node]:
    """`depth` choices, each in an option of the previous one."""
    nodes = {"f0": Node("choice", "choice", NodePosition("body", "a0", "body"), ("yes",))}
    for at in range(1, depth):
        nodes[f"f{at}"] = Node("choice", "choice", NodePosition(f"f{at - 1}", "a0", "body", "yes"), ("yes",))
    return nodes


def test_five_hundred_fields_in_each_other_are_drawn_and_walked_and_those_deeper_go_after_the_last() -> None:
    tree = build_tree(nested(DEPTH + 2), ["body"], STRUCTURES["fields"])

    drawn = list(iter_branches(tree["body"]))
    assert [branch.id for branch in drawn] == [f"f{at}" for at in range(DEPTH + 2)]
    assert [branch.id for branch in index_branches(tree)[f"f{DEPTH - 2}"].children] == [
        f"f{DEPTH - 1}", f"f{DEPTH}", f"f{DEPTH + 1}",
    ]  # fmt: skip
    assert tree == build_tree(nested(DEPTH + 2), ["body"], STRUCTURES["fields"])
    assert tree != build_tree({**nested(DEPTH + 2), "f400": nested(1)["f0"]}, ["body"], STRUCTURES["fields"])


def test_levels_that_hold_each_other_need_a_depth() -> None:
    with pytest.raises(ValueError, match="page, part"):
        TreeStructure(NodeLevel(("page",)), {"page": NodeLevel(("part",)), "part": NodeLevel(("page",))})
    with pytest.raises(ValueError, match="cell"):
        TreeStructure(NodeLevel(("page",)), {"page": NodeLevel(("cell",))})
    TreeStructure(NodeLevel(("page",)), {"page": NodeLevel(("part",)), "part": NodeLevel(("page",), depth=3)})


def test_a_row_a_thousand_rows_deep_is_drawn_after_the_inner_row() -> None:
    nodes = {"r0": Node("row", "row", NodePosition("body", "a0", "body"))}
    for depth in range(5_000):
        nodes[f"c{depth}"] = Node("column", "column", NodePosition(f"r{depth}", "a0", "body"))
        nodes[f"r{depth + 1}"] = Node("row", "row", NodePosition(f"c{depth}", "a0", "body"))

    [outer] = build_tree(nodes, ["body"], STRUCTURE)["body"]

    [column] = outer.children
    assert [branch.id for branch in column.children] == [f"r{depth}" for depth in range(1, 5_001)]


def test_nodes_are_drawn_once_in_whatever_order_they_come() -> None:
    for case in FIXTURES:
        nodes = {key: node(row) for key, row in case["nodes"].items()}
        backwards = dict(reversed(nodes.items()))

        structure = STRUCTURES[case["structure"]]
        assert build_tree(backwards, case["roots"], structure) == build_tree(nodes, case["roots"], structure)
