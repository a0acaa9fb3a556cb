"""What notifications say, in both languages; rendered when they are read, in the language of who reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

ENGLISH, INDONESIAN = "en", "id"
LANGUAGES = (ENGLISH, INDONESIAN)

Params = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Text:
    """A title, and a sentence that says the rest."""

    title: str
    message: str


TEXTS: dict[str, dict[str, Text]] = {
    "report.finished": {
        ENGLISH: Text("Your report is ready", "You can download the {format} report of {name} for 24 hours."),
        INDONESIAN: Text("Laporan Anda siap", "Laporan {format} dari {name} dapat diunduh selama 24 jam."),
    },
    "report.failed": {
        ENGLISH: Text(
            "Your report could not be created", "The {format} report of {name} could not be created. Try again."
        ),
        INDONESIAN: Text("Laporan Anda gagal dibuat", "Laporan {format} dari {name} gagal dibuat. Coba lagi."),
    },
    "report.notLabelled": {
        ENGLISH: Text(
            "Recipients were not labelled", "The label {label} was not added to any recipient of {name}. Try again."
        ),
        INDONESIAN: Text(
            "Penerima gagal diberi label", "Label {label} tidak ditambahkan ke satu pun penerima {name}. Coba lagi."
        ),
    },
    "sunset.announced": {
        ENGLISH: Text(
            "The sunset rule takes effect tomorrow",
            "Months without opens or clicks: {months}. Matching contacts: {count}. Nothing has changed yet.",
        ),
        INDONESIAN: Text(
            "Aturan sunset berlaku mulai besok",
            "Ada {count} kontak yang tidak membuka atau mengeklik email selama {months} bulan. Belum ada yang diubah.",
        ),
    },
    "sunset.done": {
        ENGLISH: Text(
            "The sunset rule was applied",
            "Months without opens or clicks: {months}. Contacts changed: {count}. You can undo this for 24 hours.",
        ),
        INDONESIAN: Text(
            "Aturan sunset diterapkan pada {count} kontak",
            "Mereka tidak membuka atau mengeklik email selama {months} bulan. Anda dapat membatalkannya dalam 24 jam.",
        ),
    },
    "webhook.gone": {
        ENGLISH: Text(
            "Webhook turned off: its URL no longer exists",
            "{host} responded with code 410. We no longer send events there, and keep new events for three days.",
        ),
        INDONESIAN: Text(
            "Webhook dinonaktifkan: URL-nya sudah tidak ada",
            "{host} membalas dengan kode 410. Kami berhenti mengirim peristiwa ke sana dan menyimpan peristiwa baru "
            "selama tiga hari.",
        ),
    },
    "webhook.failing": {
        ENGLISH: Text(
            "Webhook turned off: events could not be delivered",
            "Requests to {host} have failed for {days} days. We keep new events for three more days.",
        ),
        INDONESIAN: Text(
            "Webhook dinonaktifkan: peristiwa tidak dapat dikirim",
            "Pengiriman ke {host} gagal selama {days} hari. Peristiwa baru disimpan selama tiga hari ke depan.",
        ),
    },
    "sending.bounces": {
        ENGLISH: Text(
            "Marketing email is paused: too many hard bounces",
            "{counted} of {sent} emails hard bounced. The limit is {limit}%. Campaigns paused: {campaigns}.",
        ),
        INDONESIAN: Text(
            "Email pemasaran dijeda: terlalu banyak yang terpental permanen",
            "{counted} dari {sent} email terpental permanen. Batasnya {limit}%. Kampanye yang dijeda: {campaigns}.",
        ),
    },
    "sending.complaints": {
        ENGLISH: Text(
            "Marketing email is paused: too many spam complaints",
            "{counted} of {sent} emails were reported as spam. The limit is {limit}%. Campaigns paused: {campaigns}.",
        ),
        INDONESIAN: Text(
            "Email pemasaran dijeda: terlalu banyak laporan spam",
            "{counted} dari {sent} email dilaporkan sebagai spam. Batasnya {limit}%. Kampanye yang dijeda: "
            "{campaigns}.",
        ),
    },
    "document.mentioned": {
        ENGLISH: Text("{name} mentioned you in a comment", "“{words}”"),
        INDONESIAN: Text("{name} menyebut Anda dalam komentar", "“{words}”"),
    },
    "import.finished": {
        ENGLISH: Text(
            "{file} was imported",
            "Rows added: {added}, updated: {updated}, rejected: {failed}, imported with invalid "
            "values skipped: {emptied}.",
        ),
        INDONESIAN: Text(
            "{file} selesai diimpor",
            "Baris ditambahkan: {added}, diperbarui: {updated}, disisihkan: {failed}, diimpor dengan melewati "
            "nilai tidak valid: {emptied}.",
        ),
    },
    "import.failed": {
        ENGLISH: Text(
            "The import of {file} stopped",
            "{done} of {total} rows were processed and saved. Import the same file again to add the rest.",
        ),
        INDONESIAN: Text(
            "Impor {file} terhenti",
            "{done} dari {total} baris sudah diproses dan tersimpan. Impor lagi berkas yang sama untuk menambahkan "
            "sisanya.",
        ),
    },
    "import.undone": {
        ENGLISH: Text(
            "The import of {file} was undone", "Contacts deleted: {removed}, restored: {restored}, kept: {kept}."
        ),
        INDONESIAN: Text(
            "Impor {file} sudah dibatalkan", "Kontak dihapus: {removed}, dipulihkan: {restored}, tetap ada: {kept}."
        ),
    },
    "export.finished": {
        ENGLISH: Text("Your export is ready", "Contacts exported: {rows}. You can download the file for 24 hours."),
        INDONESIAN: Text("Ekspor Anda siap", "Berisi {rows} kontak. Berkasnya dapat diunduh selama 24 jam."),
    },
    "export.failed": {
        ENGLISH: Text("Your export failed", "No file was created. Export the contacts again."),
        INDONESIAN: Text("Ekspor Anda gagal", "Berkas tidak dibuat. Ekspor lagi kontaknya."),
    },
    "campaign.sent": {
        ENGLISH: Text("{name} was sent", "Emails sent: {sent}. Failed: {failed}."),
        INDONESIAN: Text("{name} sudah terkirim", "Email terkirim: {sent}. Gagal: {failed}."),
    },
    "campaign.failed": {
        ENGLISH: Text(
            "{name} could not be sent",
            "No emails could be sent. Recipients: {recipients}. See the reasons in the report.",
        ),
        INDONESIAN: Text(
            "{name} gagal dikirim", "Tidak satu pun dari {recipients} email dapat dikirim. Lihat alasannya di laporan."
        ),
    },
    "campaign.empty": {
        ENGLISH: Text("{name} was not sent", "No recipients were left when sending started."),
        INDONESIAN: Text("{name} tidak dikirim", "Tidak ada lagi penerima saat pengiriman dimulai."),
    },
    "campaign.scheduled": {
        ENGLISH: Text(
            "{name} is scheduled", "It will be sent on {day}. Until then, you can change or cancel the schedule."
        ),
        INDONESIAN: Text(
            "{name} sudah dijadwalkan",
            "Kampanye dikirim pada {day}. Sampai saat itu jadwalnya dapat diubah atau dibatalkan.",
        ),
    },
    "campaign.started": {
        ENGLISH: Text("{name} is being sent", "The scheduled campaign is being sent. Recipients: {recipients}."),
        INDONESIAN: Text("{name} sedang dikirim", "Kampanye terjadwal ini sedang dikirim ke {recipients} penerima."),
    },
    "campaign.notStarted": {
        ENGLISH: Text(
            "{name} was not sent",
            "It could not be sent because {reason}. Duplicate it, fix the problem and send the copy.",
        ),
        INDONESIAN: Text(
            "{name} tidak dikirim",
            "Kampanye tidak dapat dikirim karena {reason}. Duplikat kampanye, perbaiki masalahnya, lalu kirim "
            "salinannya.",
        ),
    },
    "campaign.winner": {
        ENGLISH: Text("{name} has a winner", "Variant {variant} performed best. All other recipients get it now."),
        INDONESIAN: Text(
            "{name} punya pemenang", "Varian {variant} paling berhasil. Semua penerima lain kini mendapatkannya."
        ),
    },
    "campaign.noClearWinner": {
        ENGLISH: Text(
            "{name}: no clear winner",
            "The difference might be due to chance. All other recipients get variant {variant}.",
        ),
        INDONESIAN: Text(
            "{name}: tidak ada pemenang yang jelas",
            "Perbedaannya bisa saja kebetulan. Semua penerima lain mendapat varian {variant}.",
        ),
    },
    "campaign.chooseWinner": {
        ENGLISH: Text(
            "Choose the winner of {name}", "The test is over. Choose the variant to send to all other recipients."
        ),
        INDONESIAN: Text(
            "Pilih pemenang {name}", "Pengujian selesai. Pilih varian yang dikirim ke semua penerima lain."
        ),
    },
    "sender.validated": {
        ENGLISH: Text("{email} is verified", "You can now send campaigns from this address."),
        INDONESIAN: Text("{email} sudah terverifikasi", "Anda sekarang dapat mengirim kampanye dari alamat ini."),
    },
    "domain.authenticated": {
        ENGLISH: Text(
            "{domain} is authenticated", "Receiving servers can now verify that email from this domain is yours."
        ),
        INDONESIAN: Text(
            "{domain} sudah terautentikasi",
            "Server penerima kini dapat memastikan bahwa email dari domain ini milik Anda.",
        ),
    },
    "domain.breaking": {
        ENGLISH: Text(
            "A DNS record of {domain} is broken",
            "You can keep sending from this domain until {day}. Fix the record before then. The domain’s page shows "
            "which one.",
        ),
        INDONESIAN: Text(
            "Ada catatan DNS {domain} yang rusak",
            "Anda masih dapat mengirim dari domain ini sampai {day}. Perbaiki catatannya sebelum itu. Halaman domain "
            "menunjukkan yang mana.",
        ),
    },
    "domain.restored": {
        ENGLISH: Text("{domain} is working again", "All required DNS records are in place again."),
        INDONESIAN: Text("{domain} sudah pulih", "Semua catatan DNS yang diperlukan sudah lengkap kembali."),
    },
    "domain.broken": {
        ENGLISH: Text(
            "Sending from {domain} is paused",
            "Its DNS records have been broken for too long. Campaigns from this domain are paused. Fix the records to "
            "send again.",
        ),
        INDONESIAN: Text(
            "Pengiriman dari {domain} dijeda",
            "Catatan DNS-nya rusak terlalu lama. Kampanye dari domain ini dijeda. Perbaiki catatannya untuk mengirim "
            "lagi.",
        ),
    },
    "domain.bought": {
        ENGLISH: Text(
            "{domain} is yours", "The domain is registered and its DNS records are published. We are checking them now."
        ),
        INDONESIAN: Text(
            "{domain} sudah menjadi milik Anda",
            "Domain sudah terdaftar dan catatan DNS-nya sudah dipasang. Kami sedang memeriksanya.",
        ),
    },
    "domain.ending": {
        ENGLISH: Text(
            "{domain} expires on {day}",
            "Contact support to renew it. After that day, email from it is rejected and links in sent emails stop "
            "working.",
        ),
        INDONESIAN: Text(
            "{domain} berakhir pada {day}",
            "Hubungi tim dukungan untuk memperpanjangnya. Setelah hari itu, email dari domain ini ditolak dan tautan "
            "di email terkirim tidak berfungsi.",
        ),
    },
    "domain.notBought": {
        ENGLISH: Text(
            "{domain} could not be registered",
            "Someone else registered it first. You can use your payment for another name. Choose one, or contact "
            "support.",
        ),
        INDONESIAN: Text(
            "{domain} tidak dapat didaftarkan",
            "Pihak lain mendaftarkannya lebih dulu. Pembayaran Anda dapat dipakai untuk nama lain. Pilih nama, atau "
            "hubungi tim dukungan.",
        ),
    },
    "quota.near": {
        ENGLISH: Text("You are close to your plan’s limit", "You have used {used} of {limit} {quota}."),
        INDONESIAN: Text("Kuota paket Anda hampir habis", "Anda sudah memakai {used} dari {limit} {quota}."),
    },
    "quota.out": {
        ENGLISH: Text(
            "You have reached your plan’s limit", "You have used all {limit} {quota}. Upgrade your plan to get more."
        ),
        INDONESIAN: Text(
            "Kuota paket Anda habis",
            "Anda sudah memakai semua {limit} {quota}. Tingkatkan paket Anda untuk menambah kuota.",
        ),
    },
    "plan.expiring": {
        ENGLISH: Text(
            "Your {plan} plan ends on {day}",
            "When it ends, you can still view everything, but you can’t edit or send anything.",
        ),
        INDONESIAN: Text(
            "Paket {plan} berakhir pada {day}",
            "Setelah berakhir, semuanya masih dapat dilihat, tetapi tidak dapat diubah atau dikirim.",
        ),
    },
    "plan.last-day": {
        ENGLISH: Text(
            "Your {plan} plan ends within a day",
            "It ends on {day}. After that, you can still view everything, but you can’t edit or send anything.",
        ),
        INDONESIAN: Text(
            "Paket {plan} berakhir dalam sehari",
            "Paket berakhir pada {day}. Setelah itu, semuanya masih dapat dilihat, tetapi tidak dapat diubah atau "
            "dikirim.",
        ),
    },
    "team.suspended": {
        ENGLISH: Text("{team} is suspended", "You can’t edit or send anything until our support team restores {team}."),
        INDONESIAN: Text(
            "{team} ditangguhkan",
            "Tidak ada yang dapat diubah atau dikirim sampai tim dukungan kami memulihkan {team}.",
        ),
    },
    "team.restored": {
        ENGLISH: Text("{team} is active again", "Everything works as before."),
        INDONESIAN: Text("{team} aktif kembali", "Semuanya berfungsi seperti semula."),
    },
    "session.new-device": {
        ENGLISH: Text(
            "New sign-in from {device}", "If this wasn’t you, change your password. This ends every other session."
        ),
        INDONESIAN: Text(
            "Ada yang masuk dari {device}", "Jika ini bukan Anda, ubah kata sandi Anda. Semua sesi lain akan diakhiri."
        ),
    },
}

# Counters of a plan in the words of a sentence. Those that are not here are few and reached on purpose: no news.
# Why a campaign could not begin, by the code of what refused it.
REASONS: dict[str, dict[str, str]] = {
    "emptyRecipient": {ENGLISH: "no recipients were left", INDONESIAN: "tidak ada lagi penerima"},
    "recipientLabelNotFound": {ENGLISH: "a label was deleted", INDONESIAN: "sebuah label sudah dihapus"},
    "recipientLabelEmpty": {ENGLISH: "its labels had no contacts", INDONESIAN: "labelnya tidak berisi kontak"},
    "lessThanTenContacts": {
        ENGLISH: "it had fewer than ten recipients",
        INDONESIAN: "penerimanya kurang dari sepuluh",
    },
    "quotaLimitExceeded": {
        ENGLISH: "your plan had no A/B tests left",
        INDONESIAN: "paket Anda tidak punya sisa uji A/B",
    },
    "senderNotChosen": {ENGLISH: "it had no sender", INDONESIAN: "pengirimnya belum dipilih"},
    "senderNotValidated": {ENGLISH: "its sender was not verified", INDONESIAN: "pengirimnya belum diverifikasi"},
    "senderDomainMisconfigured": {
        ENGLISH: "the DNS records of its sender’s domain were broken",
        INDONESIAN: "catatan DNS domain pengirimnya rusak",
    },
    "sendLimitExceeded": {
        ENGLISH: "your plan had too few emails left",
        INDONESIAN: "kuota email paket Anda tidak cukup",
    },
    "sendingPaused": {
        ENGLISH: "your marketing email was paused",
        INDONESIAN: "email pemasaran Anda sedang dijeda",
    },
    "userSuspended": {ENGLISH: "your team was suspended", INDONESIAN: "tim Anda sedang ditangguhkan"},
    "userExpired": {ENGLISH: "your plan had expired", INDONESIAN: "paket Anda sudah berakhir"},
    "invalidTag": {ENGLISH: "a merge tag could not be filled in", INDONESIAN: "ada tag gabung yang tidak dapat diisi"},
}
OTHER_REASON = {ENGLISH: "sending failed", INDONESIAN: "pengirimannya gagal"}

QUOTAS: dict[str, dict[str, str]] = {
    "contactManagement.contact": {ENGLISH: "contacts", INDONESIAN: "kontak"},
    "emailMarketing.emailSent": {ENGLISH: "emails this month", INDONESIAN: "email bulan ini"},
    "transactionalEmail.transactionalEmailSent": {
        ENGLISH: "transactional emails this month",
        INDONESIAN: "email transaksional bulan ini",
    },
    "interactiveForm.formSubmit": {ENGLISH: "form responses this month", INDONESIAN: "tanggapan formulir bulan ini"},
}

MONTHS: dict[str, tuple[str, ...]] = {
    ENGLISH: (
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
    INDONESIAN: (
        *("Januari", "Februari", "Maret", "April", "Mei", "Juni"),
        *("Juli", "Agustus", "September", "Oktober", "November", "Desember"),
    ),
}


def language_of(language: str) -> str:
    """The language a reader gets: theirs, or English."""
    return language if language in LANGUAGES else ENGLISH


def render(kind: str, params: Params, *, language: str) -> Text:
    """The words of a notification. Values stand as they are: a client shows them as text, never as markup."""
    spoken = language_of(language)
    text = TEXTS[kind][spoken]
    values = {name: _shown(name, value, spoken) for name, value in params.items()}
    return Text(text.title.format_map(values), text.message.format_map(values))


def _shown(name: str, value: str | int, language: str) -> str:
    if isinstance(value, int):
        return f"{value:,}" if language == ENGLISH else f"{value:,}".replace(",", ".")
    if name == "quota":
        return QUOTAS[value][language]
    if name == "reason":
        return REASONS.get(value, OTHER_REASON)[language]
    if name == "limit":
        return value if language == ENGLISH else value.replace(".", ",")
    if name == "day":
        day = date.fromisoformat(value)
        return f"{day.day} {MONTHS[language][day.month - 1]} {day.year}"
    return value
