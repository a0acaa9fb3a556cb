"""Notifications about webhooks, and the name of the quota of transactional emails."""

from functools import partial

from server.notifications.kinds import Audience, Kind
from server.notifications.texts import Phrase, Text

TRANSACTIONAL_QUOTA = Phrase("transactional emails this month", "email transaksional bulan ini")

_webhook = partial(Kind, level="alert", audience=Audience.ADMINS, link="/webhook/{webhook_id}")

KINDS: tuple[Kind, ...] = (
    _webhook(
        "webhook.gone",
        english=Text(
            "Webhook turned off: its URL no longer exists",
            "{host} responded with code 410. We no longer send events there, and keep new events for three days.",
        ),
        indonesian=Text(
            "Webhook dinonaktifkan: URL-nya sudah tidak ada",
            "{host} membalas dengan kode 410. Kami berhenti mengirim peristiwa ke sana dan menyimpan peristiwa baru "
            "selama tiga hari.",
        ),
    ),
    _webhook(
        "webhook.failing",
        english=Text(
            "Webhook turned off: events could not be delivered",
            "Requests to {host} have failed for {days} days. We keep new events for three more days.",
        ),
        indonesian=Text(
            "Webhook dinonaktifkan: peristiwa tidak dapat dikirim",
            "Pengiriman ke {host} gagal selama {days} hari. Peristiwa baru disimpan selama tiga hari ke depan.",
        ),
    ),
)
