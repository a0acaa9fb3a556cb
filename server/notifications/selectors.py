"""Reads of a user's notifications in the active team."""

from django.db.models import QuerySet

from server.core.callers import Caller
from server.core.pagination import count_bounded
from server.notifications.kinds import KINDS
from server.notifications.models import Notification

NEWEST_FIRST = ("-created_at", "-notice_id")


def query_visible(by: Caller) -> QuerySet[Notification]:
    """The notifications on the caller's list. Excludes kinds that no longer exist, because they have no texts."""
    mine = Notification.objects.for_team(by).filter(user_id=by.user_id, dismissed_at__isnull=True)
    return mine.filter(kind__in=list(KINDS))


def list_page(*, by: Caller, page: int, size: int) -> tuple[list[Notification], int]:
    rows = query_visible(by)
    start = (page - 1) * size
    total, _ = count_bounded(rows)
    return list(rows.order_by(*NEWEST_FIRST)[start : start + size]), total


def find_unread(by: Caller) -> tuple[int, Notification | None]:
    """The number of the caller's unread notifications, and the newest unread alert."""
    rows = query_visible(by).filter(read_at__isnull=True)
    total, _ = count_bounded(rows)
    return total, rows.filter(level="alert").order_by(*NEWEST_FIRST).first()
