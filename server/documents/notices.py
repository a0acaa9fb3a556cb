"""Notifications about comments on documents."""

from server.notifications.kinds import Audience, Kind
from server.notifications.texts import Text

KINDS: tuple[Kind, ...] = (
    Kind(
        "document.mentioned",
        level="info",
        audience=Audience.USER,
        link="/{path}",
        english=Text("{name} mentioned you in a comment", "“{words}”"),
        indonesian=Text("{name} menyebut Anda dalam komentar", "“{words}”"),
    ),
)
