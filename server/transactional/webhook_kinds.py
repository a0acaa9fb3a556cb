"""Webhook event kinds of messages: `message.<type>`."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from server.core.schemas import Out
from server.transactional.states import EventType
from server.webhooks.kinds import Timestamp, WebhookEventKind

PREFIX: Final = "message."


class MessageEventData(Out):
    """An event of a message or of one of its recipients. `position` is null if it is about the whole message."""

    event_id: UUID
    message_id: UUID
    accepted_at: Timestamp
    position: int | None
    recipient: str
    subject: str
    tag: str
    domain: str
    domain_id: UUID | None
    subaccount_id: UUID | None
    key_id: UUID | None
    sender: str
    detail: Mapping[str, Any]


KINDS: Final = tuple(WebhookEventKind(f"{PREFIX}{each}", MessageEventData, has_scope=True) for each in EventType)


def format_kind(event_type: str) -> str:
    return f"{PREFIX}{event_type}"


def parse_event_type(kind: str) -> str:
    return kind.partition(".")[2]
