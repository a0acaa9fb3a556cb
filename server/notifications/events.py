"""What is told of notifications, to the people they are for.

Who hears it may have another team open, so each event names its team.
"""

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from server.core.events import Delivery, Event


class NotificationCreated(Event):
    """A notification came: the fields of an item of the list, in the reader's language."""

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


class NotificationsRead(Event):
    """The person has read these, in this or another tab."""

    name: ClassVar[str] = "notifications.notification.read"
    delivery: ClassVar[Delivery] = "kept"

    company_id: UUID
    notification_ids: list[UUID]


class NotificationsDismissed(Event):
    """These are off the list."""

    name: ClassVar[str] = "notifications.notification.dismissed"
    delivery: ClassVar[Delivery] = "kept"

    company_id: UUID
    notification_ids: list[UUID]


class NotificationsRestored(Event):
    """These are on the list again, where they stood: the dismissal was undone."""

    name: ClassVar[str] = "notifications.notification.restored"
    delivery: ClassVar[Delivery] = "kept"

    company_id: UUID
    notification_ids: list[UUID]
