"""What the columns of files are called."""

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
    "code": "Code",
    "enhanced": "Enhanced code",
    "reply": "Reply",
    "url": "Link",
    "machine": "Machine",
    "latencyMs": "Latency (ms)",
    "accepted": "Accepted",
    "delivered": "Delivered",
    "bounced": "Bounced",
    "failed": "Failed",
    "suppressed": "Suppressed",
    "opened": "Opened",
    "clicked": "Clicked",
    "complained": "Complaints",
    "lastAt": "Last event",
}
INDONESIAN: Final[Mapping[str, str]] = {
    "at": "Waktu",
    "type": "Peristiwa",
    "recipient": "Penerima",
    "sender": "Pengirim",
    "subject": "Subjek",
    "tag": "Tag",
    "domain": "Domain",
    "messageId": "ID pesan",
    "keyId": "ID kunci API",
    "code": "Kode",
    "enhanced": "Kode lanjutan",
    "reply": "Balasan",
    "url": "Tautan",
    "machine": "Mesin",
    "latencyMs": "Latensi (ms)",
    "accepted": "Diterima",
    "delivered": "Sampai",
    "bounced": "Terpantul",
    "failed": "Gagal",
    "suppressed": "Ditahan dari pengiriman",
    "opened": "Dibuka",
    "clicked": "Diklik",
    "complained": "Keluhan",
    "lastAt": "Peristiwa terakhir",
}
WORDS: Final = {"en": ENGLISH, "id": INDONESIAN}


def heading(name: str, language: str) -> str:
    """The heading of a column in a language, English where it has none."""
    return WORDS.get(language, ENGLISH)[name]
