"""The webhooks of the demo's roastery: one that works, and one whose receiver has responded 500 for days."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from server.core import clock
from server.core.callers import Caller
from server.transactional.services import history, webhooks
from server.transactional.services.recording import NewEvent
from server.transactional.states import EventType
from server.webhooks.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from server.webhooks.schedule import MAX_ATTEMPTS, MAX_PAUSE_SECONDS, RETRY_DELAYS
from server.webhooks.states import DeliveryState, WebhookOutcome

SHOP_URL, CRM_URL = "https://api.kopiselatan.example/webhooks/mail", "https://crm.kopiselatan.example/hooks/email"
SHOP_TYPES = (EventType.BOUNCED, EventType.FAILED, EventType.COMPLAINED, EventType.UNSUBSCRIBED, EventType.SUPPRESSED)
CRM_TYPES = (EventType.CLICKED, EventType.COMPLAINED, EventType.UNSUBSCRIBED)
SHOP_DAYS, CRM_DAYS = 20, 6
FAILING_PERIOD = timedelta(days=4, hours=6)  # long enough for some events to be given up, too short to be turned off
_BROKEN = '{"error": "relation \\"email_events\\" does not exist"}'


@dataclass(slots=True)
class _Health:
    """The recent results of an endpoint."""

    succeeded_at: datetime | None = None
    failed_at: datetime | None = None
    failures: int = 0


def record_events(random: Random, team_id: UUID, events: Sequence[NewEvent], *, now: datetime, by: Caller) -> None:
    """Records the events, which are in order, with deliveries to each endpoint since its creation."""
    rest = list(events)
    made: list[WebhookEndpoint] = []
    for days, url, description, types in (
        (SHOP_DAYS, SHOP_URL, "Flags orders whose confirmation email bounced", SHOP_TYPES),
        (CRM_DAYS, CRM_URL, "Sends interested contacts to the CRM", CRM_TYPES),
    ):
        since = now - timedelta(days=days)
        history.record(team_id, [event for event in rest if event.at < since])
        rest = [event for event in rest if event.at >= since]
        with clock.freeze(since):
            wanted = [str(kind) for kind in types]
            made.append(
                webhooks.create(team_id=team_id, url=url, description=description, types=wanted, domains=[], by=by)[0]
            )
    history.record(team_id, rest)
    for endpoint in made:
        _simulate_posts(
            random, endpoint, now=now, broken_since=now - FAILING_PERIOD if endpoint.url == CRM_URL else None
        )


def _simulate_posts(random: Random, endpoint: WebhookEndpoint, *, now: datetime, broken_since: datetime | None) -> None:
    health = _Health()
    deliveries = list(WebhookDelivery.objects.for_team(endpoint.team_id).filter(endpoint=endpoint).order_by("pk"))
    attempts: list[WebhookAttempt] = []
    for delivery in deliveries:
        delivery.created_at = datetime.fromisoformat(json.loads(delivery.body)["timestamp"])
        attempts += _build_attempts(random, delivery, now=now, broken_since=broken_since, health=health)
    fields = ["created_at", "state", "attempt_count", "due_at", "finished_at", "status", "outcome"]
    # All rows exist: an upsert is far faster than updates.
    WebhookDelivery.objects.bulk_create(
        deliveries, update_conflicts=True, unique_fields=["id"], update_fields=fields, batch_size=1_000
    )
    WebhookAttempt.objects.bulk_create(attempts, batch_size=1_000)
    endpoint.last_success_at, endpoint.last_failure_at = health.succeeded_at, health.failed_at
    endpoint.failures, endpoint.failing_since = health.failures, broken_since if health.failures else None
    if health.failures:
        endpoint.paused_until = now + timedelta(seconds=MAX_PAUSE_SECONDS)
    endpoint.save(update_fields=["last_success_at", "last_failure_at", "failures", "failing_since", "paused_until"])


def _build_attempts(
    random: Random, delivery: WebhookDelivery, *, now: datetime, broken_since: datetime | None, health: _Health
) -> list[WebhookAttempt]:
    found: list[WebhookAttempt] = []
    at = delivery.created_at + timedelta(milliseconds=random.uniform(40, 160))
    while at < now:
        is_down = broken_since is not None and at >= broken_since
        # The receiver is being deployed.
        is_away = not is_down and not found and random.random() < 0.03
        status = 500 if is_down else 503 if is_away else 204
        outcome = WebhookOutcome.REFUSED if is_down or is_away else WebhookOutcome.DELIVERED
        found.append(
            WebhookAttempt(
                team_id=delivery.team_id,
                delivery=delivery,
                attempted_at=at,
                duration_ms=round(random.uniform(30, 90) if is_away else random.uniform(70, 420)),
                outcome=outcome,
                status=status,
                response_body=_BROKEN if is_down else "",
            )
        )
        delivery.status, delivery.outcome, delivery.attempt_count = status, outcome, len(found)
        if outcome is WebhookOutcome.DELIVERED:
            delivery.state, delivery.finished_at = DeliveryState.DELIVERED, at
            health.succeeded_at = max(at, health.succeeded_at or at)
            return found
        health.failed_at = max(at, health.failed_at or at)
        if is_down:
            health.failures += 1
        if len(found) == MAX_ATTEMPTS:
            delivery.state, delivery.finished_at = DeliveryState.FAILED, at
            return found
        at += RETRY_DELAYS[len(found) - 1] * random.uniform(0.9, 1.1)
    delivery.due_at = at
    return found
