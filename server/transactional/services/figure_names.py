"""The ids of the names that figures are counted under. Names never go, so that a process asks for each of them once."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db import transaction

from server.transactional.models.figures import OTHERS
from server.transactional.sql import recording as sql

MOST_KEPT = 20_000

Name = tuple[str, str]

# Only what is committed: the id of a name whose transaction was undone is nobody's.
_kept: dict[tuple[UUID, Name], int] = {}


def ids_of(team_id: UUID, wanted: Iterable[Name]) -> Mapping[Name, int]:
    """The ids of names, (kind, name), which are made where they are new; of one too many for the team it is OTHERS."""
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
    if len(_kept) + len(found) > MOST_KEPT:
        # All at once: what is sent now is known again after one question each.
        _kept.clear()
    _kept.update({(team_id, name): number for name, number in found.items()})
