"""Publishes events to the endpoints of a team, in the transaction of the change."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from server.core import clock
from server.webhooks.kinds import WebhookEvent, build_body, get_kind
from server.webhooks.schedule import RETAINED_FOR
from server.webhooks.sql import publishing as sql


def publish(team_id: UUID, events: Sequence[WebhookEvent]) -> None:
    """Queues events for the subscribed endpoints, with one statement. An event is never queued twice for an endpoint.

    Raises ValueError for a kind that no app registers, TypeError for data of another schema than the kind's.
    """
    if events:
        rows = [_build_row(event) for event in events]
        sql.publish(team_id, rows, now=clock.now(), held_since=get_retained_since())


def get_retained_since() -> datetime:
    """An endpoint that was disabled before this time stores no events."""
    return clock.now() - RETAINED_FOR


def _build_row(event: WebhookEvent) -> sql.EventRow:
    return sql.EventRow(
        id=event.id,
        kind=event.kind,
        has_scope=get_kind(event).has_scope,
        scope_id=event.scope_id,
        record_id=event.record_id,
        record_label=event.record_label,
        body=build_body(event.kind, event.occurred_at, event.data),
    )
