"""Email preferences that contacts set themselves.

The public pages call these functions with a contact verified by a token.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from server.contacts.causes import PAUSE_DAYS_INVALID
from server.contacts.models import Contact, ContactPreference
from server.contacts.selectors import preferences
from server.contacts.services import history
from server.contacts.services.contacts import publish_changes
from server.core import clock
from server.core.errors import FieldsInvalid, NotFound

PAUSE_DAYS = (30, 60, 90)


def set_preferences(
    *, team_id: UUID, contact_id: int, topic_ids: Collection[int] | None = None, follows: bool | None = None
) -> None:
    """Sets the topics, and whether opens and clicks may be tracked. None leaves a setting unchanged.

    Ignores unknown topics. Raises NotFound.
    """
    with transaction.atomic():
        row = _lock_preference(team_id, contact_id)
        details: dict[str, Any] = {}
        if topic_ids is not None:
            details |= _apply_topics(row, set(topic_ids))
        if follows is not None and follows != row.follows:
            row.follows = follows
            details["follows"] = follows
        _save_preference(row, details)


def pause(*, team_id: UUID, contact_id: int, days: int) -> None:
    """Raises NotFound, FieldsInvalid for a number of days that is not offered."""
    if days not in PAUSE_DAYS:
        raise FieldsInvalid.of("days", PAUSE_DAYS_INVALID, days, choices=", ".join(map(str, PAUSE_DAYS)))
    with transaction.atomic():
        row = _lock_preference(team_id, contact_id)
        row.paused_until = clock.now() + timedelta(days=days)
        _save_preference(row, {"paused": True, "pausedUntil": row.paused_until.isoformat()})


def resume(*, team_id: UUID, contact_id: int) -> None:
    """No-op without a pause. Raises NotFound."""
    with transaction.atomic():
        row = _lock_preference(team_id, contact_id)
        was_paused = row.paused_until is not None and row.paused_until > clock.now()
        row.paused_until = None
        _save_preference(row, {"paused": False} if was_paused else {})


def transfer_preferences(*, team_id: UUID, kept_id: int, gone_id: int) -> None:
    """Preferences of the remaining contact take precedence."""
    gone = ContactPreference.objects.for_team(team_id).filter(pk=gone_id)
    if not ContactPreference.objects.for_team(team_id).filter(pk=kept_id).exists():
        gone.update(contact_id=kept_id)


def _lock_preference(team_id: UUID, contact_id: int) -> ContactPreference:
    """Returns an unsaved row if there is none. Locks the contact, which serializes concurrent choices."""
    if not Contact.objects.for_team(team_id).select_for_update().filter(pk=contact_id).exists():
        raise NotFound
    found = ContactPreference.objects.for_team(team_id).filter(pk=contact_id).first()
    return found or ContactPreference(contact_id=contact_id, team_id=team_id, updated_at=clock.now())


def _apply_topics(row: ContactPreference, wanted: set[int]) -> dict[str, Any]:
    gained: list[str] = []
    lost: list[str] = []
    for topic in preferences.query_topics(row.team_id):
        before = preferences.is_subscribed(row, topic)
        row.topics_on = sorted({*row.topics_on} - {topic.pk} | ({topic.pk} & wanted))
        row.topics_off = sorted({*row.topics_off} - {topic.pk} | ({topic.pk} - wanted))
        if before != (topic.pk in wanted):
            (lost if before else gained).append(topic.name)
    return {name: names for name, names in (("topicsOn", gained), ("topicsOff", lost)) if names}


def _save_preference(row: ContactPreference, details: dict[str, Any]) -> None:
    row.updated_at = clock.now()
    row.save()
    if not details:
        return
    history.record_preference_changes(team_id=row.team_id, contact_id=row.contact_id, details=details)
    publish_changes(team_id=row.team_id, action="updated", ids=[row.contact_id], count=1)
