"""Notifications about sending health, and the name of the email quota."""

from functools import partial

from server.notifications.kinds import NotificationKind
from server.notifications.texts import NotificationText, Phrase, format_decimal

EMAIL_QUOTA = Phrase("emails this month", "email bulan ini")

_health = partial(
    NotificationKind,
    level="alert",
    permission="sending.view",
    link="/sending-health",
    formats={"limit": format_decimal},
)

KINDS: tuple[NotificationKind, ...] = (
    _health(
        "sending.bounces",
        english=NotificationText(
            "Marketing email is paused: too many hard bounces",
            "{counted} of {sent} emails hard bounced. The limit is {limit}%. Campaigns paused: {campaigns}.",
        ),
        indonesian=NotificationText(
            "Email pemasaran dijeda: terlalu banyak yang terpental permanen",
            "{counted} dari {sent} email terpental permanen. Batasnya {limit}%. Kampanye yang dijeda: {campaigns}.",
        ),
    ),
    _health(
        "sending.complaints",
        english=NotificationText(
            "Marketing email is paused: too many spam complaints",
            "{counted} of {sent} emails were reported as spam. The limit is {limit}%. Campaigns paused: {campaigns}.",
        ),
        indonesian=NotificationText(
            "Email pemasaran dijeda: terlalu banyak laporan spam",
            "{counted} dari {sent} email dilaporkan sebagai spam. Batasnya {limit}%. Kampanye yang dijeda: "
            "{campaigns}.",
        ),
    ),
)
