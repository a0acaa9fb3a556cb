"""Imports past messages with their outcomes instead of sending them: history, such as the demo's.

It writes messages, recipients and events; `recording` computes every counter from the events.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from server.core import clock, partitions
from server.delivery.models import Suppression
from server.delivery.states import SuppressionReason
from server.transactional.models import Message, MessageBody, MessageLink, MessageRecipient
from server.transactional.services import bodies, recording
from server.transactional.services.recording import NewEvent
from server.transactional.states import EventType

ROWS_AT_ONCE = 1_000
# Events per statement of the recording.
EVENTS_AT_ONCE = 2_000
_SUPPRESSED_BY = {
    EventType.COMPLAINED: SuppressionReason.COMPLAINT,
    EventType.UNSUBSCRIBED: SuppressionReason.UNSUBSCRIBED,
}


@dataclass(frozen=True, slots=True)
class PastMessage:
    """A message in its current state.

    `links` are the targets of its numbered links; its events are recorded separately.
    """

    message: Message
    recipients: Sequence[MessageRecipient]
    mime: bytes
    links: Sequence[str] = ()


@transaction.atomic
def import_history(team_id: UUID, past: Sequence[PastMessage], *, body_days: int) -> None:
    """Stores messages of a team, without bodies that have expired."""
    if not past:
        return
    moments = [each.message.accepted_at for each in past]
    partitions.create_partitions_between(min(moments).date(), max(moments).date())
    Message.objects.bulk_create([each.message for each in past], batch_size=ROWS_AT_ONCE)
    MessageRecipient.objects.bulk_create([row for each in past for row in each.recipients], batch_size=ROWS_AT_ONCE)
    MessageBody.objects.bulk_create(_build_bodies(team_id, past, body_days), batch_size=ROWS_AT_ONCE)
    MessageLink.objects.bulk_create(_build_links(past), batch_size=ROWS_AT_ONCE)


@transaction.atomic
def record(team_id: UUID, events: Sequence[NewEvent]) -> None:
    """Records and counts events, and suppresses addresses after hard bounces, complaints and unsubscribes."""
    if not events:
        return
    moments = [event.at for event in events]
    partitions.create_partitions_between(min(moments).date(), max(moments).date())
    for start in range(0, len(events), EVENTS_AT_ONCE):
        recording.append(team_id, events[start : start + EVENTS_AT_ONCE])
    Suppression.objects.bulk_create(_build_suppressions(team_id, events), ignore_conflicts=True)


def _build_bodies(team_id: UUID, past: Iterable[PastMessage], body_days: int) -> list[MessageBody]:
    kept = timedelta(days=body_days)
    now = clock.now()
    return [
        MessageBody(
            message_id=each.message.pk,
            team_id=team_id,
            accepted_at=each.message.accepted_at,
            sealed=bodies.seal_body(each.mime, team_id=team_id),
            expires_at=each.message.accepted_at + kept,
        )
        for each in past
        if each.message.accepted_at + kept > now
    ]


def _build_links(past: Iterable[PastMessage]) -> list[MessageLink]:
    return [
        MessageLink(
            message_id=each.message.pk,
            number=number,
            accepted_at=each.message.accepted_at,
            team_id=each.message.team_id,
            url=url,
        )
        for each in past
        for number, url in enumerate(each.links, 1)
    ]


def _build_suppressions(team_id: UUID, events: Iterable[NewEvent]) -> list[Suppression]:
    found: dict[str, tuple[SuppressionReason, datetime]] = {}
    for event in events:
        if (reason := _get_suppression_reason(event)) is not None:
            found.setdefault(event.recipient, (reason, event.at))
    return [
        Suppression(team_id=team_id, email=email, reason=reason, marketing_only=False, created_at=at, is_told=False)
        for email, (reason, at) in sorted(found.items())
    ]


def _get_suppression_reason(event: NewEvent) -> SuppressionReason | None:
    if event.type == EventType.BOUNCED:
        return SuppressionReason.HARD_BOUNCE if event.detail.get("class") == "hard" else None
    return _SUPPRESSED_BY.get(EventType(event.type))
