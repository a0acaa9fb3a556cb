"""Notifications about the sunset rule."""

from functools import partial

from server.notifications.kinds import Kind
from server.notifications.texts import Text

_sunset = partial(Kind, level="info", permission="contact.edit", link="/contacts/hygiene")

KINDS: tuple[Kind, ...] = (
    _sunset(
        "sunset.announced",
        english=Text(
            "The sunset rule takes effect tomorrow",
            "Months without opens or clicks: {months}. Matching contacts: {count}. Nothing has changed yet.",
        ),
        indonesian=Text(
            "Aturan sunset berlaku mulai besok",
            "Ada {count} kontak yang tidak membuka atau mengeklik email selama {months} bulan. Belum ada yang diubah.",
        ),
    ),
    _sunset(
        "sunset.done",
        english=Text(
            "The sunset rule was applied",
            "Months without opens or clicks: {months}. Contacts changed: {count}. You can undo this for 24 hours.",
        ),
        indonesian=Text(
            "Aturan sunset diterapkan pada {count} kontak",
            "Mereka tidak membuka atau mengeklik email selama {months} bulan. Anda dapat membatalkannya dalam 24 jam.",
        ),
    ),
)
