"""Reasons to retain imported contacts when their import is undone, although their own row is unchanged.

Apps that record contact activity register a finder under their reason.
"""

from collections.abc import Callable, Sequence
from uuid import UUID

from server.core.registry import Registry

# (team id, contact ids) -> the ids to retain
RetainedContactFinder = Callable[[UUID, Sequence[int]], set[int]]

# Keyed by reason.
RETAINED_CONTACT_FINDERS = Registry[str, RetainedContactFinder]("reason to keep contacts")


def find_retained(team_id: UUID, ids: Sequence[int]) -> dict[int, str]:
    found: dict[int, str] = {}
    for reason, finder in RETAINED_CONTACT_FINDERS.items():
        found |= dict.fromkeys(finder(team_id, ids) - found.keys(), reason)
    return found
