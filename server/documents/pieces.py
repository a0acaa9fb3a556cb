"""Parts of a document as plain values, and how they are stored in a document.

client/src/builder/tree/model/pieces.ts has the same format, and `snapshot.py` reads it.
"""

import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeGuard
from uuid import uuid4

import pycrdt

from server.core.patches.shared_types import Walk, open_walk
from server.documents.maps import NODES, ROOTS, SETTINGS
from server.documents.snapshot import NODE, ORDER, RICH, RootSettings, to_plain

_DIGITS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase


@dataclass(frozen=True, slots=True)
class Piece:
    """A node with its children. Rich text has the format of `snapshot.read`.

    `slot` is its slot in a parent that has several. References to its `id` lead to the stored node.
    """

    level: str
    kind: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    condition: Mapping[str, Any] | None = None
    children: Sequence["Piece"] = ()
    slot: str = ""
    id: str = ""


def build_document(
    roots: Mapping[str, Sequence[Piece]],
    settings: Mapping[str, Any],
    root_settings: Mapping[str, RootSettings] | None = None,
) -> bytes:
    """Returns the update of a new document with these roots and rows in this order, and its settings.

    `root_settings` contains the kinds of roots and their settings, by root.
    """
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    nodes = doc.get(NODES, type=pycrdt.Map)
    drawn = doc.get(ROOTS, type=pycrdt.Map)
    whole = doc.get(SETTINGS, type=pycrdt.Map)
    ids = generate_ids(piece for pieces in roots.values() for piece in pieces)
    with doc.transaction():
        for place, (root, rows) in enumerate(roots.items()):
            drawn[root] = pycrdt.Map({"order": build_order(place)})
            if root_settings and (own := root_settings.get(root)):
                drawn[root].update({"kind": own.kind, "settings": pycrdt.Map({})})
                fill_settings(drawn[root]["settings"], own.settings, ids)
            for index, row in enumerate(rows):
                insert_piece(nodes, row, [root, build_order(index), root], ids)
        fill_settings(whole, settings, ids)
    return doc.get_update()


