"""Why a contact that an import made is kept when the import is taken back, though its own row is as it was.

What happened with a contact is known to the apps above: each registers a finder under the reason that it knows.
"""

from collections.abc import Callable, Sequence
from uuid import UUID

from server.core.registry import Registry

# (team id, ids of contacts) -> those of them that are to be kept
Finder = Callable[[UUID, Sequence[int]], set[int]]

# By reason.
FINDERS = Registry[str, Finder]("reason to keep contacts")


def among(team_id: UUID, ids: Sequence[int]) -> dict[int, str]:
    """Those of these contacts that are to be kept, and why."""
    found: dict[int, str] = {}
    for reason, finder in FINDERS.items():
        found |= dict.fromkeys(finder(team_id, ids) - found.keys(), reason)
    return found
