"""Reads of a user's notifications in the active team."""

from django.db.models import QuerySet

from server.core.callers import Caller
from server.core.pagination import bounded_count
from server.notifications.kinds import KINDS
from server.notifications.models import Notification

NEWEST_FIRST = ("-created_at", "-notice_id")


def listed(by: Caller) -> QuerySet[Notification]:
    """The caller's list. Kinds that no longer exist have no texts and are excluded."""
    mine = Notification.objects.for_team(by).filter(user_id=by.user_id, dismissed_at__isnull=True)
    return mine.filter(kind__in=list(KINDS))


def page(*, by: Caller, page: int, size: int) -> tuple[list[Notification], int]:
    """One page, the newest first, and the total."""
    rows = listed(by)
    start = (page - 1) * size
    total, _ = bounded_count(rows)
    return list(rows.order_by(*NEWEST_FIRST)[start : start + size]), total


def unread(by: Caller) -> tuple[int, Notification | None]:
    """The number of the caller's unread notifications, and the newest unread alert."""
    rows = listed(by).filter(read_at__isnull=True)
    total, _ = bounded_count(rows)
    return total, rows.filter(level="alert").order_by(*NEWEST_FIRST).first()
