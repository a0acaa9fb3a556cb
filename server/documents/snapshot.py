"""Reads the Yjs updates of a document into plain values.

client/src/builder/tree/model/snapshot.ts reads the same; tests/fixtures/documents/newsletter.json tests both.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeGuard

import pycrdt

from server.core.patches import shared_types
from server.core.patches.shared_types import Walk, open_walk
from server.documents.maps import NODES, ROOTS, SETTINGS
from server.documents.tree import Node, NodePosition, Tree, build_tree, index_branches

if TYPE_CHECKING:
    from server.documents.structure import DocumentStructure, TreeStructure

RICH: Final = "$rich"
# The key of a reference to a node or root: `{"$node": id}` is a single value.
NODE: Final = "$node"
# The key of an item's order in a list setting.
ORDER: Final = "order"
# Per node. Each child is searched for among them.
MAX_SLOTS: Final = 200
# Ids and kinds. Python and JavaScript would sort some other characters differently.
NAME: Final = re.compile(r"[!-~]{1,64}")
# With repeated inserts at one position, each order is longer than the previous one.
_ORDER: Final = re.compile(r"[!-~]{1,512}")


@dataclass(frozen=True, slots=True)
class Root:
    """A root of a document: the body of an email, or one of its variants. Users choose `name`."""

    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class RootSettings:
    """The kind of a root, such as a popup, and its stored settings."""

    kind: str
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A document as plain values. `tree` contains the visible nodes, `roots` the roots that have a kind.

    `of` has the settings and `conditions` the conditions of all valid nodes, visible or not, by id. `settings` are
    document-wide.
    """

    tree: Tree
    settings: Mapping[str, Any]
    of: Mapping[str, Mapping[str, Any]]
    conditions: Mapping[str, Mapping[str, Any]]
    roots: Mapping[str, RootSettings] = field(default_factory=dict, kw_only=True)


def read(update: bytes, structure: "DocumentStructure") -> Snapshot:
    """Returns the snapshot of a document. `update` must contain the complete document.

    Excludes invalid nodes, as a third-party client might have stored them. Rich text is `{"$rich": [...]}` of elements
    `{"name", "attributes", "inside"}` and texts `{"text": [{"insert", "attributes"}]}`, without any escaping. Raises
    ValueError if the bytes are not an update.
    """
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(update)
    return structure.read(doc)


def read_doc(doc: "pycrdt.Doc[Any]", structure: "DocumentStructure") -> Snapshot:
    return structure.read(doc)


def read_tree(doc: "pycrdt.Doc[Any]", structure: "TreeStructure") -> Snapshot:
    nodes = doc.get(NODES, type=pycrdt.Map)
    roots = doc.get(ROOTS, type=pycrdt.Map)
    whole = doc.get(SETTINGS, type=pycrdt.Map)
    with open_walk(doc) as see:
        found = _read_node_maps(see, nodes, structure)
        order = _sort_root_ids(roots)
        tree = build_tree({key: node for key, (node, _) in found.items()}, order, structure)
        return Snapshot(
            tree=tree,
            settings=to_plain(see, whole.integrated),
            of={key: to_plain(see, own["settings"]) for key, (_, own) in found.items()},
            conditions={key: to_plain(see, own["condition"]) for key, (_, own) in found.items() if "condition" in own},
            roots=_read_root_settings(see, roots, order),
        )


def _read_root_settings(see: Walk, roots: "pycrdt.Map[Any]", ids: list[str]) -> dict[str, RootSettings]:
    known = set(ids)
    stored = {key: dict(see.items(root)) for key, root in see.items(roots.integrated) if key in known}
    return {
        key: RootSettings(stored[key]["kind"], to_plain(see, settings) if _is_map(settings) else {})
        for key in ids
        if is_name(stored[key].get("kind"))
        for settings in [stored[key].get("settings")]
    }


def _is_map(value: Any) -> bool:
    return isinstance(value, shared_types.Map | dict)


def list_roots(doc: "pycrdt.Doc[Any]") -> list[Root]:
    roots = doc.get(ROOTS, type=pycrdt.Map)
    names = {key: roots[key].get("name") for key in _sort_root_ids(roots)}
    return [Root(key, name if isinstance(name, str) else "") for key, name in names.items()]


def remove_other_roots(update: bytes, root: str) -> bytes:
    """Removes all other roots from a document. Returns the update unchanged if the document lacks this root."""
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    roots = doc.get(ROOTS, type=pycrdt.Map)
    doc.apply_update(update)
    if root not in roots:
        return update
    with doc.transaction():
        for other in [key for key in roots.keys() if key != root]:  # noqa: SIM118 -- a map of Yjs
            del roots[other]
    return doc.get_update()


def remove_hidden_nodes(update: bytes, structure: "DocumentStructure") -> bytes:
    """Removes the nodes that are not drawn, such as deleted ones. Returns the update unchanged if all are drawn."""
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(update)
    nodes = doc.get(NODES, type=pycrdt.Map)
    hidden = set(nodes.keys()) - structure.drawn_in(doc)[NODES]
    if not hidden:
        return update
    with doc.transaction():
        for key in hidden:
            del nodes[key]
    return doc.get_update()


