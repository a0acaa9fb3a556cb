"""The ids of names that counters refer to. Names are never deleted, so each process queries each of them once."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db import transaction

from server.transactional.models.figures import OTHERS
from server.transactional.sql import recording as sql

MAX_CACHED_NAMES = 20_000

Name = tuple[str, str]

# Only committed names: the id of a rolled back name refers to nothing.
_kept: dict[tuple[UUID, Name], int] = {}


def ids_of(team_id: UUID, wanted: Iterable[Name]) -> Mapping[Name, int]:
    """The ids of names, (kind, name), which are created if new; OTHERS above the team's limit of names."""
    names = set(wanted)
    ids = {name: number for name in names if (number := _kept.get((team_id, name))) is not None}
    if unknown := names - ids.keys():
        found = sql.names(team_id, unknown)
        if missing := unknown - found.keys():
            found |= sql.add_names(team_id, missing)
        transaction.on_commit(lambda: _keep(team_id, found))
        ids |= found
    return {name: ids.get(name, OTHERS) for name in names}


def _keep(team_id: UUID, found: Mapping[Name, int]) -> None:
    if len(_kept) + len(found) > MAX_CACHED_NAMES:
        # All at once: names in use are cached again after one query each.
        _kept.clear()
    _kept.update({(team_id, name): number for name, number in found.items()})