def build_stored_items(items: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The items of a list setting as stored: by id, each with its order. Items without an id are numbered."""
    return {
        str(item.get("id", number)): {ORDER: build_order(number), **{key: item[key] for key in item if key != "id"}}
        for number, item in enumerate(items)
    }


def build_order(index: int) -> str:
    """The order of the sibling at an index up to 3,905, in the format of the client's library for orders."""
    if index < len(_DIGITS):
        return "a" + _DIGITS[index]
    first, second = divmod(index - len(_DIGITS), len(_DIGITS))
    return "b" + _DIGITS[first] + _DIGITS[second]


def generate_ids(pieces: Iterable[Piece]) -> dict[str, str]:
    """New ids of the pieces that have an id, at any depth."""
    waiting = list(pieces)
    ids = {}
    while waiting:
        piece = waiting.pop()
        if piece.id:
            ids[piece.id] = str(uuid4())
        waiting += piece.children
    return ids


@dataclass(frozen=True, slots=True)
class InsertedNode:
    """A node of a piece with its new id and its stored position."""

    id: str
    piece: Piece
    at: list[str]


def iter_inserted_nodes(piece: Piece, at: list[str], ids: Mapping[str, str]) -> Iterator[InsertedNode]:
    """The nodes of a piece at this position, parents first. `ids` has new ids by those of the pieces."""
    waiting = [InsertedNode(ids.get(piece.id) or str(uuid4()), piece, at)]
    while waiting:
        planted = waiting.pop()
        yield planted
        inside = [
            InsertedNode(
                ids.get(child.id) or str(uuid4()),
                child,
                [planted.id, build_order(index), at[2], *([child.slot] if child.slot else [])],
            )
            for index, child in enumerate(planted.piece.children)
        ]
        waiting += reversed(inside)


def insert_piece(
    nodes: "pycrdt.Map[Any]", piece: Piece, at: list[str], ids: Mapping[str, str] | None = None
) -> Sequence[InsertedNode]:
    """Inserts a piece under new ids, within the caller's transaction. Returns its nodes, parents first.

    `ids` contains the new ids of pieces with an id, by their own; those of this piece alone if absent.
    """
    ids = ids if ids is not None else generate_ids([piece])
    all_planted = list(iter_inserted_nodes(piece, at, ids))
    for planted in all_planted:
        own = planted.piece
        nodes[planted.id] = pycrdt.Map(
            {"level": own.level, "kind": own.kind, "at": planted.at, "settings": pycrdt.Map({})}
        )
        fill_settings(nodes[planted.id]["settings"], own.settings, ids)
        if own.condition is not None:
            nodes[planted.id]["condition"] = dict(own.condition)
    return all_planted


def fill_settings(settings: "pycrdt.Map[Any]", values: Mapping[str, Any], ids: Mapping[str, str]) -> None:
    """Stores the settings of something new. References follow the new ids."""
    for name, value in values.items():
        if not isinstance(value, Mapping):
            settings[name] = value
        elif RICH in value:
            settings[name] = pycrdt.XmlFragment()
            _append_rich_text(settings[name], value[RICH])
        elif NODE in value:
            settings[name] = {NODE: ids.get(value[NODE], value[NODE])}
        else:
            settings[name] = pycrdt.Map({})
            fill_settings(settings[name], value, ids)


@dataclass(frozen=True, slots=True)
class GroupStart:
    """How a group or list that is not stored yet is created.

    Attributes:
        content: its content at first: the default items of a list.
        inside: the groups and lists inside it.
    """

    content: Mapping[str, Any] = field(default_factory=dict)
    inside: Mapping[str, "GroupStart"] = field(default_factory=dict)


GroupStarts = Mapping[str, GroupStart]
_NO_START: Final = GroupStart()


def merge_settings(settings: "pycrdt.Map[Any]", changes: Mapping[str, Any], starts: GroupStarts) -> None:
    """Changes stored settings; of a group or list only the named parts. None deletes a setting, part or item.

    A missing group or list is created by `starts`, as the client does (client/src/builder/collab/groups.ts). Writes
    nothing for a value that is stored already.
    """
    with open_walk(settings.doc) as see:
        _merge(see, settings, changes, starts)


def _merge(see: Walk, settings: "pycrdt.Map[Any]", changes: Mapping[str, Any], starts: GroupStarts) -> None:
    for name, value in changes.items():
        stored, start = settings.get(name), starts.get(name, _NO_START)
        if value is None:
            if name in settings:
                del settings[name]
        elif is_group(value) and isinstance(stored, pycrdt.Map):
            _merge(see, stored, value, start.inside)
        elif is_group(value):
            # Nothing, or a single value that a third-party client stored.
            before = _get_group(stored) if name in settings else start.content
            settings[name] = pycrdt.Map({})
            fill_settings(settings[name], _merge_plain(before, value, start.inside), {})
        elif name not in settings or not is_same(to_plain(see, getattr(stored, "integrated", stored)), value):
            fill_settings(settings, {name: value}, {})


def _merge_plain(settings: Mapping[str, Any], changes: Mapping[str, Any], starts: GroupStarts) -> dict[str, Any]:
    merged = dict(settings)
    for name, value in changes.items():
        if value is None:
            merged.pop(name, None)
        elif is_group(value):
            start = starts.get(name, _NO_START)
            before = _get_group(merged[name]) if name in merged else start.content
            merged[name] = _merge_plain(before, value, start.inside)
        else:
            merged[name] = value
    return merged


def _get_group(stored: Any) -> Mapping[str, Any]:
    return stored if is_group(stored) else {}


def is_group(value: Any) -> TypeGuard[Mapping[str, Any]]:
    """Whether a value is a group or list of settings, which several people can change at the same time."""
    return isinstance(value, Mapping) and RICH not in value and NODE not in value


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: unlike in Python, true is not 1."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(is_same(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _append_rich_text(inside: "pycrdt.XmlFragment | pycrdt.XmlElement", values: Sequence[Mapping[str, Any]]) -> None:
    for value in values:
        if "text" in value:
            text = inside.children.append(pycrdt.XmlText())
            for run in value["text"]:
                text.insert(len(text), run["insert"], run.get("attributes") or {})
            continue
        element = inside.children.append(pycrdt.XmlElement(value["name"]))
        for name, each in value.get("attributes", {}).items():
            element.attributes[name] = each
        _append_rich_text(element, value.get("inside", ()))
