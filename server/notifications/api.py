"""The notification centre. It is also available to users who are blocked elsewhere, since it tells them why."""

from uuid import UUID

from ninja import Query, Router

from server.core.access import Access, CallerRequest
from server.notifications import selectors
from server.notifications.schemas import (
    AlertOut,
    ChangedNotificationsOut,
    NotificationIdsIn,
    NotificationListOut,
    NotificationQuery,
    RestoreIn,
)
from server.notifications.services import reading
from server.notifications.shapes import notification_out

router = Router(tags=["notifications"], by_alias=True)

ALWAYS = Access(vendor_area="notification", while_suspended=True, while_locked=True, while_expired=True)


@router.get("", auth=ALWAYS, response=NotificationListOut, operation_id="notifications_list")
def list_notifications(request: CallerRequest, query: Query[NotificationQuery]) -> NotificationListOut:
    rows, total = selectors.list_page(by=request.auth, page=query.page, size=query.size)
    items = [notification_out(row, language=request.auth.language) for row in rows]
    return NotificationListOut(items=items, total=total)


@router.get(
    "/alert", auth=ALWAYS, response=AlertOut, operation_id="notifications_alert", summary="Get notification summary"
)
def get_alert(request: CallerRequest) -> AlertOut:
    unread, found = selectors.find_unread(request.auth)
    urgent = notification_out(found, language=request.auth.language) if found else None
    return AlertOut(unread=unread, alert=urgent)


@router.put(
    "/dismiss",
    auth=ALWAYS,
    response=ChangedNotificationsOut,
    operation_id="notifications_dismiss",
    summary="Dismiss notifications",
)
def dismiss(request: CallerRequest, body: NotificationIdsIn) -> ChangedNotificationsOut:
    return ChangedNotificationsOut(ids=reading.dismiss(by=request.auth, ids=body.ids))


@router.put(
    "/restore",
    auth=ALWAYS,
    response=ChangedNotificationsOut,
    operation_id="notifications_restore",
    summary="Restore notifications",
)
def restore(request: CallerRequest, body: RestoreIn) -> ChangedNotificationsOut:
    return ChangedNotificationsOut(ids=reading.restore(by=request.auth, ids=body.ids))


@router.put(
    "/read",
    auth=ALWAYS,
    response=ChangedNotificationsOut,
    operation_id="notifications_read_all",
    summary="Mark notifications as read",
)
def read_all(request: CallerRequest) -> ChangedNotificationsOut:
    return ChangedNotificationsOut(ids=reading.mark_all_read(by=request.auth))


@router.put(
    "/read/{uuid:notification_id}",
    auth=ALWAYS,
    response=ChangedNotificationsOut,
    operation_id="notifications_read",
    summary="Mark notification as read",
)
def read(request: CallerRequest, notification_id: UUID) -> ChangedNotificationsOut:
    return ChangedNotificationsOut(ids=reading.mark_read(by=request.auth, notification_id=notification_id))
