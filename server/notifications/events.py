"""Events about notifications, for their recipients.

A recipient can have another team open, so each event names its team.
"""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, DomainEvent


class NotificationCreated(DomainEvent):
    """A new notification, in the reader’s language."""

    name: ClassVar[str] = "notifications.notification.created"
    delivery: ClassVar[Delivery] = "kept"

    company_id: UUID
    notification_id: UUID
    kind: str
    title: str
    message: str
    link: str
    level: str
    read: bool
    created_at: datetime


class NotificationsRead(DomainEvent):
    """The user read these notifications, in this or another tab."""

    name: ClassVar[str] = "notifications.notification.read"
    delivery: ClassVar[Delivery] = "kept"

    company_id: UUID
    notification_ids: list[UUID]


class NotificationsDismissed(DomainEvent):
    """These notifications were dismissed."""

    name: ClassVar[str] = "notifications.notification.dismissed"
    delivery: ClassVar[Delivery] = "kept"

    company_id: UUID
    notification_ids: list[UUID]


class NotificationsRestored(DomainEvent):
    """The dismissal of these notifications was undone. They are back in their previous position."""

    name: ClassVar[str] = "notifications.notification.restored"
    delivery: ClassVar[Delivery] = "kept"

    company_id: UUID
    notification_ids: list[UUID]
