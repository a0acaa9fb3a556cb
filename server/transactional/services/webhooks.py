"""Webhooks of a team: endpoints, their secrets, and what is put in line for them.

Posting is the business of `wire/webhooks.py`. An endpoint that is turned off gets nothing; what would have gone to it
is held for a while and can be replayed.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from server.activity import services as activity
from server.activity.services import Doer
from server.core import clock, events, rooms, sealing
from server.core.egress.addresses import is_allowed
from server.core.egress.errors import NotFetched
from server.core.egress.targets import target_of
from server.core.errors import FieldsInvalid, NotFound
from server.core.ids import uuid7
from server.notifications.services.notices import notify
from server.transactional.causes import (
    UNKNOWN_DOMAINS,
    WEBHOOK_URL_INVALID,
    WEBHOOK_URL_NOT_HTTPS,
    WEBHOOK_URL_NOT_PUBLIC,
)
from server.transactional.models import TransactionalDomain
from server.transactional.models.webhooks import WEBHOOK_PURPOSE, WebhookDelivery, WebhookEndpoint
from server.transactional.selectors.webhooks import host_of
from server.transactional.sql import webhooks as sql
from server.transactional.webhook_errors import (
    WebhookBusy,
    WebhookIsOff,
    WebhookLimitReached,
    WebhookNothingToReplay,
)
from server.transactional.webhook_events import WebhookChanged, WebhookDisabled, WebhookPosted
from server.transactional.webhook_schedule import DISABLED_AFTER, HELD_FOR, KEPT_FOR
from server.transactional.webhook_signing import new_secret
from server.transactional.webhook_states import TEST_TYPE, URL_LENGTH, DeliveryState, DisabledReason

if TYPE_CHECKING:
    from server.transactional.services.recording import NewEvent

MOST_ENDPOINTS = 20
LONGEST_OVERLAP_HOURS = 168
# Of one replay: a longer window is asked for in parts.
MOST_REPLAYED = 50_000
FORGOTTEN_AT_ONCE = 5_000
Change = Literal["created", "updated", "enabled", "deleted", "replayed"]
_REPLAYABLE = (DeliveryState.FAILED, DeliveryState.HELD)

log = structlog.get_logger(__name__)


def fan_out(team_id: UUID, events: "Sequence[NewEvent]") -> None:
    """Puts events in line for the endpoints of the team that want them, within the caller's transaction.

    An event that is already in line for an endpoint is not put there again.
    """
    if not events:
        return
    sql.fan_out(team_id, events, now=clock.now(), held_since=held_since())


def held_since() -> datetime:
    """Endpoints that were turned off since then have their events held for them."""
    return clock.now() - HELD_FOR


@transaction.atomic
def create(
    *, team_id: UUID, url: str, description: str, types: Sequence[str], domains: Sequence[UUID], by: Doer | None
) -> tuple[WebhookEndpoint, str]:
    """A new endpoint, and its secret, which is shown this once.

    Raises FieldsInvalid for an address that is never posted to or a domain that isn't the team's, WebhookLimitReached.
    """
    checked = checked_url(url)
    _check_domains(team_id, domains)
    sql.lock(team_id)
    if WebhookEndpoint.objects.for_team(team_id).count() >= MOST_ENDPOINTS:
        raise WebhookLimitReached(payload={"limit": MOST_ENDPOINTS})
    endpoint_id, secret = uuid7(), new_secret()
    endpoint = WebhookEndpoint.objects.create(
        id=endpoint_id,
        team_id=team_id,
        url=checked,
        description=description.strip(),
        types=_ordered(types),
        domains=sorted(set(domains)),
        secret=_sealed(endpoint_id, secret),
        created_at=clock.now(),
    )
    activity.record(
        team_id=team_id,
        by=by,
        reference="webhook",
        action="CREATED",
        name=host_of(checked),
        link=f"/webhook/{endpoint.pk}",
    )
    _tell(endpoint, "created")
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
    by: Doer | None,
) -> WebhookEndpoint:
    """Changes an endpoint, turns it off, or on again. Raises NotFound, FieldsInvalid."""
    endpoint = _locked(team_id, endpoint_id)
    checked = checked_url(url)
    _check_domains(team_id, domains)
    if checked != endpoint.url:
        # Another address has failed at nothing yet.
        _forgive(endpoint)
        endpoint.last_test_at, endpoint.last_test_outcome, endpoint.last_test_status = None, "", None
    endpoint.url, endpoint.description = checked, description.strip()
    endpoint.types, endpoint.domains = _ordered(types), sorted(set(domains))
    endpoint.save(
        update_fields=[
            "url",
            "description",
            "types",
            "domains",
            "failures",
            "failing_since",
            "held_until",
            "last_test_at",
            "last_test_outcome",
            "last_test_status",
        ]
    )
    if active and endpoint.disabled_at is not None:
        _turn_on(endpoint)
    elif not active and endpoint.disabled_at is None:
        _turn_off(endpoint, DisabledReason.PERSON)
    activity.record(
        team_id=team_id,
        by=by,
        reference="webhook",
        action="UPDATED",
        name=host_of(checked),
        link=f"/webhook/{endpoint.pk}",
    )
    _tell(endpoint, "updated")
    return endpoint


@transaction.atomic
def delete(*, team_id: UUID, endpoint_id: UUID, by: Doer | None) -> None:
    """Deletes an endpoint with all that was told to it. Raises NotFound."""
    endpoint = _locked(team_id, endpoint_id)
    activity.record(
        team_id=team_id,
        by=by,
        reference="webhook",
        action="DELETED",
        name=host_of(endpoint.url),
        link=f"/webhook/{endpoint.pk}",
    )
    _tell(endpoint, "deleted")
    endpoint.delete()


@transaction.atomic
def rotate_secret(
    *, team_id: UUID, endpoint_id: UUID, overlap_hours: int, by: Doer | None
) -> tuple[WebhookEndpoint, str]:
    """A new secret, shown this once. The former one signs beside it for so many hours. Raises NotFound."""
    endpoint = _locked(team_id, endpoint_id)
    secret = new_secret()
    overlaps = 0 < overlap_hours <= LONGEST_OVERLAP_HOURS
    endpoint.former_secret = endpoint.secret if overlaps else None
    endpoint.former_until = clock.now() + timedelta(hours=overlap_hours) if overlaps else None
    endpoint.secret = _sealed(endpoint.pk, secret)
    endpoint.save(update_fields=["secret", "former_secret", "former_until"])
    activity.record(
        team_id=team_id,
        by=by,
        reference="webhook",
        action="UPDATED",
        name=host_of(endpoint.url),
        link=f"/webhook/{endpoint.pk}",
    )
    _tell(endpoint, "updated")
    return endpoint, secret


@transaction.atomic
def enable(*, team_id: UUID, endpoint_id: UUID, replay_held: bool, by: Doer | None) -> tuple[WebhookEndpoint, int]:
    """Turns an endpoint on, and puts what was held for it in line; how many that are. Raises NotFound."""
    endpoint = _locked(team_id, endpoint_id)
    if endpoint.disabled_at is not None:
        _turn_on(endpoint)
        activity.record(
            team_id=team_id,
            by=by,
            reference="webhook",
            action="ACTIVATE",
            name=host_of(endpoint.url),
            link=f"/webhook/{endpoint.pk}",
        )
    held = _of(endpoint).filter(state=DeliveryState.HELD)
    replayed = _requeue(endpoint, held) if replay_held else 0
    _tell(endpoint, "enabled")
    return endpoint, replayed


@transaction.atomic
def send_test(*, team_id: UUID, endpoint_id: UUID) -> WebhookDelivery:
    """Puts a test event in line, which is tried once, also where the endpoint is off. Raises NotFound, WebhookBusy."""
    endpoint = _locked(team_id, endpoint_id)
    now = clock.now()
    if _of(endpoint).filter(is_test=True, state__in=(DeliveryState.WAITING, DeliveryState.SENDING)).exists():
        raise WebhookBusy
    event_id = uuid7()
    content = {
        "type": f"webhook.{TEST_TYPE}",
        "timestamp": now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{now.microsecond // 1000:03}Z",
        "data": {"eventId": str(event_id), "endpointId": str(endpoint.pk)},
    }
    delivery = WebhookDelivery.objects.create(
        team_id=team_id,
        endpoint=endpoint,
        event_id=event_id,
        type=TEST_TYPE,
        body=json.dumps(content),
        state=DeliveryState.WAITING,
        is_test=True,
        due_at=now,
        created_at=now,
    )
    sql.wake(team_id)
    return delivery


@transaction.atomic
def replay_one(*, team_id: UUID, endpoint_id: UUID, delivery_id: int) -> int:
    """Puts one event in line again, whatever became of it; receivers know it by its id.

    Raises NotFound, WebhookIsOff, WebhookBusy where it is in line.
    """
    endpoint = _locked(team_id, endpoint_id)
    found = _of(endpoint).filter(pk=delivery_id)
    if not found.exists():
        raise NotFound
    if endpoint.disabled_at is not None:
        raise WebhookIsOff
    done = found.exclude(state__in=(DeliveryState.WAITING, DeliveryState.SENDING))
    if not _requeue(endpoint, done):
        raise WebhookBusy
    return 1


@transaction.atomic
def replay_window(*, team_id: UUID, endpoint_id: UUID, since: datetime, until: datetime, delivered_too: bool) -> int:
    """Puts events that came in a time in line again: those that did not come through, or all of them. How many.

    Raises NotFound, WebhookIsOff, WebhookNothingToReplay.
    """
    endpoint = _locked(team_id, endpoint_id)
    if endpoint.disabled_at is not None:
        raise WebhookIsOff
    states = (*_REPLAYABLE, DeliveryState.DELIVERED) if delivered_too else _REPLAYABLE
    window = _of(endpoint).filter(created_at__gte=since, created_at__lt=until, state__in=states, is_test=False)
    replayed = _requeue(endpoint, window)
    if not replayed:
        raise WebhookNothingToReplay
    _tell(endpoint, "replayed")
    return replayed


@transaction.atomic
def turn_off(endpoint_id: UUID, reason: DisabledReason) -> None:
    """Turns an endpoint off for what its receiver answered, and tells the admins. Once: again it does nothing."""
    # across teams: the process that posts, by the id of what it has posted to
    endpoint = WebhookEndpoint.objects.select_for_update().filter(pk=endpoint_id, disabled_at__isnull=True).first()
    if endpoint is None:
        return
    _turn_off(endpoint, reason)
    log.info("webhooks.disabled", endpoint_id=str(endpoint_id), reason=reason.value)
    events.publish(WebhookDisabled(webhook_id=endpoint.pk, reason=reason), rooms=[rooms.team(endpoint.team_id)])
    told = {"host": target_of(endpoint.url).host, "webhook_id": str(endpoint.pk)}
    if reason is DisabledReason.GONE:
        notify("webhook.gone", team_id=endpoint.team_id, subject=str(endpoint.pk), user_id=None, **told)
    else:
        days = DISABLED_AFTER.days
        notify("webhook.failing", team_id=endpoint.team_id, subject=str(endpoint.pk), user_id=None, days=days, **told)


def tell_posted(posted: Iterable[tuple[UUID, UUID]]) -> None:
    """Tells who has the area open that tries have ended: team and endpoint of each."""
    revision = int(clock.now().timestamp() * 1000)
    for team_id, endpoint_id in posted:
        events.publish(WebhookPosted(webhook_id=endpoint_id, revision=revision), rooms=[room_of(team_id)])


def forget_old() -> int:
    """Drops what came more than 30 days ago with its attempts, in portions; answers for how many."""
    before, dropped = clock.now() - KEPT_FOR, 0
    while True:
        # across teams: upkeep
        oldest = WebhookDelivery.objects.filter(created_at__lt=before).order_by("created_at")
        keys = list(oldest.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
        if not keys:
            return dropped
        WebhookDelivery.objects.filter(pk__in=keys).delete()  # across teams: upkeep
        dropped += len(keys)


def checked_url(url: str) -> str:
    """The address, trimmed. Raises FieldsInvalid for one that is never posted to."""
    trimmed = url.strip()
    try:
        target = target_of(trimmed)
    except NotFetched:
        raise FieldsInvalid.of("url", WEBHOOK_URL_INVALID, url) from None
    if len(trimmed) > URL_LENGTH or (target.address and not is_allowed(target.address, target.port)):
        raise FieldsInvalid.of("url", WEBHOOK_URL_NOT_PUBLIC, url)
    if target.scheme != "https" and target.port not in settings.EGRESS_LOOPBACK_PORTS:
        raise FieldsInvalid.of("url", WEBHOOK_URL_NOT_HTTPS, url)
    return trimmed


def _check_domains(team_id: UUID, domains: Sequence[UUID]) -> None:
    wanted = set(domains)
    if wanted and TransactionalDomain.objects.for_team(team_id).filter(pk__in=wanted).count() != len(wanted):
        raise FieldsInvalid.of("domains", UNKNOWN_DOMAINS)


def _ordered(types: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(types))


def _sealed(endpoint_id: UUID, secret: str) -> bytes:
    return sealing.seal(secret, purpose=WEBHOOK_PURPOSE, owner=str(endpoint_id))


def _locked(team_id: UUID, endpoint_id: UUID) -> WebhookEndpoint:
    endpoint = WebhookEndpoint.objects.for_team(team_id).select_for_update().filter(pk=endpoint_id).first()
    if endpoint is None:
        raise NotFound
    return endpoint


def _of(endpoint: WebhookEndpoint) -> QuerySet[WebhookDelivery]:
    return WebhookDelivery.objects.for_team(endpoint.team_id).filter(endpoint_id=endpoint.pk)


def _requeue(endpoint: WebhookEndpoint, rows: QuerySet[WebhookDelivery]) -> int:
    """Puts finished or held deliveries in line, the oldest first and so many at once at most."""
    now = clock.now()
    keys = list(rows.order_by("pk").values_list("pk", flat=True)[:MOST_REPLAYED])
    moved = (
        _of(endpoint)
        .filter(pk__in=keys, state__in=(*_REPLAYABLE, DeliveryState.DELIVERED))
        .update(state=DeliveryState.WAITING, tries=0, due_at=now, finished_at=None)
    )
    if moved:
        sql.wake(endpoint.team_id)
    return moved


def _forgive(endpoint: WebhookEndpoint) -> None:
    endpoint.failures, endpoint.failing_since, endpoint.held_until = 0, None, None


def _turn_on(endpoint: WebhookEndpoint) -> None:
    _forgive(endpoint)
    endpoint.disabled_at, endpoint.disabled_reason = None, ""
    endpoint.save(update_fields=["disabled_at", "disabled_reason", "failures", "failing_since", "held_until"])


def _turn_off(endpoint: WebhookEndpoint, reason: DisabledReason) -> None:
    endpoint.disabled_at, endpoint.disabled_reason = clock.now(), reason
    endpoint.save(update_fields=["disabled_at", "disabled_reason"])
    _of(endpoint).filter(state=DeliveryState.WAITING, is_test=False).update(state=DeliveryState.HELD)


def _tell(endpoint: WebhookEndpoint, change: Change) -> None:
    events.publish(WebhookChanged(webhook_id=endpoint.pk, change=change), rooms=[rooms.team(endpoint.team_id)])


def room_of(team_id: UUID) -> str:
    """Who has the transactional area of the team open."""
    return f"transactional:{team_id}"
