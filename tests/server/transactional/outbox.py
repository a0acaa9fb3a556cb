"""Messages that wait to be sent, and the sending process within the test process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from bench.sink import Sink, read_messages, running
from server.core import clock, sealing
from server.core.ids import from_milliseconds, to_milliseconds, uuid7
from server.delivery.smtp.relay import Relay, Tls
from server.teams.models import Team
from server.transactional.models import Message, MessageBody, MessageRecipient
from server.transactional.models.messages import BODY_PURPOSE
from server.transactional.states import MessageState, RecipientKind, RecipientState, Via
from server.transactional.wire.messages import MessageSender
from tests.server.delivery.smtp.peer import TIMEOUTS

MIME = (
    b"From: Kopi <toko@kopi.example>\r\nTo: ayu@example.com\r\nSubject: Pesanan 7\r\nMessage-ID: <7@kopi.example>\r\n"
    b"Date: Mon, 05 Jan 2026 08:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    b"Terima kasih.\r\n.Titik\r\n"
)


def make_message(team: Team, emails: Sequence[str], *, mime: bytes = MIME, **fields: Any) -> Message:
    """A message accepted just now, for these addresses."""
    accepted_at = from_milliseconds(to_milliseconds(fields.pop("accepted_at", clock.now())))
    due_at = fields.get("scheduled_at") or accepted_at
    state = RecipientState.SCHEDULED if fields.get("scheduled_at") else RecipientState.QUEUED
    body_expires_at = fields.pop("body_expires_at", accepted_at + timedelta(days=3))
    defaults: dict[str, Any] = {
        "domain_id": uuid7(),
        "via": Via.HTTP,
        "from_address": "toko@kopi.example",
        "subject": "Pesanan 7",
        "size": len(mime),
        "state": MessageState.SCHEDULED if fields.get("scheduled_at") else MessageState.ACCEPTED,
    }
    message = Message.objects.create(
        id=uuid7(accepted_at),
        team_id=team.pk,
        accepted_at=accepted_at,
        recipients=len(emails),
        **defaults | fields,
    )
    MessageBody.objects.create(
        message_id=message.pk,
        team_id=team.pk,
        accepted_at=accepted_at,
        sealed=sealing.seal_bytes(mime, purpose=BODY_PURPOSE, owner=str(team.pk)),
        expires_at=body_expires_at,
    )
    for position, email in enumerate(emails):
        MessageRecipient.objects.create(
            message_id=message.pk,
            position=position,
            accepted_at=accepted_at,
            team_id=team.pk,
            email=email,
            kind=RecipientKind.TO,
            state=state,
            due_at=due_at,
        )
    return message


def states(message: Message) -> list[str]:
    """The states of its recipients, in order."""
    return [row.state for row in recipients(message)]


def recipients(message: Message) -> list[MessageRecipient]:
    rows = MessageRecipient.objects.for_team(message.team_id).filter(message_id=message.pk)
    return list(rows.order_by("position"))


def has_body(message_id: UUID) -> bool:
    return MessageBody.objects.filter(pk=message_id).exists()  # across teams: by id


def make_process(port: int, *, connections: int = 3, lease_seconds: float = 60, **options: Any) -> MessageSender:
    return MessageSender(
        Relay("127.0.0.1", port, tls=Tls.NEVER, timeouts=TIMEOUTS),
        connections=connections,
        lease=timedelta(seconds=lease_seconds),
        **{"keys": lambda team_id, domain: (), "concurrency": 100, **options},
    )


@dataclass(frozen=True, slots=True)
class Mail:
    """A message received by a relay, with unstuffed dots."""

    sender: str
    recipient: str
    data: bytes


def mails(folder: Path) -> list[Mail]:
    """The messages stored by a sink, oldest first."""
    return [
        Mail(sender, recipient, data.replace(b"\r\n..", b"\r\n."))
        for _, sender, recipient, data in read_messages(folder)
    ]


@contextlib.asynccontextmanager
async def receiving(sink: Sink) -> AsyncIterator[tuple[int, Sink]]:
    """A relay and its port."""
    async with running(sink) as port:
        yield port, sink


@contextlib.asynccontextmanager
async def sending(port: int, **options: Any) -> AsyncIterator[MessageSender]:
    """A running process."""
    async with at_work(make_process(port, **options)) as process:
        yield process


@contextlib.asynccontextmanager
async def at_work(process: MessageSender) -> AsyncIterator[MessageSender]:
    """Runs a given process."""
    task = asyncio.ensure_future(process.run())
    try:
        yield process
    finally:
        process.stopping.set()
        await asyncio.wait_for(task, 20)
