"""What a document says at one moment: its Yjs updates read into plain values.

client/src/builder/tree/model/snapshot.ts reads the same; tests/fixtures/documents/newsletter.json holds both together.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

import pycrdt

from server.core.patches import shared_types
from server.core.patches.shared_types import Walk, walk
from server.documents.structure import MAX_SLOTS, NODES, ROOTS, SETTINGS, Structure
from server.documents.tree import At, Node, Tree, by_id, grow

RICH: Final = "$rich"
# Ids, orders and kinds: of other characters the two languages would sort some differently.
NAME: Final = re.compile(r"[!-~]{1,64}")
# Of many things put at one place, one before the other, each order is longer than the last.
_ORDER: Final = re.compile(r"[!-~]{1,512}")


@dataclass(frozen=True, slots=True)
class Root:
    """A drawn place of its own: the one body of a mail, or one of its variants. `name` is what people call it."""

    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A document as it is drawn. `settings` are those of the whole, `of` those of each node."""

    tree: Tree
    settings: Mapping[str, Any]
    of: Mapping[str, Mapping[str, Any]]
    conditions: Mapping[str, Mapping[str, Any]]


def read(update: bytes, structure: Structure) -> Snapshot:
    """The snapshot of a document whose whole is this update.

    A node that is not one, which a client that is not ours may have stored, is left out. Rich text is
    `{"$rich": [...]}` of elements `{"name", "attributes", "inside"}` and texts `{"text": [{"insert", "attributes"}]}`;
    nothing in it is escaped. Raises ValueError for bytes that are no update.
    """
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(update)
    return read_doc(doc, structure)


def read_doc(doc: "pycrdt.Doc[Any]", structure: Structure) -> Snapshot:
    """The snapshot of a document as it stands in memory; `read` says of what."""
    nodes = doc.get(NODES, type=pycrdt.Map)
    roots = doc.get(ROOTS, type=pycrdt.Map)
    whole = doc.get(SETTINGS, type=pycrdt.Map)
    with walk(doc) as see:
        found = _nodes(see, nodes, structure)
        tree = grow({key: node for key, (node, _) in found.items()}, _in_order(roots), structure)
        return Snapshot(
            tree=tree,
            settings=_plain(see, whole.integrated),
            of={key: _plain(see, own["settings"]) for key, (_, own) in found.items()},
            conditions={key: _plain(see, own["condition"]) for key, (_, own) in found.items() if "condition" in own},
        )


def roots_in(doc: "pycrdt.Doc[Any]") -> list[Root]:
    """The roots of a document in their order."""
    roots = doc.get(ROOTS, type=pycrdt.Map)
    names = {key: roots[key].get("name") for key in _in_order(roots)}
    return [Root(key, name if isinstance(name, str) else "") for key, name in names.items()]


def only(update: bytes, root: str) -> bytes:
    """The document of this update without its other roots; unchanged where it has not this one."""
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    roots = doc.get(ROOTS, type=pycrdt.Map)
    doc.apply_update(update)
    if root not in roots:
        return update
    with doc.transaction():
        for other in [key for key in roots.keys() if key != root]:  # noqa: SIM118 -- a map of Yjs
            del roots[other]
    return doc.get_update()


def drawn_in(doc: "pycrdt.Doc[Any]", structure: Structure) -> set[str]:
    """The nodes of a document that are drawn; those that were taken out, or lost their parent, are not."""
    nodes, roots = doc.get(NODES, type=pycrdt.Map), doc.get(ROOTS, type=pycrdt.Map)
    with walk(doc) as see:
        found = _nodes(see, nodes, structure)
    return set(by_id(grow({key: node for key, (node, _) in found.items()}, _in_order(roots), structure)))


def _nodes(see: Walk, nodes: "pycrdt.Map[Any]", structure: Structure) -> dict[str, tuple[Node, dict[str, Any]]]:
    """The nodes, each with what its map holds."""
    found = {}
    for key, value in see.items(nodes.integrated):
        if isinstance(value, shared_types.Map) and NAME.fullmatch(key):
            own = dict(see.items(value))
            if (node := _node(see, own, structure)) is not None:
                found[key] = node, own
    return found


def _node(see: Walk, own: Mapping[str, Any], structure: Structure) -> Node | None:
    settings = own.get("settings")
    if not isinstance(settings, shared_types.Map):
        return None
    level, kind, at = own.get("level"), own.get("kind"), own.get("at")
    if not isinstance(level, str) or level not in structure.levels or not _is_name(kind):
        return None
    if not isinstance(at, list) or not 3 <= len(at) <= 4:
        return None
    parent, order, root = at[:3]
    if not _is_name(parent) or not isinstance(order, str) or not _ORDER.fullmatch(order) or not _is_name(root):
        return None
    if len(at) == 4 and not _is_name(at[3]):
        return None
    field = structure.slots.get(kind)
    slots = None if field is None else _slots(see, settings, field)
    return Node(level, kind, At(parent, order, root) if len(at) == 3 else At(parent, order, root, at[3]), slots)


def _slots(see: Walk, settings: Any, field: str) -> tuple[str, ...]:
    """The ids of the first items of a setting, each once."""
    items = _plain(see, dict(see.items(settings)).get(field))
    ids = [item.get("id") for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    return tuple(dict.fromkeys(key for key in ids if _is_name(key)))[:MAX_SLOTS]


def _is_name(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def _in_order(roots: "pycrdt.Map[Any]") -> list[str]:
    orders = {key: root.get("order") for key, root in roots.items() if isinstance(root, pycrdt.Map)}
    return sorted((key for key, order in orders.items() if _is_name(order)), key=lambda key: (orders[key], key))


def _plain(see: Walk, value: Any) -> Any:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, shared_types.Map | dict):
        return {_text(key): _plain(see, each) for key, each in see.items(value)}
    if isinstance(value, shared_types.Array | list):
        return [_plain(see, each) for each in see.members(value)]
    if isinstance(value, shared_types.XmlFragment):
        return {RICH: [_rich(see, child) for child in see.children(value)]}
    # Yjs knows one kind of number.
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def _text(value: str) -> str:
    # Nobody types a NUL, no mail shows one, and neither text nor JSON of PostgreSQL holds it.
    return value.replace("\x00", "") if "\x00" in value else value


def _rich(see: Walk, value: Any) -> dict[str, Any]:
    if isinstance(value, shared_types.XmlText):
        return {
            "text": [
                {"insert": _plain(see, insert), **({"attributes": _plain(see, marks)} if marks else {})}
                for insert, marks in see.spans(value)
            ]
        }
    return {
        "name": _text(value.tag() or ""),
        "attributes": _plain(see, see.attributes(value)),
        "inside": [_rich(see, child) for child in see.children(value)],
    }
