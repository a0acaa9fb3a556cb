"""Reads of endpoints and deliveries. An app reads its own endpoints only."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import UUID

from server.core.errors import NotFound
from server.core.pagination import PageQuery, Slice, count_bounded, paginate
from server.webhooks.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from server.webhooks.states import DeliveryState

SORTS = {"url": "url", "createdAt": "created_at"}
MAX_LISTED_ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class DeliveryCounts:
    """Undelivered events, each state counted up to 10,000."""

    waiting: int
    failed: int
    held: int


def list_endpoints(owner: str, *, team_id: UUID, query: PageQuery, sees_urls: bool) -> Slice[WebhookEndpoint]:
    """Search matches the description and the visible part of the URL."""
    rows = WebhookEndpoint.objects.for_team(team_id).filter(owner=owner)
    if query.search:
        shown = {pk: build_visible_url(url, is_whole=sees_urls).lower() for pk, url in rows.values_list("pk", "url")}
        matching = [pk for pk, url in shown.items() if query.search.lower() in url]
        rows = rows.filter(pk__in=matching) | rows.filter(description__icontains=query.search)
    return paginate(rows, query, sorts=SORTS, default_sort="-createdAt")


def get_host(url: str) -> str:
    """Returns the part that every member can see: path and query might contain a secret."""
    return urlsplit(url).netloc.rpartition("@")[2]


def build_visible_url(url: str, *, is_whole: bool) -> str:
    return url if is_whole else f"{urlsplit(url).scheme}://{get_host(url)}"


def get_endpoint(owner: str, *, team_id: UUID, endpoint_id: UUID) -> WebhookEndpoint:
    endpoint = WebhookEndpoint.objects.for_team(team_id).filter(owner=owner, pk=endpoint_id).first()
    if endpoint is None:
        raise NotFound
    return endpoint


def count_deliveries(endpoint: WebhookEndpoint) -> DeliveryCounts:
    rows = WebhookDelivery.objects.for_team(endpoint.team_id).filter(endpoint_id=endpoint.pk)
    waiting, failed, held = (
        count_bounded(rows.filter(state=state))[0]
        for state in (DeliveryState.WAITING, DeliveryState.FAILED, DeliveryState.HELD)
    )
    return DeliveryCounts(waiting, failed, held)


def list_deliveries(
    owner: str, *, team_id: UUID, endpoint_id: UUID, query: PageQuery, state: DeliveryState | None
) -> Slice[WebhookDelivery]:
    get_endpoint(owner, team_id=team_id, endpoint_id=endpoint_id)
    rows = WebhookDelivery.objects.for_team(team_id).filter(endpoint_id=endpoint_id).defer("body")
    if state is not None:
        rows = rows.filter(state=state)
    return paginate(rows, query, sorts={"id": "pk"}, default_sort="-id", unique={"pk"})


def get_delivery(owner: str, *, team_id: UUID, endpoint_id: UUID, delivery_id: int) -> WebhookDelivery:
    rows = WebhookDelivery.objects.for_team(team_id).filter(endpoint_id=endpoint_id, endpoint__owner=owner)
    delivery = rows.filter(pk=delivery_id).first()
    if delivery is None:
        raise NotFound
    return delivery


def list_attempts(delivery: WebhookDelivery) -> Sequence[WebhookAttempt]:
    """Returns the newest MAX_LISTED_ATTEMPTS attempts, oldest first."""
    rows = WebhookAttempt.objects.for_team(delivery.team_id).filter(delivery_id=delivery.pk)
    return list(rows.order_by("-pk")[:MAX_LISTED_ATTEMPTS])[::-1]


def list_deliveries_of_record(
    owner: str, *, team_id: UUID, record_id: UUID, limit: int = 200
) -> Sequence[WebhookDelivery]:
    rows = WebhookDelivery.objects.for_team(team_id).filter(record_id=record_id, endpoint__owner=owner)
    return list(rows.select_related("endpoint").defer("body").order_by("pk")[:limit])
