"""Parts of a document as plain values, and how they are put into one.

client/src/builder/tree/model/pieces.ts has the same; what is planted here is read there, and by `snapshot.py`.
"""

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

import pycrdt

from server.documents.maps import NODES, ROOTS, SETTINGS
from server.documents.snapshot import ORDER, RICH, RootSettings

_DIGITS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase


@dataclass(frozen=True, slots=True)
class Piece:
    """A node with what lies in it; rich text is `{"$rich": [...]}`, as `snapshot.py` has it.

    `slot` is its place in what it lies in, where that has several.
    """

    level: str
    kind: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    condition: Mapping[str, Any] | None = None
    children: Sequence["Piece"] = ()
    slot: str = ""


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
    with doc.transaction():
        for place, (root, rows) in enumerate(roots.items()):
            drawn[root] = pycrdt.Map({"order": order_of(place)})
            if root_settings and (own := root_settings.get(root)):
                drawn[root].update({"kind": own.kind, "settings": pycrdt.Map({})})
                merge_settings(drawn[root]["settings"], own.settings)
            for index, row in enumerate(rows):
                plant(nodes, row, [root, order_of(index), root])
        merge_settings(whole, settings)
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


def plant(nodes: "pycrdt.Map[Any]", piece: Piece, at: list[str]) -> str:
    """Inserts a piece under new ids, within the caller's transaction. Returns the id of its top node."""
    top = str(uuid4())
    waiting = [(top, piece, at)]
    while waiting:
        key, piece, at = waiting.pop()
        nodes[key] = pycrdt.Map({"level": piece.level, "kind": piece.kind, "at": at, "settings": pycrdt.Map({})})
        node = nodes[key]
        merge_settings(node["settings"], piece.settings)
        if piece.condition is not None:
            node["condition"] = dict(piece.condition)
        inside = [
            (str(uuid4()), child, [key, order_of(index), at[2], *([child.slot] if child.slot else [])])
            for index, child in enumerate(piece.children)
        ]
        waiting += reversed(inside)
    return top


def merge_settings(settings: "pycrdt.Map[Any]", changes: Mapping[str, Any]) -> None:
    """Changes settings in a document; of a group only the named parts."""
    for name, value in changes.items():
        if not isinstance(value, Mapping):
            settings[name] = value
        elif RICH in value:
            settings[name] = pycrdt.XmlFragment()
            _grow(settings[name], value[RICH])
        else:
            if not isinstance(settings.get(name), pycrdt.Map):
                settings[name] = pycrdt.Map({})
            merge_settings(settings[name], value)


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