def find_visible_ids(doc: "pycrdt.Doc[Any]", structure: "TreeStructure") -> set[str]:
    return set(index_branches(build_tree(read_nodes(doc, structure), list_root_ids(doc), structure)))


def read_nodes(doc: "pycrdt.Doc[Any]", structure: "TreeStructure") -> Mapping[str, Node]:
    """The valid nodes by id, visible or not."""
    nodes = doc.get(NODES, type=pycrdt.Map)
    with open_walk(doc) as see:
        return {key: node for key, (node, _) in _read_node_maps(see, nodes, structure).items()}


def list_root_ids(doc: "pycrdt.Doc[Any]") -> list[str]:
    return _sort_root_ids(doc.get(ROOTS, type=pycrdt.Map))


def _read_node_maps(
    see: Walk, nodes: "pycrdt.Map[Any]", structure: "TreeStructure"
) -> dict[str, tuple[Node, dict[str, Any]]]:
    found = {}
    for key, value in see.items(nodes.integrated):
        if isinstance(value, shared_types.Map) and NAME.fullmatch(key):
            own = dict(see.items(value))
            if (node := _read_node(see, own, structure)) is not None:
                found[key] = node, own
    return found


def _read_node(see: Walk, own: Mapping[str, Any], structure: "TreeStructure") -> Node | None:
    settings = own.get("settings")
    if not isinstance(settings, shared_types.Map):
        return None
    level, kind, at = own.get("level"), own.get("kind"), own.get("at")
    if not isinstance(level, str) or level not in structure.levels or not is_name(kind):
        return None
    if not isinstance(at, list) or not 3 <= len(at) <= 4:
        return None
    parent, order, root = at[:3]
    if not is_name(parent) or not is_order(order) or not is_name(root):
        return None
    if len(at) == 4 and not (structure.slots and is_name(at[3])):
        return None
    field = structure.slots.get(kind)
    slots = None if field is None else list_item_ids(see, settings, field)
    return Node(
        level,
        kind,
        NodePosition(parent, order, root) if len(at) == 3 else NodePosition(parent, order, root, at[3]),
        slots,
    )


def list_item_ids(see: Walk, settings: Any, field: str) -> tuple[str, ...]:
    """Returns the ids of a list setting's items in their order, at most MAX_SLOTS."""
    items = dict(see.items(settings)).get(field)
    if not isinstance(items, shared_types.Map | dict):
        return ()
    stored = {key: each for key, each in see.items(items) if isinstance(each, shared_types.Map | dict)}
    return tuple(sort_ids({key: dict(see.items(each)).get(ORDER) for key, each in stored.items()}))[:MAX_SLOTS]


def sort_ids(orders: Mapping[str, Any]) -> list[str]:
    """Sorts the ids of a list's items by order, then by id. Excludes invalid ids and orders."""
    valid = {key: order for key, order in orders.items() if is_name(key) and is_order(order)}
    return sorted(valid, key=lambda key: (valid[key], key))


def is_name(value: Any) -> TypeGuard[str]:
    """Whether a value is a valid id or kind."""
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def is_order(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and _ORDER.fullmatch(value) is not None


def _sort_root_ids(roots: "pycrdt.Map[Any]") -> list[str]:
    orders = {key: root.get("order") for key, root in roots.items() if isinstance(root, pycrdt.Map)}
    return sorted((key for key, order in orders.items() if is_order(order)), key=lambda key: (orders[key], key))


def to_plain(see: Walk, value: Any) -> Any:
    """Returns a value of a document as JSON, with rich text in the format of `read`."""
    if isinstance(value, str):
        return _strip_nul(value)
    if isinstance(value, shared_types.Map | dict):
        return {_strip_nul(key): to_plain(see, each) for key, each in see.items(value)}
    if isinstance(value, shared_types.Array | list):
        return [to_plain(see, each) for each in see.members(value)]
    if isinstance(value, shared_types.XmlFragment):
        return {RICH: [_read_rich(see, child) for child in see.children(value)]}
    # Yjs has a single type of number.
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _strip_nul(value: str) -> str:
    # PostgreSQL stores NUL neither in text nor in JSON, and no email shows it.
    return value.replace("\x00", "") if "\x00" in value else value


def _read_rich(see: Walk, value: Any) -> dict[str, Any]:
    if isinstance(value, shared_types.XmlText):
        return {
            "text": [
                {"insert": to_plain(see, insert), **({"attributes": to_plain(see, marks)} if marks else {})}
                for insert, marks in see.spans(value)
            ]
        }
    return {
        "name": _strip_nul(value.tag() or ""),
        "attributes": to_plain(see, see.attributes(value)),
        "inside": [_read_rich(see, child) for child in see.children(value)],
    }
