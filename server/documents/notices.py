"""Notifications about comments on documents."""

from server.notifications.kinds import Audience, NotificationKind
from server.notifications.texts import NotificationText

KINDS: tuple[NotificationKind, ...] = (
    NotificationKind(
        "document.mentioned",
        level="info",
        audience=Audience.USER,
        link="/{path}",
        english=NotificationText("{name} mentioned you in a comment", "“{words}”"),
        indonesian=NotificationText("{name} menyebut Anda dalam komentar", "“{words}”"),
    ),
)
