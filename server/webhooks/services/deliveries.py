"""Deliveries of an endpoint: tests, replays, and how long they are stored."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from server.core import clock
from server.core.errors import NotFound
from server.core.ids import uuid7
from server.webhooks.errors import WebhookBusy, WebhookIsOff, WebhookNothingToReplay
from server.webhooks.kinds import build_body
from server.webhooks.models import WebhookDelivery
from server.webhooks.schedule import DELIVERY_RETENTION
from server.webhooks.services.endpoints import lock_endpoint
from server.webhooks.services.queueing import REPLAYABLE, filter_deliveries, requeue
from server.webhooks.sql import publishing as sql
from server.webhooks.states import TEST_KIND, DeliveryState

MAX_PURGED_AT_ONCE = 5_000


@transaction.atomic
def send_test(owner: str, *, team_id: UUID, endpoint_id: UUID) -> WebhookDelivery:
    """Queues a test event, which is attempted once, even if the endpoint is disabled. Raises NotFound, WebhookBusy."""
    endpoint = lock_endpoint(owner, team_id=team_id, endpoint_id=endpoint_id)
    now = clock.now()
    open_states = (DeliveryState.WAITING, DeliveryState.SENDING)
    if filter_deliveries(endpoint).filter(is_test=True, state__in=open_states).exists():
        raise WebhookBusy
    event_id = uuid7()
    delivery = WebhookDelivery.objects.create(
        team_id=team_id,
        endpoint=endpoint,
        event_id=event_id,
        kind=TEST_KIND,
        body=build_body(TEST_KIND, now, {"eventId": event_id, "endpointId": endpoint.pk}),
        state=DeliveryState.WAITING,
        is_test=True,
        due_at=now,
        created_at=now,
    )
    sql.wake(team_id)
    return delivery


@transaction.atomic
def replay_one(owner: str, *, team_id: UUID, endpoint_id: UUID, delivery_id: int) -> int:
    """Queues one delivery again, whatever its result; receivers recognise it by its id.

    Raises NotFound, WebhookIsOff, and WebhookBusy if it is queued already.
    """
    endpoint = lock_endpoint(owner, team_id=team_id, endpoint_id=endpoint_id)
    rows = filter_deliveries(endpoint).filter(pk=delivery_id)
    if not rows.exists():
        raise NotFound
    if endpoint.disabled_at is not None:
        raise WebhookIsOff
    if not requeue(endpoint, rows.exclude(state__in=(DeliveryState.WAITING, DeliveryState.SENDING))):
        raise WebhookBusy
    return 1


@transaction.atomic
def replay_period(
    owner: str, *, team_id: UUID, endpoint_id: UUID, since: datetime, until: datetime, delivered_too: bool
) -> int:
    """Queues the failed and held deliveries of a period again, or all finished ones. Returns their number.

    Raises NotFound, WebhookIsOff, WebhookNothingToReplay.
    """
    endpoint = lock_endpoint(owner, team_id=team_id, endpoint_id=endpoint_id)
    if endpoint.disabled_at is not None:
        raise WebhookIsOff
    states = (*REPLAYABLE, DeliveryState.DELIVERED) if delivered_too else REPLAYABLE
    rows = filter_deliveries(endpoint).filter(
        created_at__gte=since, created_at__lt=until, state__in=states, is_test=False
    )
    replayed = requeue(endpoint, rows)
    if not replayed:
        raise WebhookNothingToReplay
    return replayed


def purge_expired() -> int:
    before, purged = clock.now() - DELIVERY_RETENTION, 0
    while True:
        # across teams: upkeep
        oldest = WebhookDelivery.objects.filter(created_at__lt=before).order_by("created_at")
        keys = list(oldest.values_list("pk", flat=True)[:MAX_PURGED_AT_ONCE])
        if not keys:
            return purged
        WebhookDelivery.objects.filter(pk__in=keys).delete()  # across teams: upkeep
        purged += len(keys)
