"""The structure of an editor's documents as data: allowed children, depths, wrappers, slots and limits.

The export `documents.json` is the client's only source of an editor's structure.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import pycrdt

from server.documents import limits, snapshot
from server.documents.maps import NODES, ROOTS, SETTINGS
from server.documents.snapshot import Snapshot


class SizeLimits(Protocol):
    """Limits that documents of every structure have."""

    @property
    def size_bytes(self) -> int:
        """Maximum size of the complete update."""


class DocumentStructure(Protocol):
    """The structure of an editor's documents, whatever their shape."""

    @property
    def levels(self) -> Mapping[str, Any]:
        """Levels of nodes by name."""

    @property
    def maps(self) -> tuple[str, ...]:
        """Names of the Yjs maps in a document. The nodes are in `NODES`."""

    @property
    def limits(self) -> SizeLimits:
        """Maximum size of a document."""

    @property
    def max_entries(self) -> Mapping[str, int]:
        """Maximum number of visible entries by map."""

    def read(self, doc: "pycrdt.Doc[Any]") -> Snapshot:
        """The snapshot of a document. Excludes invalid entries."""

    def drawn_in(self, doc: "pycrdt.Doc[Any]") -> Mapping[str, Set[str]]:
        """Ids of the visible entries by map, for the maps of `max_entries`."""

    def contract(self) -> dict[str, Any]:
        """The structure as JSON for the client."""


@dataclass(frozen=True, slots=True)
class NodeLevel:
    """A level of nodes.

    Attributes:
        holds: levels of the nodes allowed as children.
        axis: layout of the children, stacked (`block`) or side by side (`inline`).
        depth: maximum number of nodes of this level inside each other, including the outermost; None for no limit.
        has_conditions: whether a node can be limited to some recipients.
    """

    holds: tuple[str, ...] = ()
    axis: Literal["block", "inline"] = "block"
    depth: int | None = None
    has_conditions: bool = True


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """Maximum size of a document: visible nodes, and bytes of its complete update."""

    nodes: int = limits.MAX_NODES
    size_bytes: int = limits.MAX_DOCUMENT_BYTES


@dataclass(frozen=True, slots=True)
class TreeStructure:
    """The structure of an editor's documents.

    Attributes:
        root: the level of the roots.
        levels: all other levels by name.
        wrap: by level, the level of the wrapper that its nodes get where they cannot be direct children.
        slots: by kind, the setting that lists its slots: the `id` of each item is a slot. Other kinds have no slots.
        maps: names of the Yjs maps in a document.

    Raises ValueError for an unknown level, and for levels that contain each other without a depth.
    """

    root: NodeLevel
    levels: Mapping[str, NodeLevel]
    wrap: Mapping[str, str] = field(default_factory=dict)
    slots: Mapping[str, str] = field(default_factory=dict)
    maps: tuple[str, ...] = (NODES, ROOTS, SETTINGS)
    limits: DocumentLimits = DocumentLimits()

    def __post_init__(self) -> None:
        named = {held for level in (self.root, *self.levels.values()) for held in level.holds}
        unknown = sorted((named | set(self.wrap) | set(self.wrap.values())) - set(self.levels))
        if unknown:
            raise ValueError(f"No such level: {', '.join(unknown)}")
        endless = self._find_endless_levels()
        if endless:
            raise ValueError(f"No depth ends {', '.join(endless)}")

    def _find_endless_levels(self) -> list[str]:
        left = {name: set(level.holds) for name, level in self.levels.items() if level.depth is None}
        while True:
            ends = {name for name, holds in left.items() if not holds & set(left)}
            if not ends:
                return sorted(left)
            left = {name: holds for name, holds in left.items() if name not in ends}

    @property
    def max_entries(self) -> Mapping[str, int]:
        return {NODES: self.limits.nodes}

    def read(self, doc: "pycrdt.Doc[Any]") -> Snapshot:
        return snapshot.read_tree(doc, self)

    def drawn_in(self, doc: "pycrdt.Doc[Any]") -> Mapping[str, Set[str]]:
        return {NODES: snapshot.find_visible_ids(doc, self)}

    def contract(self) -> dict[str, Any]:
        return {
            "root": _build_level_contract(self.root),
            "levels": {name: _build_level_contract(level) for name, level in self.levels.items()},
            "wrap": dict(self.wrap),
            "slots": dict(self.slots),
            "maps": list(self.maps),
            "limits": {"nodes": self.limits.nodes, "sizeBytes": self.limits.size_bytes},
        }


def _build_level_contract(level: NodeLevel) -> dict[str, Any]:
    return {
        "holds": list(level.holds),
        "axis": level.axis,
        "depth": level.depth,
        "hasConditions": level.has_conditions,
    }
