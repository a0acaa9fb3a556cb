"""The ids of names that counters refer to. Names are never deleted, so each process queries each of them once."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db import transaction

from server.transactional.models.counters import OTHER_NAMES_ID
from server.transactional.sql import recording as sql

MAX_CACHED_NAMES = 20_000

Name = tuple[str, str]

# Only committed names: the id of a rolled back name refers to nothing.
_cached_ids: dict[tuple[UUID, Name], int] = {}


def get_ids(team_id: UUID, wanted: Iterable[Name]) -> Mapping[Name, int]:
    """The ids of names, (kind, name), which are created if new; OTHER_NAMES_ID above the team's limit of names."""
    names = set(wanted)
    ids = {name: number for name in names if (number := _cached_ids.get((team_id, name))) is not None}
    if unknown := names - ids.keys():
        found = sql.find_name_ids(team_id, unknown)
        if missing := unknown - found.keys():
            found |= sql.create_names(team_id, missing)
        transaction.on_commit(lambda: _cache(team_id, found))
        ids |= found
    return {name: ids.get(name, OTHER_NAMES_ID) for name in names}


def _cache(team_id: UUID, found: Mapping[Name, int]) -> None:
    if len(_cached_ids) + len(found) > MAX_CACHED_NAMES:
        # All at once: names in use are cached again after one query each.
        _cached_ids.clear()
    _cached_ids.update({(team_id, name): number for name, number in found.items()})
