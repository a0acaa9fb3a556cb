"""What the dashboard is told about webhooks."""

from typing import ClassVar, Literal
from uuid import UUID

from server.core.events import Delivery, Event
from server.transactional.webhook_states import DisabledReason


class WebhookChanged(Event):
    """To the team: an endpoint was added, changed, turned on or deleted, or much of it was replayed."""

    name: ClassVar[str] = "transactional.webhook.changed"
    delivery: ClassVar[Delivery] = "kept"

    webhook_id: UUID
    change: Literal["created", "updated", "enabled", "deleted", "replayed"]


class WebhookDisabled(Event):
    """To the team: an endpoint was turned off for what its receiver answered."""

    name: ClassVar[str] = "transactional.webhook.disabled"
    delivery: ClassVar[Delivery] = "kept"

    webhook_id: UUID
    reason: DisabledReason


class WebhookPosted(Event):
    """To who has the area open, at most once a second and endpoint: tries have ended. A fresh fetch shows them."""

    name: ClassVar[str] = "transactional.webhook.posted"
    delivery: ClassVar[Delivery] = "passing"

    webhook_id: UUID
    revision: int

    def replaces(self) -> str:
        return f"{self.name}:{self.webhook_id}"
