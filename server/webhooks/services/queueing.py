"""Queues stored deliveries again."""

from django.db.models import QuerySet

from server.core import clock
from server.webhooks.models import WebhookDelivery, WebhookEndpoint
from server.webhooks.sql import publishing as sql
from server.webhooks.states import DeliveryState

MAX_REPLAYED = 50_000  # by one call; a longer period is replayed in parts
REPLAYABLE = (DeliveryState.FAILED, DeliveryState.HELD)


def filter_deliveries(endpoint: WebhookEndpoint) -> QuerySet[WebhookDelivery]:
    return WebhookDelivery.objects.for_team(endpoint.team_id).filter(endpoint_id=endpoint.pk)


def requeue(endpoint: WebhookEndpoint, rows: QuerySet[WebhookDelivery]) -> int:
    """Queues those of the rows that are finished or held, the oldest MAX_REPLAYED. Returns their number."""
    now = clock.now()
    keys = list(rows.order_by("pk").values_list("pk", flat=True)[:MAX_REPLAYED])
    count = (
        filter_deliveries(endpoint)
        .filter(pk__in=keys, state__in=(*REPLAYABLE, DeliveryState.DELIVERED))
        .update(state=DeliveryState.WAITING, attempt_count=0, due_at=now, finished_at=None)
    )
    if count:
        sql.wake(endpoint.team_id)
    return count
