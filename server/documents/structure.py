"""The structure of an editor's documents as data: what holds what, how deep, and what stands around what.

It is exported to the client (`documents.json`); both languages read nothing else to know an editor's structure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from server.documents import limits

NODES: Final = "nodes"
ROOTS: Final = "roots"
SETTINGS: Final = "settings"
# Of one node. Each node in it is looked for among them.
MAX_SLOTS: Final = 200


@dataclass(frozen=True, slots=True)
class NodeLevel:
    """What nodes of one level hold, by level.

    `axis` is how those in it stand: under each other (`block`) or beside each other (`inline`). `depth` is how many of
    this level can lie in each other, the outermost counted. `has_conditions`: its nodes can be shown to some readers.
    """

    holds: tuple[str, ...] = ()
    axis: Literal["block", "inline"] = "block"
    depth: int | None = None
    has_conditions: bool = True


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """How large a document can be: nodes that are drawn, and bytes of its whole update."""

    nodes: int = limits.MOST_NODES
    size_bytes: int = limits.MOST_BYTES


@dataclass(frozen=True, slots=True)
class Structure:
    """The levels of an editor. `root` says what its roots hold.

    `wrap` names for a level the one that a node of it gets around itself where it can't stand alone. `slots` names for
    a kind its setting whose items, by their `id`, are places of their own in it; other kinds have one place. `maps` are
    the maps of Yjs that a document consists of.

    Raises ValueError for a level that is not there, and for levels that hold each other without a depth.
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
        endless = self._endless()
        if endless:
            raise ValueError(f"No depth ends {', '.join(endless)}")

    def _endless(self) -> list[str]:
        """Levels that hold each other, none of them with a depth."""
        left = {name: set(level.holds) for name, level in self.levels.items() if level.depth is None}
        while True:
            ends = {name for name, holds in left.items() if not holds & set(left)}
            if not ends:
                return sorted(left)
            left = {name: holds for name, holds in left.items() if name not in ends}

    def contract(self) -> dict[str, Any]:
        """As the client reads it."""
        return {
            "root": _level(self.root),
            "levels": {name: _level(level) for name, level in self.levels.items()},
            "wrap": dict(self.wrap),
            "slots": dict(self.slots),
            "maps": list(self.maps),
            "limits": {"nodes": self.limits.nodes, "sizeBytes": self.limits.size_bytes},
        }


def _level(level: NodeLevel) -> dict[str, Any]:
    return {
        "holds": list(level.holds),
        "axis": level.axis,
        "depth": level.depth,
        "hasConditions": level.has_conditions,
    }
