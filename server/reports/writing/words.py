"""What the files of reports say, in the team's language. Figures are named as on the screen."""

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
    "began": "Sending began",
    "made": "As of",
    "machinesOut": "Opens and clicks by machines are left out of every rate.",
    "machinesIn": "Opens and clicks by machines count in every rate.",
    "overview": "Overview",
    "figure": "Figure",
    "count": "Number",
    "rate": "Rate",
    "recipients": "Recipients",
    "sent": "Sent",
    "delivered": "Delivered",
    "failed": "Failed",
    "suppressed": "Suppressed",
    "skipped": "Skipped",
    "inDoubt": "In doubt",
    "waiting": "Waiting",
    "cancelled": "Cancelled",
    "bounced": "Bounced",
    "opened": "Opened",
    "clicked": "Clicked",
    "clickedOfOpened": "Clicked of opened",
    "unsubscribed": "Unsubscribed",
    "complained": "Complained",
    "machineOpens": "Opens by machines",
    "machineClicks": "Clicks by machines",
    "opens": "Opens",
    "clicks": "Clicks",
    "former": "Beside your last campaigns",
    "formerNote": "The middle of the last {count} campaigns",
    "own": "This one",
    "median": "Middle",
    "lowest": "Lowest",
    "highest": "Highest",
    "overTime": "Over time",
    "time": "Time",
    "hours": "When it is read",
    "hoursNote": "Opens by hour of the week, {zone}",
    "links": "Links",
    "address": "Address",
    "share": "Share",
    "devices": "Devices",
    "clients": "Mail clients",
    "systems": "Systems",
    "browsers": "Programs",
    "places": "Countries and cities",
    "country": "Country",
    "city": "City",
    "unknown": "Unknown",
    "domains": "Domains",
    "domain": "Domain",
    "others": "Others",
    "bounces": "Refusals",
    "class": "Class",
    "words": "What the server said",
    "code": "Code",
    "leaving": "Who left",
    "reason": "Reason",
    "untold": "No reason given",
    "email": "Email",
    "state": "Outcome",
    "at": "Time",
    "bounce": "Class",
    "reply": "What the server said",
    "firstOpened": "First opened",
    "firstClicked": "First clicked",
    "left": "Unsubscribed",
    "complaint": "Complained",
    "returned": "Returned",
    "page": "Page {page} of {pages}",
    "more": "{count} more rows are in the workbook.",
    "none": "None",
    "bounce.hard": "Address does not exist",
    "bounce.soft": "Refused for now",
    "bounce.full": "Mailbox full",
    "bounce.block": "Blocked by reputation",
    "bounce.policy": "Refused by a rule",
    "bounce.sender": "Our side",
    "bounce.unknown": "Without a class",
    "device.desktop": "Desktop",
    "device.mobile": "Phone",
    "device.tablet": "Tablet",
    "device.other": "Other",
    "client.webmail": "Webmail",
    "client.other": "Other",
    "reason.tooMany": "Too many mails",
    "reason.notRelevant": "Not relevant",
    "reason.neverAsked": "Never asked for it",
    "reason.other": "Other",
}
INDONESIAN: Mapping[str, str] = {
    "report": "Laporan kampanye",
    "subject": "Subjek",
    "sender": "Pengirim",
    "began": "Mulai dikirim",
    "made": "Per",
    "machinesOut": "Buka dan klik oleh mesin tidak dihitung dalam rasio.",
    "machinesIn": "Buka dan klik oleh mesin dihitung dalam setiap rasio.",
    "overview": "Ringkasan",
    "figure": "Angka",
    "count": "Jumlah",
    "rate": "Rasio",
    "recipients": "Penerima",
    "sent": "Terkirim",
    "delivered": "Sampai",
    "failed": "Gagal",
    "suppressed": "Ditahan",
    "skipped": "Dilewati",
    "inDoubt": "Belum pasti",
    "waiting": "Menunggu",
    "cancelled": "Dibatalkan",
    "bounced": "Terpental",
    "opened": "Dibuka",
    "clicked": "Diklik",
    "clickedOfOpened": "Klik dari yang membuka",
    "unsubscribed": "Berhenti berlangganan",
    "complained": "Mengeluh",
    "machineOpens": "Dibuka oleh mesin",
    "machineClicks": "Diklik oleh mesin",
    "opens": "Buka",
    "clicks": "Klik",
    "former": "Dibanding kampanye terakhir",
    "formerNote": "Nilai tengah {count} kampanye terakhir",
    "own": "Kampanye ini",
    "median": "Tengah",
    "lowest": "Terendah",
    "highest": "Tertinggi",
    "overTime": "Dari waktu ke waktu",
    "time": "Waktu",
    "hours": "Kapan dibaca",
    "hoursNote": "Buka per jam dalam seminggu, {zone}",
    "links": "Tautan",
    "address": "Alamat",
    "share": "Bagian",
    "devices": "Perangkat",
    "clients": "Klien email",
    "systems": "Sistem",
    "browsers": "Program",
    "places": "Negara dan kota",
    "country": "Negara",
    "city": "Kota",
    "unknown": "Tidak diketahui",
    "domains": "Domain",
    "domain": "Domain",
    "others": "Lainnya",
    "bounces": "Penolakan",
    "class": "Jenis",
    "words": "Kata server",
    "code": "Kode",
    "leaving": "Yang pergi",
    "reason": "Alasan",
    "untold": "Tanpa alasan",
    "email": "Email",
    "state": "Hasil",
    "at": "Waktu",
    "bounce": "Jenis",
    "reply": "Kata server",
    "firstOpened": "Pertama dibuka",
    "firstClicked": "Pertama diklik",
    "left": "Berhenti berlangganan",
    "complaint": "Mengeluh",
    "returned": "Kembali",
    "page": "Halaman {page} dari {pages}",
    "more": "{count} baris lagi ada di berkas Excel.",
    "none": "Tidak ada",
    "bounce.hard": "Alamat tidak ada",
    "bounce.soft": "Ditolak sementara",
    "bounce.full": "Kotak surat penuh",
    "bounce.block": "Diblokir karena reputasi",
    "bounce.policy": "Ditolak oleh aturan",
    "bounce.sender": "Dari pihak kita",
    "bounce.unknown": "Tanpa jenis",
    "device.desktop": "Komputer",
    "device.mobile": "Ponsel",
    "device.tablet": "Tablet",
    "device.other": "Lainnya",
    "client.webmail": "Webmail",
    "client.other": "Lainnya",
    "reason.tooMany": "Terlalu banyak email",
    "reason.notRelevant": "Tidak relevan",
    "reason.neverAsked": "Tidak pernah meminta",
    "reason.other": "Lainnya",
}
TEXTS = {"en": ENGLISH, "id": INDONESIAN}


