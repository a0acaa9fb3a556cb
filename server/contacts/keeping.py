"""Reasons to retain imported contacts when their import is undone, although their own row is unchanged.

Apps that record contact activity register a finder under their reason.
"""

from collections.abc import Callable, Sequence
from uuid import UUID

from server.core.registry import Registry

# (team id, contact ids) -> the ids to retain
Finder = Callable[[UUID, Sequence[int]], set[int]]

# Keyed by reason.
FINDERS = Registry[str, Finder]("reason to keep contacts")


def among(team_id: UUID, ids: Sequence[int]) -> dict[int, str]:
    """Returns the contacts to retain, with the reason."""
    found: dict[int, str] = {}
    for reason, finder in FINDERS.items():
        found |= dict.fromkeys(finder(team_id, ids) - found.keys(), reason)
    return found
