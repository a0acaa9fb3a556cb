"""Webhooks of transactional email: publishes changes of endpoints, and validates their domains.

server/webhooks handles endpoints, their secrets and deliveries.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from django.db import transaction

from server.activity import services as activity
from server.activity.services import Author
from server.core import clock, events, rooms
from server.core.egress.targets import parse_target
from server.core.errors import FieldsInvalid
from server.notifications.services.creation import notify
from server.transactional.causes import UNKNOWN_DOMAINS
from server.transactional.models import TransactionalDomain
from server.transactional.services import live
from server.transactional.webhook_events import WebhookChanged, WebhookDisabled, WebhookPosted
from server.transactional.webhook_kinds import format_kind
from server.webhooks.models import WebhookDelivery, WebhookEndpoint
from server.webhooks.owners import EndpointOwner
from server.webhooks.schedule import DISABLED_AFTER
from server.webhooks.selectors import get_host
from server.webhooks.services import deliveries, endpoints
from server.webhooks.states import DisabledReason

OWNER: Final = "transactional"
Change = Literal["created", "updated", "enabled", "deleted", "replayed"]


@transaction.atomic
def create(
    *, team_id: UUID, url: str, description: str, types: Sequence[str], domains: Sequence[UUID], by: Author | None
) -> tuple[WebhookEndpoint, str]:
    """Creates an endpoint. Returns it with its secret, which is shown only once.

    Raises FieldsInvalid for an address that is never posted to or a domain that isn't the team's, WebhookLimitReached.
    """
    kinds = [format_kind(each) for each in types]
    endpoint, secret = endpoints.create(
        OWNER, team_id=team_id, url=url, description=description, kinds=kinds, scope_ids=domains
    )
    _record(endpoint, "CREATED", by)
    _publish_change(endpoint, "created")
    return endpoint, secret


@transaction.atomic
def update(
    *,
    team_id: UUID,
    endpoint_id: UUID,
    url: str,
    description: str,
    types: Sequence[str],
    domains: Sequence[UUID],
    active: bool,
    by: Author | None,
) -> WebhookEndpoint:
    """Changes an endpoint, or turns it off or on. Raises NotFound, FieldsInvalid."""
    endpoint = endpoints.update(
        OWNER,
        team_id=team_id,
        endpoint_id=endpoint_id,
        url=url,
        description=description,
        kinds=[format_kind(each) for each in types],
        scope_ids=domains,
        is_active=active,
    )
    _record(endpoint, "UPDATED", by)
    _publish_change(endpoint, "updated")
    return endpoint


@transaction.atomic
def delete(*, team_id: UUID, endpoint_id: UUID, by: Author | None) -> None:
    endpoint = endpoints.delete(OWNER, team_id=team_id, endpoint_id=endpoint_id)
    _record(endpoint, "DELETED", by)
    _publish_change(endpoint, "deleted")


@transaction.atomic
def rotate_secret(
    *, team_id: UUID, endpoint_id: UUID, overlap_hours: int, by: Author | None
) -> tuple[WebhookEndpoint, str]:
    """A new secret, shown only once. The previous one also signs for `overlap_hours`. Raises NotFound."""
    endpoint, secret = endpoints.rotate_secret(
        OWNER, team_id=team_id, endpoint_id=endpoint_id, overlap_hours=overlap_hours
    )
    _record(endpoint, "UPDATED", by)
    _publish_change(endpoint, "updated")
    return endpoint, secret


@transaction.atomic
def enable(*, team_id: UUID, endpoint_id: UUID, replay_held: bool, by: Author | None) -> int:
    """Turns an endpoint on, and queues held deliveries on request. Returns their number. Raises NotFound."""
    enabled = endpoints.enable(OWNER, team_id=team_id, endpoint_id=endpoint_id, replay_held=replay_held)
    if enabled.was_disabled:
        _record(enabled.endpoint, "ACTIVATE", by)
    _publish_change(enabled.endpoint, "enabled")
    return enabled.replayed


def send_test(*, team_id: UUID, endpoint_id: UUID) -> WebhookDelivery:
    """Queues a test event. Raises NotFound, WebhookBusy."""
    return deliveries.send_test(OWNER, team_id=team_id, endpoint_id=endpoint_id)


def replay_one(*, team_id: UUID, endpoint_id: UUID, delivery_id: int) -> int:
    """Queues one delivery again. Raises NotFound, WebhookIsOff, WebhookBusy if it is queued already."""
    return deliveries.replay_one(OWNER, team_id=team_id, endpoint_id=endpoint_id, delivery_id=delivery_id)


@transaction.atomic
def replay_period(*, team_id: UUID, endpoint_id: UUID, since: datetime, until: datetime, delivered_too: bool) -> int:
    """Queues deliveries of a period again.

    Returns their number. Raises NotFound, WebhookIsOff, WebhookNothingToReplay.
    """
    replayed = deliveries.replay_period(
        OWNER, team_id=team_id, endpoint_id=endpoint_id, since=since, until=until, delivered_too=delivered_too
    )
    _publish(team_id, endpoint_id, "replayed")
    return replayed


def check_domains(team_id: UUID, domains: Sequence[UUID]) -> None:
    distinct = set(domains)
    if distinct and TransactionalDomain.objects.for_team(team_id).filter(pk__in=distinct).count() != len(distinct):
        raise FieldsInvalid.of("domains", UNKNOWN_DOMAINS)


def report_disabled(endpoint: WebhookEndpoint, reason: DisabledReason) -> None:
    """Publishes, and notifies the team's admins, that an endpoint was turned off because of its responses."""
    events.publish(WebhookDisabled(webhook_id=endpoint.pk, reason=reason), rooms=[rooms.team(endpoint.team_id)])
    values = {"host": parse_target(endpoint.url).host, "webhook_id": str(endpoint.pk)}
    if reason is DisabledReason.GONE:
        notify("webhook.gone", team_id=endpoint.team_id, subject=str(endpoint.pk), user_id=None, **values)
    else:
        days = DISABLED_AFTER.days
        notify("webhook.failing", team_id=endpoint.team_id, subject=str(endpoint.pk), user_id=None, days=days, **values)


def report_attempted(attempted: Iterable[tuple[UUID, UUID]]) -> None:
    """Publishes to clients that watch the area that attempts have ended; `attempted` has team and endpoint of each."""
    revision = int(clock.now().timestamp() * 1000)
    for team_id, endpoint_id in attempted:
        events.publish(WebhookPosted(webhook_id=endpoint_id, revision=revision), rooms=[live.get_room(team_id)])


OWNERSHIP: Final = EndpointOwner(OWNER, check_domains, report_disabled, report_attempted)


def _record(endpoint: WebhookEndpoint, action: str, by: Author | None) -> None:
    activity.record(
        team_id=endpoint.team_id,
        by=by,
        reference="webhook",
        action=action,
        name=get_host(endpoint.url),
        link=f"/webhook/{endpoint.pk}",
    )


def _publish_change(endpoint: WebhookEndpoint, change: Change) -> None:
    _publish(endpoint.team_id, endpoint.pk, change)


def _publish(team_id: UUID, endpoint_id: UUID, change: Change) -> None:
    events.publish(WebhookChanged(webhook_id=endpoint_id, change=change), rooms=[rooms.team(team_id)])
