"""Reads of a person's notifications, in the team that is open."""

from django.db.models import QuerySet

from server.core.callers import Caller
from server.core.pagination import bounded_count
from server.notifications.kinds import KINDS
from server.notifications.models import Notification

NEWEST_FIRST = ("-created_at", "-notice_id")


def listed(by: Caller) -> QuerySet[Notification]:
    """What stands on the caller's list. A kind that is no longer made has no words, so it is left out."""
    mine = Notification.objects.for_team(by).filter(user_id=by.user_id, dismissed_at__isnull=True)
    return mine.filter(kind__in=list(KINDS))


def page(*, by: Caller, page: int, size: int) -> tuple[list[Notification], int]:
    """One page, the newest first, and how many there are."""
    rows = listed(by)
    start = (page - 1) * size
    total, _ = bounded_count(rows)
    return list(rows.order_by(*NEWEST_FIRST)[start : start + size]), total


def unread(by: Caller) -> tuple[int, Notification | None]:
    """How many the caller has not read, and the newest alert among them."""
    rows = listed(by).filter(read_at__isnull=True)
    total, _ = bounded_count(rows)
    return total, rows.filter(level="alert").order_by(*NEWEST_FIRST).first()
