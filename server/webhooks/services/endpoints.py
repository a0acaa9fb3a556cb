"""Endpoints of a team: URL, subscriptions, secrets, and status.

Every function takes the owner: an app reaches its own endpoints only. A disabled endpoint gets no posts. Its events are
stored for a while and can be replayed.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction

from server.core import clock, sealing
from server.core.egress.addresses import is_allowed
from server.core.egress.errors import FetchError
from server.core.egress.targets import parse_target
from server.core.errors import FieldsInvalid, NotFound
from server.core.ids import uuid7
from server.webhooks.causes import WEBHOOK_URL_INVALID, WEBHOOK_URL_NOT_HTTPS, WEBHOOK_URL_NOT_PUBLIC
from server.webhooks.errors import WebhookLimitReached
from server.webhooks.kinds import check_registered
from server.webhooks.models import SEALING_PURPOSE, WebhookEndpoint
from server.webhooks.owners import OWNERS
from server.webhooks.services import queueing
from server.webhooks.signing import generate_secret
from server.webhooks.sql import publishing as sql
from server.webhooks.states import URL_LENGTH, DeliveryState, DisabledReason

MAX_ENDPOINTS = 20  # of one owner in one team
MAX_OVERLAP_HOURS = 168

log = structlog.get_logger(__name__)


class NewSecret(NamedTuple):
    """An endpoint and its secret, which is shown only this once."""

    endpoint: WebhookEndpoint
    secret: str


class EnabledEndpoint(NamedTuple):
    """An endpoint, whether it was disabled, and the number of queued held events."""

    endpoint: WebhookEndpoint
    was_disabled: bool
    replayed: int


@transaction.atomic
def create(
    owner: str, *, team_id: UUID, url: str, description: str, kinds: Sequence[str], scope_ids: Sequence[UUID]
) -> NewSecret:
    """Raises FieldsInvalid for a forbidden URL or a scope that isn't the team's, WebhookLimitReached, and ValueError
    for a kind that no app registers.
    """
    checked = check_url(url)
    _check_subscription(owner, team_id, kinds, scope_ids)
    sql.lock(team_id)
    if WebhookEndpoint.objects.for_team(team_id).filter(owner=owner).count() >= MAX_ENDPOINTS:
        raise WebhookLimitReached(payload={"limit": MAX_ENDPOINTS})
    endpoint_id, secret = uuid7(), generate_secret()
    endpoint = WebhookEndpoint.objects.create(
        id=endpoint_id,
        team_id=team_id,
        owner=owner,
        url=checked,
        description=description.strip(),
        kinds=_deduplicate(kinds),
        scope_ids=sorted(set(scope_ids)),
        secret=_seal(endpoint_id, secret),
        created_at=clock.now(),
    )
    return NewSecret(endpoint, secret)


@transaction.atomic
def update(
    owner: str,
    *,
    team_id: UUID,
    endpoint_id: UUID,
    url: str,
    description: str,
    kinds: Sequence[str],
    scope_ids: Sequence[UUID],
    is_active: bool,
) -> WebhookEndpoint:
    """Also enables or disables the endpoint. Raises NotFound, and the errors of `create` for invalid fields."""
    endpoint = lock_endpoint(owner, team_id=team_id, endpoint_id=endpoint_id)
    checked = check_url(url)
    _check_subscription(owner, team_id, kinds, scope_ids)
    if checked != endpoint.url:
        # The failures and tests belong to the previous URL.
        _clear_failures(endpoint)
        endpoint.last_test_at, endpoint.last_test_outcome, endpoint.last_test_status = None, "", None
    endpoint.url, endpoint.description = checked, description.strip()
    endpoint.kinds, endpoint.scope_ids = _deduplicate(kinds), sorted(set(scope_ids))
    endpoint.save(
        update_fields=[
            "url",
            "description",
            "kinds",
            "scope_ids",
            "failures",
            "failing_since",
            "paused_until",
            "last_test_at",
            "last_test_outcome",
            "last_test_status",
        ]
    )
    if is_active and endpoint.disabled_at is not None:
        _turn_on(endpoint)
    elif not is_active and endpoint.disabled_at is None:
        _turn_off(endpoint, DisabledReason.PERSON)
    return endpoint


@transaction.atomic
def delete(owner: str, *, team_id: UUID, endpoint_id: UUID) -> WebhookEndpoint:
    """Deletes the deliveries, too. Returns the endpoint as it was. Raises NotFound."""
    endpoint = lock_endpoint(owner, team_id=team_id, endpoint_id=endpoint_id)
    endpoint.delete()
    endpoint.pk = endpoint_id
    return endpoint


@transaction.atomic
def rotate_secret(owner: str, *, team_id: UUID, endpoint_id: UUID, overlap_hours: int) -> NewSecret:
    """Creates a new secret. The previous one also signs for this many hours. Raises NotFound."""
    endpoint = lock_endpoint(owner, team_id=team_id, endpoint_id=endpoint_id)
    secret = generate_secret()
    overlaps = 0 < overlap_hours <= MAX_OVERLAP_HOURS
    endpoint.previous_secret = endpoint.secret if overlaps else None
    endpoint.previous_secret_until = clock.now() + timedelta(hours=overlap_hours) if overlaps else None
    endpoint.secret = _seal(endpoint.pk, secret)
    endpoint.save(update_fields=["secret", "previous_secret", "previous_secret_until"])
    return NewSecret(endpoint, secret)


@transaction.atomic
def enable(owner: str, *, team_id: UUID, endpoint_id: UUID, replay_held: bool) -> EnabledEndpoint:
    """Queues the held events of the endpoint if `replay_held`. Raises NotFound."""
    endpoint = lock_endpoint(owner, team_id=team_id, endpoint_id=endpoint_id)
    was_disabled = endpoint.disabled_at is not None
    if was_disabled:
        _turn_on(endpoint)
    held = queueing.filter_deliveries(endpoint).filter(state=DeliveryState.HELD)
    return EnabledEndpoint(endpoint, was_disabled, queueing.requeue(endpoint, held) if replay_held else 0)


@transaction.atomic
def disable(endpoint_id: UUID, reason: DisabledReason) -> None:
    """Disables an endpoint because of its receiver's responses, and notifies its owner. Safe to repeat."""
    # across teams: the process that posts, by the id of what it has posted to
    endpoint = WebhookEndpoint.objects.select_for_update().filter(pk=endpoint_id, disabled_at__isnull=True).first()
    if endpoint is None:
        return
    _turn_off(endpoint, reason)
    log.info("webhooks.disabled", endpoint_id=str(endpoint_id), reason=reason.value)
    OWNERS[endpoint.owner].on_disabled(endpoint, reason)


