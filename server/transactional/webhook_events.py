"""Events about webhooks for the dashboard."""

from typing import ClassVar, Literal
from uuid import UUID

from server.core.events import Delivery, DomainEvent
from server.webhooks.states import DisabledReason


class WebhookChanged(DomainEvent):
    """A webhook endpoint was created, changed, turned on or deleted, or many of its deliveries were replayed."""

    name: ClassVar[str] = "transactional.webhook.changed"
    delivery: ClassVar[Delivery] = "kept"

    webhook_id: UUID
    change: Literal["created", "updated", "enabled", "deleted", "replayed"]


class WebhookDisabled(DomainEvent):
    """An endpoint was turned off because of its responses."""

    name: ClassVar[str] = "transactional.webhook.disabled"
    delivery: ClassVar[Delivery] = "kept"

    webhook_id: UUID
    reason: DisabledReason


class WebhookPosted(DomainEvent):
    """Delivery attempts of an endpoint ended.

    Published at most once a second per endpoint, to clients that watch the team’s transactional events. Reload the
    deliveries.
    """

    name: ClassVar[str] = "transactional.webhook.posted"
    delivery: ClassVar[Delivery] = "passing"

    webhook_id: UUID
    revision: int

    def replaces(self) -> str:
        return f"{self.name}:{self.webhook_id}"
