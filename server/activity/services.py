"""Recording what the people of a team do, in the transaction of the doing."""

from typing import Protocol
from uuid import UUID

from server.activity.acts import ACTS, Action, Reference
from server.activity.events import ActivityRecorded, TeamMoved
from server.activity.models import Activity
from server.core import clock, events, rooms

LONGEST_NAME = 255


class Doer(Protocol):
    """Who did it: a caller, or what a job keeps of the one who asked for it."""

    @property
    def user_id(self) -> UUID: ...

    @property
    def fullname(self) -> str: ...


def record(*, team_id: UUID, reference: Reference, action: Action, name: str, by: Doer | None) -> Activity:
    """Adds an entry and tells the team. `by` is None for what nobody did, such as a scheduled sending.

    Raises ValueError for an act that is not in the table: it is a slip in our code, nothing a caller can mend.
    """
    if action not in ACTS[reference]:
        raise ValueError(f"{reference} knows no {action}")
    entry = Activity.objects.create(
        team_id=team_id,
        user_id=by.user_id if by else None,
        fullname=by.fullname if by else "",
        reference=reference,
        action=action,
        name=name[:LONGEST_NAME],
        created_at=clock.now(),
    )
    told = ActivityRecorded(
        reference=reference, action=action, subject=entry.name, fullname=entry.fullname, created_at=entry.created_at
    )
    events.publish(told, rooms=[rooms.team(team_id)])
    events.publish(TeamMoved(team_id=team_id, revision=entry.pk), rooms=[rooms.support_team(team_id)])
    return entry
