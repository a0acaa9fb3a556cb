"""The notification centre. It is also available to users who are blocked elsewhere, since it tells them why."""

from uuid import UUID

from ninja import Query, Router

from server.core.access import Access, CallerRequest
from server.notifications import selectors
from server.notifications.schemas import (
    AlertOut,
    ChosenIn,
    NotificationListOut,
    NotificationQuery,
    RestoreIn,
    TouchedOut,
)
from server.notifications.services import reading
from server.notifications.shapes import shown

router = Router(tags=["notifications"], by_alias=True)

ALWAYS = Access(vendor_area="notification", while_suspended=True, while_locked=True, while_expired=True)


@router.get("", auth=ALWAYS, response=NotificationListOut, operation_id="notifications_list")
def list_notifications(request: CallerRequest, query: Query[NotificationQuery]) -> NotificationListOut:
    rows, total = selectors.page(by=request.auth, page=query.page, size=query.size)
    items = [shown(row, language=request.auth.language) for row in rows]
    return NotificationListOut(items=items, total=total)


@router.get(
    "/alert", auth=ALWAYS, response=AlertOut, operation_id="notifications_alert", summary="Get notification summary"
)
def alert(request: CallerRequest) -> AlertOut:
    unread, found = selectors.unread(request.auth)
    urgent = shown(found, language=request.auth.language) if found else None
    return AlertOut(unread=unread, alert=urgent)


@router.put(
    "/dismiss", auth=ALWAYS, response=TouchedOut, operation_id="notifications_dismiss", summary="Dismiss notifications"
)
def dismiss(request: CallerRequest, body: ChosenIn) -> TouchedOut:
    return TouchedOut(ids=reading.dismiss(by=request.auth, ids=body.ids))


@router.put(
    "/restore", auth=ALWAYS, response=TouchedOut, operation_id="notifications_restore", summary="Restore notifications"
)
def restore(request: CallerRequest, body: RestoreIn) -> TouchedOut:
    return TouchedOut(ids=reading.restore(by=request.auth, ids=body.ids))


@router.put(
    "/read",
    auth=ALWAYS,
    response=TouchedOut,
    operation_id="notifications_read_all",
    summary="Mark notifications as read",
)
def read_all(request: CallerRequest) -> TouchedOut:
    return TouchedOut(ids=reading.read_all(by=request.auth))


@router.put(
    "/read/{uuid:notification_id}",
    auth=ALWAYS,
    response=TouchedOut,
    operation_id="notifications_read",
    summary="Mark notification as read",
)
def read(request: CallerRequest, notification_id: UUID) -> TouchedOut:
    return TouchedOut(ids=reading.read(by=request.auth, notification_id=notification_id))
