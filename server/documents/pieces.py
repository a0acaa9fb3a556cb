"""Parts of a document as plain values, and how they are put into one.

client/src/builder/tree/model/pieces.ts has the same; what is planted here is read there, and by `snapshot.py`.
"""

import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

import pycrdt

from server.documents.maps import NODES, ROOTS, SETTINGS
from server.documents.snapshot import NODE, ORDER, RICH, RootSettings

_DIGITS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase


@dataclass(frozen=True, slots=True)
class Piece:
    """A node with what lies in it; rich text is `{"$rich": [...]}`, as `snapshot.py` has it.

    `slot` is its place in what it lies in, where that has several. References to its `id` lead to the planted node.
    """

    level: str
    kind: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    condition: Mapping[str, Any] | None = None
    children: Sequence["Piece"] = ()
    slot: str = ""
    id: str = ""


def planted(
    roots: Mapping[str, Sequence[Piece]],
    settings: Mapping[str, Any],
    root_settings: Mapping[str, RootSettings] | None = None,
) -> bytes:
    """The update of a new document with these roots in this order, their rows, and the settings of the whole.

    `root_settings` contains the kinds of roots and their settings, by root.
    """
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    nodes = doc.get(NODES, type=pycrdt.Map)
    drawn = doc.get(ROOTS, type=pycrdt.Map)
    whole = doc.get(SETTINGS, type=pycrdt.Map)
    ids = _new_ids(piece for pieces in roots.values() for piece in pieces)
    with doc.transaction():
        for place, (root, rows) in enumerate(roots.items()):
            drawn[root] = pycrdt.Map({"order": order_of(place)})
            if root_settings and (own := root_settings.get(root)):
                drawn[root].update({"kind": own.kind, "settings": pycrdt.Map({})})
                merge_settings(drawn[root]["settings"], own.settings, ids)
            for index, row in enumerate(rows):
                plant(nodes, row, [root, order_of(index), root], ids)
        merge_settings(whole, settings, ids)
    return doc.get_update()


def stored_items(items: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The items of a list setting as stored: by id, each with its order. Items without an id are numbered."""
    return {
        str(item.get("id", number)): {ORDER: order_of(number), **{key: item[key] for key in item if key != "id"}}
        for number, item in enumerate(items)
    }


def order_of(index: int) -> str:
    """The order of the sibling at this place, of at most 3,906: the library's on the client finds room around it."""
    if index < len(_DIGITS):
        return "a" + _DIGITS[index]
    first, second = divmod(index - len(_DIGITS), len(_DIGITS))
    return "b" + _DIGITS[first] + _DIGITS[second]


def _new_ids(pieces: Iterable[Piece]) -> dict[str, str]:
    """New ids of the pieces that have an id, at any depth."""
    waiting = list(pieces)
    ids = {}
    while waiting:
        piece = waiting.pop()
        if piece.id:
            ids[piece.id] = str(uuid4())
        waiting += piece.children
    return ids


def plant(nodes: "pycrdt.Map[Any]", piece: Piece, at: list[str], ids: Mapping[str, str] | None = None) -> str:
    """Inserts a piece under new ids, within the caller's transaction. Returns the id of its top node.

    `ids` contains the new ids of pieces with an id, by their own; those of this piece alone if absent.
    """
    ids = ids if ids is not None else _new_ids([piece])
    top = ids.get(piece.id) or str(uuid4())
    waiting = [(top, piece, at)]
    while waiting:
        key, piece, at = waiting.pop()
        nodes[key] = pycrdt.Map({"level": piece.level, "kind": piece.kind, "at": at, "settings": pycrdt.Map({})})
        node = nodes[key]
        merge_settings(node["settings"], piece.settings, ids)
        if piece.condition is not None:
            node["condition"] = dict(piece.condition)
        inside = [
            (
                ids.get(child.id) or str(uuid4()),
                child,
                [key, order_of(index), at[2], *([child.slot] if child.slot else [])],
            )
            for index, child in enumerate(piece.children)
        ]
        waiting += reversed(inside)
    return top


def merge_settings(
    settings: "pycrdt.Map[Any]", changes: Mapping[str, Any], ids: Mapping[str, str] | None = None
) -> None:
    """Changes settings in a document; of a group only the named parts. References follow the new ids."""
    ids = ids or {}
    for name, value in changes.items():
        if not isinstance(value, Mapping):
            settings[name] = value
        elif RICH in value:
            settings[name] = pycrdt.XmlFragment()
            _grow(settings[name], value[RICH])
        elif NODE in value:
            settings[name] = {NODE: ids.get(value[NODE], value[NODE])}
        else:
            if not isinstance(settings.get(name), pycrdt.Map):
                settings[name] = pycrdt.Map({})
            merge_settings(settings[name], value, ids)


def _grow(inside: "pycrdt.XmlFragment | pycrdt.XmlElement", values: Sequence[Mapping[str, Any]]) -> None:
    for value in values:
        if "text" in value:
            text = inside.children.append(pycrdt.XmlText())
            for run in value["text"]:
                text.insert(len(text), run["insert"], run.get("attributes") or {})
            continue
        element = inside.children.append(pycrdt.XmlElement(value["name"]))
        for name, each in value.get("attributes", {}).items():
            element.attributes[name] = each
        _grow(element, value.get("inside", ()))
