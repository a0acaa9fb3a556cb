"""Column headings of exports."""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final[Mapping[str, str]] = {
    "at": "Time",
    "type": "Event",
    "recipient": "Recipient",
    "sender": "Sender",
    "subject": "Subject",
    "tag": "Tag",
    "domain": "Domain",
    "messageId": "Message ID",
    "keyId": "API key ID",
    "code": "Response code",
    "enhanced": "Enhanced status code",
    "reply": "Server response",
    "url": "URL",
    "machine": "Bot",
    "latencyMs": "Delivery time (ms)",
    "accepted": "Accepted",
    "delivered": "Delivered",
    "bounced": "Bounced",
    "failed": "Failed",
    "suppressed": "Suppressed",
    "opened": "Opened",
    "clicked": "Clicked",
    "complained": "Spam complaints",
    "lastAt": "Last event",
}
INDONESIAN: Final[Mapping[str, str]] = {
    "at": "Waktu",
    "type": "Event",
    "recipient": "Penerima",
    "sender": "Pengirim",
    "subject": "Subjek",
    "tag": "Tag",
    "domain": "Domain",
    "messageId": "ID pesan",
    "keyId": "ID kunci API",
    "code": "Kode respons",
    "enhanced": "Kode status lengkap",
    "reply": "Respons server",
    "url": "URL",
    "machine": "Bot",
    "latencyMs": "Waktu kirim (md)",
    "accepted": "Diterima",
    "delivered": "Sampai",
    "bounced": "Terpental",
    "failed": "Gagal",
    "suppressed": "Ditahan kirim",
    "opened": "Dibuka",
    "clicked": "Diklik",
    "complained": "Laporan spam",
    "lastAt": "Event terakhir",
}
HEADINGS: Final = {"en": ENGLISH, "id": INDONESIAN}


def get_heading(name: str, language: str) -> str:
    return HEADINGS.get(language, ENGLISH)[name]
