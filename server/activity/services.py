"""Recording actions of a team's members, in the transaction of the action."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final, Protocol
from uuid import UUID

from django.db.models import QuerySet

from server.activity.events import ActivityRecorded, TeamActivityChanged
from server.activity.models import Activity
from server.activity.references import REFERENCES
from server.core import clock, events, rooms

MAX_NAME_CHARACTERS = 255
# Longer than the pauses of a typing user.
MERGE_WINDOW: Final = timedelta(minutes=10)


class Author(Protocol):
    """The author of an action: a caller, or the stored requester of a job."""

    @property
    def user_id(self) -> UUID: ...

    @property
    def fullname(self) -> str: ...


def record(
    *,
    team_id: UUID,
    reference: str,
    action: str,
    name: str,
    by: Author | None,
    link: str = "",
    is_autosave: bool = False,
) -> Activity:
    """Adds an entry and publishes it to the team. `by` is None without an author, such as for a scheduled campaign.

    `link` is the client's unique path of the record. An autosave replaces the previous one of the same author within
    MERGE_WINDOW if it is the record's newest entry. A form that saves while it is filled in is thus one entry.

    Raises ValueError for a reference or an action that no app has registered.
    """
    registered = REFERENCES.get(reference)
    if registered is None or action not in registered.actions:
        raise ValueError(f"No app has registered {action} of {reference}")
    if is_autosave and by:
        _remove_previous_autosave(team_id, link=link, by=by)
    if action == "DELETED":
        clear_links(team_id=team_id, links=[link])
        link = ""
    entry = Activity.objects.create(
        team_id=team_id,
        user_id=by.user_id if by else None,
        fullname=by.fullname if by else "",
        reference=reference,
        action=action,
        name=name[:MAX_NAME_CHARACTERS],
        link=link,
        is_autosave=is_autosave,
        created_at=clock.now(),
    )
    told = ActivityRecorded(
        reference=reference, action=action, subject=entry.name, fullname=entry.fullname, created_at=entry.created_at
    )
    events.publish(told, rooms=[rooms.team(team_id)])
    events.publish(TeamActivityChanged(team_id=team_id, revision=entry.pk), rooms=[rooms.support_team(team_id)])
    return entry


def clear_links(*, team_id: UUID, links: Iterable[str]) -> None:
    """Call it for records that are being deleted."""
    known = [link for link in links if link]
    if known:
        _filter_linked(team_id).filter(link__in=known).update(link="")


def _remove_previous_autosave(team_id: UUID, *, link: str, by: Author) -> None:
    previous = _filter_linked(team_id).filter(link=link).order_by("-id").first() if link else None
    if (
        previous is not None
        and previous.is_autosave
        and previous.user_id == by.user_id
        and previous.created_at > clock.now() - MERGE_WINDOW
    ):
        previous.delete()


def _filter_linked(team_id: UUID) -> QuerySet[Activity]:
    return Activity.objects.for_team(team_id).exclude(link="")