class Words:
    """The words and forms of one language; English where it is not known."""

    def __init__(self, language: str) -> None:
        self.language = language if language in TEXTS else "en"
        self._texts = TEXTS[self.language]
        self.locale = Locale.parse("id" if self.language == "id" else "en")

    def __getitem__(self, name: str) -> str:
        return self._texts[name]

    def bounce(self, name: str) -> str:
        """A class of refusals."""
        return self._texts.get(f"bounce.{name}", name)

    def device(self, name: str) -> str:
        """A class of devices."""
        return self._texts.get(f"device.{name}", self["unknown"] if name == "unknown" else name)

    def client(self, name: str) -> str:
        """A mail client, or a program."""
        return self._texts.get(f"client.{name}", self["unknown"] if name == "unknown" else name)

    def reason(self, name: str) -> str:
        """Why somebody left."""
        return self._texts.get(f"reason.{name}", name)

    def country(self, code: str) -> str:
        """A country by its code."""
        return str(self.locale.territories.get(code, code))

    def number(self, number: int) -> str:
        """A whole number with its separators."""
        return format_decimal(number, locale=self.locale)

    def rate(self, share: float) -> str:
        """A share of 1 in percent, to a tenth; a small one to a thousandth."""
        return format_percent(share, format="0.0#%" if 0 < share < 0.01 else "0.0%", locale=self.locale)

    def moment(self, at: datetime, zone: ZoneInfo) -> str:
        """A moment in a zone."""
        return format_datetime(at, "d MMM y HH:mm", tzinfo=zone, locale=self.locale)

    def day(self, at: datetime, zone: ZoneInfo) -> str:
        """The day of a moment in a zone."""
        return format_date(at.astimezone(zone).date(), "d MMM", locale=self.locale)

    def weekday(self, number: int) -> str:
        """The short name of a day, 1 for Monday."""
        return str(self.locale.days["format"]["abbreviated"][number - 1])
