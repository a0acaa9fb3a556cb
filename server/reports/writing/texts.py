"""Texts of report files in the team's language, with the same metric names as the screens."""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from babel.core import Locale
from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, format_percent

ENGLISH: Mapping[str, str] = {
    "report": "Campaign report",
    "subject": "Subject",
    "sender": "Sender",
    "began": "Sending started",
    "made": "As of",
    "machinesOut": "Rates exclude bot opens and clicks.",
    "machinesIn": "Rates include bot opens and clicks.",
    "overview": "Overview",
    "figure": "Metric",
    "count": "Count",
    "rate": "Rate",
    "recipients": "Recipients",
    "sent": "Sent",
    "delivered": "Delivered",
    "failed": "Failed",
    "suppressed": "Suppressed",
    "skipped": "Skipped",
    "inDoubt": "Unconfirmed",
    "waiting": "Waiting",
    "cancelled": "Cancelled",
    "bounced": "Bounced",
    "opened": "Opened",
    "clicked": "Clicked",
    "clickedOfOpened": "Click-to-open rate",
    "unsubscribed": "Unsubscribed",
    "complained": "Spam complaints",
    "machineOpens": "Bot opens",
    "machineClicks": "Bot clicks",
    "opens": "Opens",
    "clicks": "Clicks",
    "former": "Compared with previous campaigns",
    "formerNote": "Median of the last {count} campaigns",
    "own": "This campaign",
    "median": "Previous median",
    "lowest": "Lowest",
    "highest": "Highest",
    "overTime": "Over time",
    "time": "Time",
    "hours": "Peak hours",
    "hoursNote": "Opens by hour of the week, {zone}",
    "links": "Links",
    "address": "URL",
    "share": "Share",
    "devices": "Devices",
    "clients": "Email clients",
    "systems": "Operating systems",
    "browsers": "Browsers",
    "places": "Countries and cities",
    "country": "Country",
    "city": "City",
    "unknown": "Unknown",
    "domains": "Domains",
    "domain": "Domain",
    "others": "Others",
    "bounces": "Bounces and rejections",
    "class": "Type",
    "words": "Server response",
    "code": "Code",
    "leaving": "Unsubscribes and spam complaints",
    "reason": "Reason",
    "untold": "No reason given",
    "email": "Email",
    "state": "Status",
    "at": "Time",
    "bounce": "Bounce type",
    "reply": "Server response",
    "firstOpened": "First opened",
    "firstClicked": "First clicked",
    "left": "Unsubscribed",
    "complaint": "Reported spam",
    "returned": "Bounced",
    "page": "Page {page} of {pages}",
    "more": "More rows in the Excel workbook: {count}.",
    "none": "None",
    "bounce.hard": "Hard bounce",
    "bounce.soft": "Temporary rejection",
    "bounce.full": "Mailbox full",
    "bounce.block": "Blocked for reputation",
    "bounce.policy": "Policy rejection",
    "bounce.sender": "Sender error",
    "bounce.unknown": "Unclassified",
    "device.desktop": "Desktop",
    "device.mobile": "Phone",
    "device.tablet": "Tablet",
    "device.other": "Other",
    "client.webmail": "Webmail",
    "client.other": "Other",
    "reason.tooMany": "Too many emails",
    "reason.notRelevant": "Not interested",
    "reason.neverAsked": "Never signed up",
    "reason.other": "Another reason",
}
INDONESIAN: Mapping[str, str] = {
    "report": "Laporan kampanye",
    "subject": "Subjek",
    "sender": "Pengirim",
    "began": "Pengiriman dimulai",
    "made": "Per",
    "machinesOut": "Rasio tidak menyertakan pembukaan dan klik bot.",
    "machinesIn": "Rasio menyertakan pembukaan dan klik bot.",
    "overview": "Ringkasan",
    "figure": "Metrik",
    "count": "Jumlah",
    "rate": "Rasio",
    "recipients": "Penerima",
    "sent": "Terkirim",
    "delivered": "Sampai",
    "failed": "Gagal",
    "suppressed": "Ditahan kirim",
    "skipped": "Dilewati",
    "inDoubt": "Belum pasti",
    "waiting": "Menunggu",
    "cancelled": "Dibatalkan",
    "bounced": "Terpental",
    "opened": "Dibuka",
    "clicked": "Diklik",
    "clickedOfOpened": "Klik dari yang dibuka",
    "unsubscribed": "Berhenti berlangganan",
    "complained": "Laporan spam",
    "machineOpens": "Pembukaan bot",
    "machineClicks": "Klik bot",
    "opens": "Pembukaan",
    "clicks": "Klik",
    "former": "Dibandingkan kampanye sebelumnya",
    "formerNote": "Median {count} kampanye terakhir",
    "own": "Kampanye ini",
    "median": "Median sebelumnya",
    "lowest": "Terendah",
    "highest": "Tertinggi",
    "overTime": "Dari waktu ke waktu",
    "time": "Waktu",
    "hours": "Jam ramai",
    "hoursNote": "Pembukaan per jam dalam seminggu, {zone}",
    "links": "Tautan",
    "address": "URL",
    "share": "Bagian",
    "devices": "Perangkat",
    "clients": "Klien email",
    "systems": "Sistem operasi",
    "browsers": "Peramban",
    "places": "Negara dan kota",
    "country": "Negara",
    "city": "Kota",
    "unknown": "Tidak diketahui",
    "domains": "Domain",
    "domain": "Domain",
    "others": "Lainnya",
    "bounces": "Email terpental dan ditolak",
    "class": "Jenis",
    "words": "Respons server",
    "code": "Kode",
    "leaving": "Berhenti berlangganan dan laporan spam",
    "reason": "Alasan",
    "untold": "Tanpa alasan",
    "email": "Email",
    "state": "Status",
    "at": "Waktu",
    "bounce": "Jenis terpental",
    "reply": "Respons server",
    "firstOpened": "Pertama dibuka",
    "firstClicked": "Pertama diklik",
    "left": "Berhenti berlangganan",
    "complaint": "Melaporkan spam",
    "returned": "Terpental",
    "page": "Halaman {page} dari {pages}",
    "more": "Buku kerja memuat {count} baris lagi.",
    "none": "Tidak ada",
    "bounce.hard": "Terpental permanen",
    "bounce.soft": "Ditolak sementara",
    "bounce.full": "Kotak surat penuh",
    "bounce.block": "Diblokir karena reputasi",
    "bounce.policy": "Ditolak kebijakan penerima",
    "bounce.sender": "Kesalahan pengirim",
    "bounce.unknown": "Tanpa jenis",
    "device.desktop": "Komputer",
    "device.mobile": "Ponsel",
    "device.tablet": "Tablet",
    "device.other": "Lainnya",
    "client.webmail": "Webmail",
    "client.other": "Lainnya",
    "reason.tooMany": "Terlalu banyak email",
    "reason.notRelevant": "Tidak tertarik",
    "reason.neverAsked": "Tidak pernah mendaftar",
    "reason.other": "Alasan lain",
}
TEXTS = {"en": ENGLISH, "id": INDONESIAN}


