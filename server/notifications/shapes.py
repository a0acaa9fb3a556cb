"""Conversion of rows to API schemas."""

from server.notifications.kinds import KINDS
from server.notifications.models import Notification
from server.notifications.schemas import NotificationOut


def notification_out(row: Notification, *, language: str) -> NotificationOut:
    text = KINDS[row.kind].render(row.params, language=language)
    return NotificationOut(
        notification_id=row.notice_id,
        kind=row.kind,
        title=text.title,
        message=text.message,
        link=row.link,
        level=row.level,
        read=row.read_at is not None,
        created_at=row.created_at,
    )
