"""Actions of users on their notifications. Events update their other tabs and devices."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from server.core import clock, events, rooms
from server.core.callers import Caller
from server.core.errors import NotFound
from server.notifications.events import NotificationsDismissed, NotificationsRead, NotificationsRestored
from server.notifications.models import Notification

RETENTION = timedelta(days=90)
PURGE_BATCH_ROWS = 5_000


@transaction.atomic
def mark_read(*, by: Caller, notification_id: UUID) -> list[UUID]:
    """Marks one as read. Safe to repeat. Raises NotFound."""
    if not _query_own(by).filter(notice_id=notification_id, dismissed_at__isnull=True).exists():
        raise NotFound
    return _mark_read(by, _query_own(by).filter(notice_id=notification_id))


@transaction.atomic
def mark_all_read(*, by: Caller) -> list[UUID]:
    """Returns the ids that were unread."""
    return _mark_read(by, _query_own(by))


@transaction.atomic
def dismiss(*, by: Caller, ids: Sequence[UUID] | None) -> list[UUID]:
    """Dismisses these notifications, by default all. Returns the ids that were on the list. Ignores those of other
    users.
    """
    rows = _query_own(by).filter(dismissed_at__isnull=True)
    taken = _set_dismissed(rows if ids is None else rows.filter(notice_id__in=ids), dismissed=True)
    if taken:
        told = NotificationsDismissed(company_id=by.team_id, notification_ids=taken)
        events.publish(told, rooms=[rooms.user(by.user_id)])
    return taken


@transaction.atomic
def restore(*, by: Caller, ids: Sequence[UUID]) -> list[UUID]:
    """Undoes a dismissal. Returns the ids that are on the list again."""
    back = _set_dismissed(_query_own(by).filter(dismissed_at__isnull=False, notice_id__in=ids), dismissed=False)
    if back:
        told = NotificationsRestored(company_id=by.team_id, notification_ids=back)
        events.publish(told, rooms=[rooms.user(by.user_id)])
    return back


def purge_expired() -> int:
    # across teams: upkeep of all
    old = Notification.objects.filter(created_at__lt=clock.now() - RETENTION).order_by("created_at").values("pk")
    forgotten = 0
    while True:
        keys = list(old[:PURGE_BATCH_ROWS].values_list("pk", flat=True))
        # across teams: upkeep of all
        count, _ = Notification.objects.filter(pk__in=keys).delete()
        forgotten += count
        if count < PURGE_BATCH_ROWS:
            return forgotten


def _query_own(by: Caller) -> QuerySet[Notification]:
    return Notification.objects.for_team(by).filter(user_id=by.user_id)


def _mark_read(by: Caller, rows: QuerySet[Notification]) -> list[UUID]:
    unread = rows.filter(read_at__isnull=True, dismissed_at__isnull=True)
    found = _lock(unread)
    unread.filter(pk__in=found).update(read_at=clock.now())
    ids = list(found.values())
    if ids:
        told = NotificationsRead(company_id=by.team_id, notification_ids=ids)
        events.publish(told, rooms=[rooms.user(by.user_id)])
    return ids


def _set_dismissed(rows: QuerySet[Notification], *, dismissed: bool) -> list[UUID]:
    found = _lock(rows)
    rows.filter(pk__in=found).update(dismissed_at=clock.now() if dismissed else None)
    return list(found.values())


def _lock(rows: QuerySet[Notification]) -> dict[int, UUID]:
    """Locks the rows: id of the notification by primary key. If two tabs send the same request, the second finds no
    rows.
    """
    return dict(rows.select_for_update().order_by("pk").values_list("pk", "notice_id"))
