"""Message events posted by webhooks, and notifications about endpoints."""

import json
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.db import transaction

from server.core.ids import uuid7
from server.core.models import OutboxEvent
from server.notifications.models import Notification
from server.teams.models import Team
from server.transactional.models import TransactionalDomain
from server.transactional.services import recording, webhooks
from server.transactional.states import EventType
from server.transactional.webhook_kinds import KINDS, PREFIX
from server.webhooks.models import WebhookDelivery, WebhookEndpoint
from server.webhooks.services import endpoints
from server.webhooks.states import DisabledReason
from tests.cast import make_person
from tests.server.transactional import happenings

AT = datetime(2026, 3, 2, 9, 0, 0, 123_987, UTC)


@pytest.fixture(autouse=True)
def _at() -> Any:
    with time_machine.travel(AT, tick=False):
        yield


def make_endpoint(team: Team, *, types: tuple[str, ...] = ("delivered",), domains: tuple[UUID, ...] = ()) -> UUID:
    url = "https://hooks.kopi.example/mail"
    endpoint, _ = webhooks.create(team_id=team.pk, url=url, description="", types=types, domains=domains, by=None)
    return endpoint.pk


def test_every_type_of_event_is_a_kind() -> None:
    assert [kind.name for kind in KINDS] == [f"{PREFIX}{each}" for each in EventType]


def test_the_body_says_everything_about_an_event(team: Team) -> None:
    make_endpoint(team)
    told = happenings.event(
        AT,
        subject="Nota\x00 kopi ☕",
        tag="nota",
        accepted_at=AT,
        domain_id=uuid7(),
        detail={"code": 250, "mx": "mx.example.com\x00", "metadata": {"order": "12"}},
    )

    recording.append(team.pk, [told])

    delivery = WebhookDelivery.objects.for_team(team).get()
    assert (delivery.kind, delivery.event_id, delivery.record_id, delivery.record_label) == (
        "message.delivered",
        told.id,
        told.message_id,
        "ani@kopi.example",
    )
    body = json.loads(delivery.body)
    assert body == {
        "type": "message.delivered",
        "timestamp": "2026-03-02T09:00:00.123Z",
        "data": {
            "eventId": str(told.id),
            "messageId": str(told.message_id),
            "acceptedAt": "2026-03-02T09:00:00.123Z",
            "position": 0,
            "recipient": "ani@kopi.example",
            "subject": "Nota kopi ☕",
            "tag": "nota",
            "domain": "kopi.example",
            "domainId": str(told.domain_id),
            "subaccountId": None,
            "keyId": str(told.key_id),
            "sender": "shop@kopi.example",
            "detail": {"code": 250, "mx": "mx.example.com", "metadata": {"order": "12"}},
        },
    }
    assert list(body["data"])[:3] == ["eventId", "messageId", "acceptedAt"]


def test_an_endpoint_can_be_limited_to_domains(team: Team) -> None:
    domain_id = TransactionalDomain.objects.for_team(team).get().pk
    make_endpoint(team, domains=(domain_id,))
    told = happenings.event(AT, domain_id=domain_id)

    recording.append(team.pk, [happenings.event(AT), told, happenings.event(AT, domain_id=None)])

    assert [each.event_id for each in WebhookDelivery.objects.for_team(team)] == [told.id]


def test_an_event_is_queued_with_its_transaction_or_not_at_all(team: Team) -> None:
    make_endpoint(team)

    with transaction.atomic():
        recording.append(team.pk, [happenings.event(AT)])
        transaction.set_rollback(True)

    assert not WebhookDelivery.objects.for_team(team).exists()


def test_admins_are_notified_of_an_endpoint_that_is_gone(team: Team) -> None:
    admin = make_person("Alice", team, role="admin")
    make_person("Bob", team)
    endpoint_id = make_endpoint(team)

    endpoints.disable(endpoint_id, DisabledReason.GONE)
    endpoints.disable(endpoint_id, DisabledReason.GONE)

    assert WebhookEndpoint.objects.for_team(team).get().disabled_reason == DisabledReason.GONE
    assert list(Notification.objects.for_team(team).values_list("kind", "user_id")) == [("webhook.gone", admin.user.pk)]
    published = OutboxEvent.objects.filter(name="transactional.webhook.disabled")
    assert [each.payload for each in published] == [{"webhookId": str(endpoint_id), "reason": "gone"}]
