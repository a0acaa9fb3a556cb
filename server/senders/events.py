"""Events of senders."""

from typing import Literal
from uuid import UUID

from server.core.events import DomainEvent


class SenderChanged(DomainEvent):
    """A sender of the team was created, changed, verified or deleted. Reload lists of senders."""

    name = "senders.sender.changed"
    delivery = "kept"

    sender_id: UUID
    change: Literal["created", "updated", "validated", "deleted"]


class SenderDomainChanged(DomainEvent):
    """A domain of the team was added, changed or checked, or its status changed."""

    name = "senders.domain.changed"
    delivery = "kept"

    domain_id: UUID
    change: Literal["created", "updated", "deleted", "checked", "authenticated", "breaking", "restored", "broken"]


class DomainOrderChanged(DomainEvent):
    """A domain order was created, paid, cancelled or completed, or can’t be completed."""

    name = "senders.order.changed"
    delivery = "kept"

    order_id: UUID
    change: Literal["created", "paid", "active", "failed", "canceled"]
