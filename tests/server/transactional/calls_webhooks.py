"""Records and bodies of webhooks for the generated tests (tests/foreign_ids.py)."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from server.core import clock
from server.core.ids import uuid7
from server.teams.models import Team
from server.transactional.services import webhooks
from server.webhooks.models import WebhookDelivery, WebhookEndpoint
from server.webhooks.states import DeliveryState

WEBHOOK = {"url": "https://hooks.example.com/mail", "events": ["delivered"]}


def webhook_id(team: Team) -> UUID:
    """A webhook with a failed delivery."""
    endpoint, _ = webhooks.create(
        team_id=team.pk, url="https://hooks.example.com/mail", description="", types=["delivered"], domains=[], by=None
    )
    delivery_of(team, endpoint)
    return endpoint.pk


def delivery_of(team: Team, endpoint: WebhookEndpoint) -> int:
    now = clock.now()
    return WebhookDelivery.objects.create(
        team=team,
        endpoint=endpoint,
        event_id=uuid7(),
        kind="message.delivered",
        body="{}",
        state=DeliveryState.FAILED,
        due_at=now,
        created_at=now,
    ).pk


def delivery_id(team: Team) -> int:
    """A delivery of the team's newest webhook."""
    return delivery_of(team, WebhookEndpoint.objects.for_team(team).latest("created_at"))


IDS: dict[str, Callable[[Team], Any]] = {
    "trx-api/webhooks/{webhook_id}": webhook_id,
    "trx-api/webhooks/{webhook_id}/deliveries/{delivery_id}": delivery_id,
}
BODIES: dict[str, Callable[[Team], Any]] = {
    "trx_webhooks_create": lambda team: WEBHOOK,
    "trx_webhooks_update": lambda team: WEBHOOK,
    "trx_webhooks_rotate_secret": lambda team: {"overlapHours": 24},
    "trx_webhooks_enable": lambda team: {"replayHeld": True},
    "trx_webhooks_replay": lambda team: {"from": "2000-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"},
}
