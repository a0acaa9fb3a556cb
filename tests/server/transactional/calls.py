"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

import secrets
from datetime import timedelta
from typing import Any
from uuid import UUID

from server.core import clock
from server.core.ids import from_milliseconds, to_milliseconds, uuid7
from server.teams.models import Team
from server.transactional.models import (
    Message,
    MessageBody,
    MessageRecipient,
    SavedSearch,
    TransactionalBatch,
)
from server.transactional.services import bodies
from tests.server.transactional.factories import make_domain, make_key, make_mime


def domain_id(team: Team) -> UUID:
    return make_domain(team, f"{secrets.token_hex(4)}.example").pk


def key_id(team: Team) -> UUID:
    return make_key(team)[0].pk


def message(team: Team) -> Message:
    """A held message, which can be released, cancelled, read and resent."""
    at = from_milliseconds(to_milliseconds(clock.now()))
    domain = make_domain(team, f"{secrets.token_hex(4)}.example")
    sender = f"toko@{domain.sender_domain.name}"
    row = Message.objects.create(
        pk=uuid7(at),
        team_id=team.pk,
        domain_id=domain.pk,
        via="http",
        from_address=sender,
        subject="Halo",
        size=100,
        state="held",
        hold_reason="review",
        accepted_at=at,
        recipients=1,
    )
    MessageBody.objects.create(
        message_id=row.pk,
        team_id=team.pk,
        accepted_at=at,
        sealed=bodies.seal_body(make_mime(sender=sender), team_id=team.pk),
        expires_at=at + timedelta(days=1),
    )
    MessageRecipient.objects.create(
        message_id=row.pk, position=0, accepted_at=at, team_id=team.pk, email="ani@example.com", kind="to", state="held"
    )
    return row


def batch_id(team: Team) -> UUID:
    return TransactionalBatch.objects.create(team=team, size=1, created_at=clock.now()).pk


def newest_time(team: Team) -> int:
    row = Message.objects.for_team(team).order_by("-accepted_at", "-pk").first()
    return to_milliseconds(row.accepted_at) if row else 0


def search_id(team: Team) -> int:
    row = SavedSearch.objects.create(team=team, name="Bounced", query="type:bounced", created_at=clock.now())
    return row.pk


IDS: dict[str, Any] = {
    "trx-api/domains/{domain_id}": domain_id,
    "trx-api/apikeys/{key_id}": key_id,
    "trx-api/messages/{message_id}": lambda team: message(team).pk,
    "trx-api/batches/{batch_id}": batch_id,
    "trx-api/events/{message_id}": lambda team: message(team).pk,
    # Of the message that was created for the id before it.
    "trx-api/events/{message_id}/{time}": newest_time,
    "trx-api/events/searches/{search_id}": search_id,
    "trx-api/events/export/file/{token}": lambda team: "no-token",
}
BODIES: dict[str, Any] = {
    "trx_domains_create": lambda team: {"name": "kopi.example"},
    "trx_keys_create": lambda team: {"name": "Toko", "scopes": ["send"]},
    "trx_keys_change": lambda team: {"name": "Toko", "scopes": ["send"]},
    "trx_keys_rotate": lambda team: {"overlapHours": 1},
    "trx_messages_resend": lambda team: {"positions": []},
    "trx_messages_suppress": lambda team: {"position": 0},
}
