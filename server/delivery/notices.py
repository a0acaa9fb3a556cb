"""Notifications about sending health, and the name of the email quota."""

from functools import partial

from server.notifications.kinds import Kind
from server.notifications.texts import Phrase, Text, format_decimal

EMAIL_QUOTA = Phrase("emails this month", "email bulan ini")

_health = partial(
    Kind, level="alert", permission="sending.view", link="/sending-health", formats={"limit": format_decimal}
)

KINDS: tuple[Kind, ...] = (
    _health(
        "sending.bounces",
        english=Text(
            "Marketing email is paused: too many hard bounces",
            "{counted} of {sent} emails hard bounced. The limit is {limit}%. Campaigns paused: {campaigns}.",
        ),
        indonesian=Text(
            "Email pemasaran dijeda: terlalu banyak yang terpental permanen",
            "{counted} dari {sent} email terpental permanen. Batasnya {limit}%. Kampanye yang dijeda: {campaigns}.",
        ),
    ),
    _health(
        "sending.complaints",
        english=Text(
            "Marketing email is paused: too many spam complaints",
            "{counted} of {sent} emails were reported as spam. The limit is {limit}%. Campaigns paused: {campaigns}.",
        ),
        indonesian=Text(
            "Email pemasaran dijeda: terlalu banyak laporan spam",
            "{counted} dari {sent} email dilaporkan sebagai spam. Batasnya {limit}%. Kampanye yang dijeda: "
            "{campaigns}.",
        ),
    ),
)
