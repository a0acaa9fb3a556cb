"""Creating notifications: a row for each recipient and the event, in the transaction of the cause."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction

from server.core import clock, events, permissions, rooms
from server.core.ids import uuid7
from server.notifications import sql
from server.notifications.events import NotificationCreated, NotificationsRead
from server.notifications.kinds import KINDS, Audience
from server.notifications.models import Notification
from server.notifications.texts import resolve_language

MAX_VALUE_CHARACTERS = 120  # of a name in a sentence; links are complete
MAX_SUBJECT_CHARACTERS = 100


def notify(
    kind: str, *, team_id: UUID, user_id: UUID | None = None, subject: str = "", **params: str | int
) -> UUID | None:
    """Notifies the recipients of the kind. Returns the notification's id, or None if there were no recipients.

    `user_id` is required for a kind of audience USER and not allowed otherwise. Raises ValueError for an unknown kind
    or unexpected parameters: both are bugs in our code.
    """
    known = KINDS.get(kind)
    if known is None or known.params != params.keys():
        raise ValueError(f"{kind} does not take the parameters {sorted(params)}")
    if (known.audience is Audience.USER) != (user_id is not None):
        raise ValueError(f"{kind} is for {known.audience}")
    shown = {name: value if isinstance(value, int) else _shorten(value) for name, value in params.items()}
    # Events carry milliseconds. The stored time has the same precision, so that lists and events sort alike.
    now = _truncate_to_milliseconds(clock.now())
    notice_id = uuid7()
    link = known.link.format_map(params)
    with transaction.atomic():
        told = sql.insert(
            team_id,
            notice_id=notice_id,
            user_id=user_id,
            only_admins=known.audience is Audience.ADMINS,
            permission=known.permission,
            members_may=known.permission in permissions.list_member_permissions(),
            kind=kind,
            subject=subject[:MAX_SUBJECT_CHARACTERS],
            params=shown,
            level=known.level,
            link=link,
            now=now,
            since=now - known.once_in if known.once_in else now,
        )
        if known.ends:
            _mark_obsolete(team_id, kinds=known.ends, subject=subject[:MAX_SUBJECT_CHARACTERS], now=now)
        for language, user_ids in _group_by_language(told).items():
            text = known.render(shown, language=language)
            created = NotificationCreated(
                company_id=team_id,
                notification_id=notice_id,
                kind=kind,
                title=text.title,
                message=text.message,
                link=link,
                level=known.level,
                read=False,
                created_at=now,
            )
            events.publish(created, rooms=[rooms.user(each) for each in user_ids])
    return notice_id if told else None


def _mark_obsolete(team_id: UUID, *, kinds: Collection[str], subject: str, now: datetime) -> None:
    unread = Notification.objects.for_team(team_id).filter(kind__in=kinds, subject=subject, read_at__isnull=True)
    rows = list(unread.select_for_update().order_by("pk").values_list("pk", "user_id", "notice_id"))
    unread.filter(pk__in=[pk for pk, _, _ in rows]).update(read_at=now)
    by_user: dict[UUID, list[UUID]] = {}
    for _, user_id, notice_id in rows:
        by_user.setdefault(user_id, []).append(notice_id)
    for user_id, notice_ids in by_user.items():
        events.publish(NotificationsRead(company_id=team_id, notification_ids=notice_ids), rooms=[rooms.user(user_id)])


def _group_by_language(told: dict[str, list[UUID]]) -> dict[str, list[UUID]]:
    spoken: dict[str, list[UUID]] = {}
    for language, user_ids in told.items():
        spoken.setdefault(resolve_language(language), []).extend(user_ids)
    return spoken


def _shorten(value: str) -> str:
    return value if len(value) <= MAX_VALUE_CHARACTERS else f"{value[: MAX_VALUE_CHARACTERS - 1]}…"


def _truncate_to_milliseconds(moment: datetime) -> datetime:
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