class ReportTexts:
    """Texts and formats of a language; English for an unknown one."""

    def __init__(self, language: str) -> None:
        self.language = language if language in TEXTS else "en"
        self._texts = TEXTS[self.language]
        self.locale = Locale.parse("id" if self.language == "id" else "en")

    def __getitem__(self, name: str) -> str:
        return self._texts[name]

    def bounce(self, name: str) -> str:
        return self._texts.get(f"bounce.{name}", name)

    def device(self, name: str) -> str:
        return self._texts.get(f"device.{name}", self["unknown"] if name == "unknown" else name)

    def client(self, name: str) -> str:
        return self._texts.get(f"client.{name}", self["unknown"] if name == "unknown" else name)

    def reason(self, name: str) -> str:
        return self._texts.get(f"reason.{name}", name)

    def country(self, code: str) -> str:
        return str(self.locale.territories.get(code, code))

    def number(self, number: int) -> str:
        return format_decimal(number, locale=self.locale)

    def rate(self, share: float) -> str:
        """Returns a share as a percentage with one decimal, or two below 1%."""
        return format_percent(share, format="0.0#%" if 0 < share < 0.01 else "0.0%", locale=self.locale)

    def moment(self, at: datetime, zone: ZoneInfo) -> str:
        return format_datetime(at, "d MMM y HH:mm", tzinfo=zone, locale=self.locale)

    def day(self, at: datetime, zone: ZoneInfo) -> str:
        return format_date(at.astimezone(zone).date(), "d MMM", locale=self.locale)

    def weekday(self, number: int) -> str:
        """Returns the short name; 1 is Monday."""
        return str(self.locale.days["format"]["abbreviated"][number - 1])
