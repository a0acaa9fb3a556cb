"""Names of the Yjs maps in documents."""

from typing import Final

NODES: Final = "nodes"
EDGES: Final = "edges"
ROOTS: Final = "roots"
SETTINGS: Final = "settings"
