"""Reads of webhooks."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import UUID

from server.core.errors import NotFound
from server.core.pagination import PageQuery, Slice, bounded_count, paginate
from server.transactional.models.webhooks import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from server.transactional.schemas.events import WebhookOut
from server.transactional.webhook_states import DeliveryState

SORTS = {"url": "url", "createdAt": "created_at"}
MOST_ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class Counts:
    """What has not come through, each counted to 10,000."""

    waiting: int
    failed: int
    held: int


def list_endpoints(*, team_id: UUID, query: PageQuery, sees_urls: bool) -> Slice[WebhookEndpoint]:
    """A page of the team's endpoints. Search matches the description and the visible part of the address."""
    rows = WebhookEndpoint.objects.for_team(team_id)
    if query.search:
        shown = {pk: shown_url(url, is_whole=sees_urls).lower() for pk, url in rows.values_list("pk", "url")}
        found = [pk for pk, url in shown.items() if query.search.lower() in url]
        rows = rows.filter(pk__in=found) | rows.filter(description__icontains=query.search)
    return paginate(rows, query, sorts=SORTS, default_sort="-createdAt")


def host_of(url: str) -> str:
    """What can be told of an address: its path and query may hold a secret."""
    return urlsplit(url).netloc.rpartition("@")[2]


def shown_url(url: str, *, is_whole: bool) -> str:
    """An address, or only its scheme and host."""
    return url if is_whole else f"{urlsplit(url).scheme}://{host_of(url)}"


def get_endpoint(*, team_id: UUID, endpoint_id: UUID) -> WebhookEndpoint:
    """Raises NotFound."""
    endpoint = WebhookEndpoint.objects.for_team(team_id).filter(pk=endpoint_id).first()
    if endpoint is None:
        raise NotFound
    return endpoint


def counts(endpoint: WebhookEndpoint) -> Counts:
    """What has not come through."""
    rows = WebhookDelivery.objects.for_team(endpoint.team_id).filter(endpoint_id=endpoint.pk)
    waiting, failed, held = (
        bounded_count(rows.filter(state=state))[0]
        for state in (DeliveryState.WAITING, DeliveryState.FAILED, DeliveryState.HELD)
    )
    return Counts(waiting, failed, held)


def list_deliveries(
    *, team_id: UUID, endpoint_id: UUID, query: PageQuery, state: DeliveryState | None
) -> Slice[WebhookDelivery]:
    """A page of what was or is to be told to an endpoint, newest first. Raises NotFound."""
    get_endpoint(team_id=team_id, endpoint_id=endpoint_id)
    rows = WebhookDelivery.objects.for_team(team_id).filter(endpoint_id=endpoint_id).defer("body")
    if state is not None:
        rows = rows.filter(state=state)
    return paginate(rows, query, sorts={"id": "pk"}, default_sort="-id", unique={"pk"})


def get_delivery(*, team_id: UUID, endpoint_id: UUID, delivery_id: int) -> WebhookDelivery:
    """Raises NotFound."""
    rows = WebhookDelivery.objects.for_team(team_id).filter(endpoint_id=endpoint_id)
    delivery = rows.filter(pk=delivery_id).first()
    if delivery is None:
        raise NotFound
    return delivery


def attempts_of(delivery: WebhookDelivery) -> Sequence[WebhookAttempt]:
    """The last tries, oldest first."""
    rows = WebhookAttempt.objects.for_team(delivery.team_id).filter(delivery_id=delivery.pk)
    return list(rows.order_by("-pk")[:MOST_ATTEMPTS])[::-1]


def of_message(*, team_id: UUID, message_id: UUID, sees_urls: bool, most: int = 200) -> Sequence[WebhookOut]:
    """What was told to webhooks of one message, oldest first."""
    rows = WebhookDelivery.objects.for_team(team_id).filter(message_id=message_id).select_related("endpoint")
    return [
        WebhookOut(
            delivery_id=str(delivery.pk),
            endpoint_id=delivery.endpoint_id,
            url=shown_url(delivery.endpoint.url, is_whole=sees_urls),
            event=delivery.type,
            at=delivery.finished_at or delivery.created_at,
            state=delivery.state,
            attempts=delivery.tries,
            status=delivery.status,
        )
        for delivery in rows.defer("body").order_by("pk")[:most]
    ]
