"""Schemas of notifications."""

from datetime import datetime
from uuid import UUID

from pydantic import Field

from server.core.bounded_types import Integer
from server.core.schemas import Out, Schema

PAGE_SIZE = 6  # ACT-50
MAX_SIZE = 300  # "Load more" requests page 1 with ever more rows, so that none appears twice


class NotificationQuery(Schema):
    page: Integer = Field(1, ge=1, le=10_000)
    size: Integer = Field(PAGE_SIZE, ge=1, le=MAX_SIZE)


class NotificationIdsIn(Schema):
    """The notifications. Without `ids`, all of the caller’s."""

    ids: list[UUID] | None = Field(None, max_length=MAX_SIZE)


class RestoreIn(Schema):
    ids: list[UUID] = Field(min_length=1, max_length=10_000)


class NotificationOut(Out):
    """A notification."""

    # ACT-55

    notification_id: UUID
    kind: str
    title: str
    message: str
    link: str
    level: str
    read: bool
    created_at: datetime


class NotificationListOut(Out):
    """Newest first."""

    items: list[NotificationOut]
    total: int


class AlertOut(Out):
    """Number of unread notifications, and the newest unread one that needs attention."""

    unread: int
    alert: NotificationOut | None


class ChangedNotificationsOut(Out):
    """IDs of the notifications that this request changed."""

    ids: list[UUID]
