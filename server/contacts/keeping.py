"""Why a contact that an import made is kept when the import is taken back, though its own row is as it was.

What happened with a contact is known to the apps above: each registers a finder under the reason that it knows.
"""

from collections.abc import Callable, Sequence
from uuid import UUID

# (team id, ids of contacts) -> those of them that are to be kept
Finder = Callable[[UUID, Sequence[int]], set[int]]

_finders: dict[str, Finder] = {}


def register(reason: str, finder: Finder) -> None:
    """Keeps the contacts that `finder` finds, for this reason."""
    if reason in _finders:
        raise ValueError(f"Two finders for {reason}")
    _finders[reason] = finder


def among(team_id: UUID, ids: Sequence[int]) -> dict[int, str]:
    """Those of these contacts that are to be kept, and why."""
    found: dict[int, str] = {}
    for reason, finder in _finders.items():
        found |= dict.fromkeys(finder(team_id, ids) - found.keys(), reason)
    return found
