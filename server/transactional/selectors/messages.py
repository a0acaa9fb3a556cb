"""Queries for one message."""

from collections.abc import Sequence
from uuid import UUID

from server.core.errors import NotFound
from server.core.ids import get_creation_time
from server.transactional.bindings import Binding
from server.transactional.models import Message, MessageRecipient

MAX_RECIPIENTS = 1_000


def get_message(binding: Binding, *, message_id: UUID) -> Message:
    message = binding.messages().filter(pk=message_id, accepted_at=get_creation_time(message_id)).first()
    if message is None:
        raise NotFound
    return message


def list_recipients(message: Message) -> Sequence[MessageRecipient]:
    rows = MessageRecipient.objects.for_team(message.team_id)
    return list(
        rows.filter(message_id=message.pk, accepted_at=message.accepted_at).order_by("position")[:MAX_RECIPIENTS]
    )
