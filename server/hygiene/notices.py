"""Notifications about the sunset rule."""

from functools import partial

from server.notifications.kinds import NotificationKind
from server.notifications.texts import NotificationText

_sunset = partial(NotificationKind, level="info", permission="contact.edit", link="/contacts/hygiene")

KINDS: tuple[NotificationKind, ...] = (
    _sunset(
        "sunset.announced",
        english=NotificationText(
            "The sunset rule takes effect tomorrow",
            "Months without opens or clicks: {months}. Matching contacts: {count}. Nothing has changed yet.",
        ),
        indonesian=NotificationText(
            "Aturan sunset berlaku mulai besok",
            "Ada {count} kontak yang tidak membuka atau mengeklik email selama {months} bulan. Belum ada yang diubah.",
        ),
    ),
    _sunset(
        "sunset.done",
        english=NotificationText(
            "The sunset rule was applied",
            "Months without opens or clicks: {months}. Contacts changed: {count}. You can undo this for 24 hours.",
        ),
        indonesian=NotificationText(
            "Aturan sunset diterapkan pada {count} kontak",
            "Mereka tidak membuka atau mengeklik email selama {months} bulan. Anda dapat membatalkannya dalam 24 jam.",
        ),
    ),
)
