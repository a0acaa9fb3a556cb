"""What is told about senders."""

from typing import Literal
from uuid import UUID

from server.core.events import Event


class SenderChanged(Event):
    """A sender of the team was added, changed, validated or deleted: lists of them are stale."""

    name = "senders.sender.changed"
    delivery = "kept"

    sender_id: UUID
    change: Literal["created", "updated", "validated", "deleted"]


class SenderDomainChanged(Event):
    """A domain of the team was added, changed, looked at, or has moved to another state."""

    name = "senders.domain.changed"
    delivery = "kept"

    domain_id: UUID
    change: Literal["created", "updated", "deleted", "checked", "authenticated", "breaking", "restored", "broken"]


class DomainOrderChanged(Event):
    """An order of a domain was made, paid, cancelled, carried out, or can't be carried out."""

    name = "senders.order.changed"
    delivery = "kept"

    order_id: UUID
    change: Literal["created", "paid", "active", "failed", "canceled"]
