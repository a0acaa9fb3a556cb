"""Notifications about webhooks, and the name of the quota of transactional emails."""

from functools import partial

from server.notifications.kinds import Audience, NotificationKind
from server.notifications.texts import NotificationText, Phrase

TRANSACTIONAL_QUOTA = Phrase("transactional emails this month", "email transaksional bulan ini")

_webhook = partial(NotificationKind, level="alert", audience=Audience.ADMINS, link="/webhook/{webhook_id}")

KINDS: tuple[NotificationKind, ...] = (
    _webhook(
        "webhook.gone",
        english=NotificationText(
            "Webhook turned off: its URL no longer exists",
            "{host} responded with code 410. We no longer send events there, and keep new events for three days.",
        ),
        indonesian=NotificationText(
            "Webhook dinonaktifkan: URL-nya sudah tidak ada",
            "{host} membalas dengan kode 410. Kami berhenti mengirim peristiwa ke sana dan menyimpan peristiwa baru "
            "selama tiga hari.",
        ),
    ),
    _webhook(
        "webhook.failing",
        english=NotificationText(
            "Webhook turned off: events could not be delivered",
            "Requests to {host} have failed for {days} days. We keep new events for three more days.",
        ),
        indonesian=NotificationText(
            "Webhook dinonaktifkan: peristiwa tidak dapat dikirim",
            "Pengiriman ke {host} gagal selama {days} hari. Peristiwa baru disimpan selama tiga hari ke depan.",
        ),
    ),
)