def publish_attempted(attempted: Sequence[tuple[str, UUID, UUID]]) -> None:
    for name, owner in OWNERS.items():
        if pairs := [(team_id, endpoint_id) for each, team_id, endpoint_id in attempted if each == name]:
            owner.on_attempted(pairs)


def lock_endpoint(owner: str, *, team_id: UUID, endpoint_id: UUID) -> WebhookEndpoint:
    rows = WebhookEndpoint.objects.for_team(team_id).filter(owner=owner)
    endpoint = rows.select_for_update().filter(pk=endpoint_id).first()
    if endpoint is None:
        raise NotFound
    return endpoint


def check_url(url: str) -> str:
    """Returns the trimmed URL. Raises FieldsInvalid for a URL that events are never posted to."""
    trimmed = url.strip()
    try:
        target = parse_target(trimmed)
    except FetchError:
        raise FieldsInvalid.of("url", WEBHOOK_URL_INVALID, url) from None
    if len(trimmed) > URL_LENGTH or (target.address and not is_allowed(target.address, target.port)):
        raise FieldsInvalid.of("url", WEBHOOK_URL_NOT_PUBLIC, url)
    if target.scheme != "https" and target.port not in settings.EGRESS_LOOPBACK_PORTS:
        raise FieldsInvalid.of("url", WEBHOOK_URL_NOT_HTTPS, url)
    return trimmed


def _check_subscription(owner: str, team_id: UUID, kinds: Sequence[str], scope_ids: Sequence[UUID]) -> None:
    check_registered(kinds)
    OWNERS[owner].check_scopes(team_id, scope_ids)


def _deduplicate(kinds: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(kinds))


def _seal(endpoint_id: UUID, secret: str) -> bytes:
    return sealing.seal(secret, purpose=SEALING_PURPOSE, owner=str(endpoint_id))


def _clear_failures(endpoint: WebhookEndpoint) -> None:
    endpoint.failures, endpoint.failing_since, endpoint.paused_until = 0, None, None


def _turn_on(endpoint: WebhookEndpoint) -> None:
    _clear_failures(endpoint)
    endpoint.disabled_at, endpoint.disabled_reason = None, ""
    endpoint.save(update_fields=["disabled_at", "disabled_reason", "failures", "failing_since", "paused_until"])


def _turn_off(endpoint: WebhookEndpoint, reason: DisabledReason) -> None:
    endpoint.disabled_at, endpoint.disabled_reason = clock.now(), reason
    endpoint.save(update_fields=["disabled_at", "disabled_reason"])
    waiting = queueing.filter_deliveries(endpoint).filter(state=DeliveryState.WAITING, is_test=False)
    waiting.update(state=DeliveryState.HELD)
