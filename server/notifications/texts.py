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
        ENGLISH: Text("The report is ready", "The report of {name} can be downloaded as {format} for a day."),
        INDONESIAN: Text("Laporan siap", "Laporan {name} dapat diunduh sebagai {format} selama sehari."),
    },
    "report.failed": {
        ENGLISH: Text("The report could not be made", "The report of {name} as {format} was not made. Try it again."),
        INDONESIAN: Text("Laporan gagal dibuat", "Laporan {name} sebagai {format} tidak jadi dibuat. Coba lagi."),
    },
    "report.notLabelled": {
        ENGLISH: Text(
            "Recipients did not get their label",
            "The label {label} was put on none of those chosen in the report of {name}. Try it again.",
        ),
        INDONESIAN: Text(
            "Penerima tidak jadi diberi label",
            "Label {label} tidak diberikan kepada siapa pun yang dipilih di laporan {name}. Coba lagi.",
        ),
    },
    "sunset.announced": {
        ENGLISH: Text(
            "The sunset rule acts from tomorrow",
            "Contacts that opened nothing in {months} months: {count}. Nothing has been changed yet.",
        ),
        INDONESIAN: Text(
            "Aturan sunset berlaku mulai besok",
            "Ada {count} kontak yang tidak membuka apa pun dalam {months} bulan. Belum ada yang diubah.",
        ),
    },
    "sunset.done": {
        ENGLISH: Text(
            "The sunset rule has acted",
            "Contacts that opened nothing in {months} months: {count}. It can be undone for a day.",
        ),
        INDONESIAN: Text(
            "Aturan sunset diterapkan pada {count} kontak",
            "Mereka tidak membuka apa pun dalam {months} bulan. Ini bisa dibatalkan selama sehari.",
        ),
    },
    "webhook.gone": {
        ENGLISH: Text(
            "A webhook is off: its address is gone",
            "{host} answered 410, so nothing is posted there any more. New events are kept for three days.",
        ),
        INDONESIAN: Text(
            "Sebuah webhook dimatikan: alamatnya sudah tidak ada",
            "{host} menjawab 410, jadi tidak ada lagi yang dikirim ke sana. Event baru disimpan selama tiga hari.",
        ),
    },
    "webhook.failing": {
        ENGLISH: Text(
            "A webhook is off: nothing came through",
            "Posting to {host} has failed for {days} days. New events are kept for three days more.",
        ),
        INDONESIAN: Text(
            "Sebuah webhook dimatikan: tidak ada yang sampai",
            "Pengiriman ke {host} gagal selama {days} hari. Event baru disimpan tiga hari lagi.",
        ),
    },
    "sending.bounces": {
        ENGLISH: Text(
            "Marketing mail is paused: too many addresses don't exist",
            "{counted} of {sent} mails bounced; {limit} % is the limit. Campaigns stopped: {campaigns}.",
        ),
        INDONESIAN: Text(
            "Email pemasaran dijeda: terlalu banyak alamat yang tidak ada",
            "{counted} dari {sent} email terpental; batasnya {limit} %. Kampanye yang dihentikan: {campaigns}.",
        ),
    },
    "sending.complaints": {
        ENGLISH: Text(
            "Marketing mail is paused: too many people report it",
            "{counted} of {sent} mails were reported as spam; {limit} % is the limit. Campaigns stopped: {campaigns}.",
        ),
        INDONESIAN: Text(
            "Email pemasaran dijeda: terlalu banyak yang melaporkannya",
            "{counted} dari {sent} email dilaporkan sebagai spam; batasnya {limit} %. "
            "Kampanye yang dihentikan: {campaigns}.",
        ),
    },
    "document.mentioned": {
        ENGLISH: Text("{name} mentioned you in a comment", "“{words}”"),
        INDONESIAN: Text("{name} menyebut Anda dalam komentar", "“{words}”"),
    },
    "import.finished": {
        ENGLISH: Text(
            "{file} is imported", "{added} added, {updated} updated, {failed} set aside, {emptied} without a value."
        ),
        INDONESIAN: Text(
            "{file} selesai diimpor",
            "{added} ditambahkan, {updated} diperbarui, {failed} disisihkan, {emptied} tanpa salah satu nilai.",
        ),
    },
    "import.failed": {
        ENGLISH: Text(
            "The import of {file} stopped",
            "{done} of {total} rows were read, and what has landed stays. Import the file again to add the rest.",
        ),
        INDONESIAN: Text(
            "Impor {file} terhenti",
            "{done} dari {total} baris sudah dibaca dan tersimpan. Impor lagi berkasnya untuk sisanya.",
        ),
    },
    "import.undone": {
        ENGLISH: Text("The import of {file} is undone", "{removed} removed, {restored} restored, {kept} kept."),
        INDONESIAN: Text(
            "Impor {file} sudah dibatalkan", "{removed} dihapus, {restored} dikembalikan, {kept} tetap ada."
        ),
    },
    "export.finished": {
        ENGLISH: Text("Your export is ready", "Contacts in it: {rows}. The file can be downloaded for 24 hours."),
        INDONESIAN: Text("Ekspor Anda sudah siap", "Berisi {rows} kontak. Berkasnya dapat diunduh selama 24 jam."),
    },
    "export.failed": {
        ENGLISH: Text("Your export stopped", "No file was made. Export the contacts again."),
        INDONESIAN: Text("Ekspor Anda terhenti", "Berkasnya tidak jadi dibuat. Ekspor lagi kontaknya."),
    },
    "campaign.sent": {
        ENGLISH: Text("{name} has been sent", "{sent} sent, {failed} failed."),
        INDONESIAN: Text("{name} sudah terkirim", "{sent} terkirim, {failed} gagal."),
    },
    "campaign.failed": {
        ENGLISH: Text("{name} reached nobody", "None of {recipients} mails could be sent. The report says why."),
        INDONESIAN: Text(
            "{name} tidak sampai ke siapa pun",
            "Tidak satu pun dari {recipients} surel dapat dikirim. Alasannya ada di laporan.",
        ),
    },
    "campaign.empty": {
        ENGLISH: Text("{name} was not sent", "When its turn came, nobody was left to send it to."),
        INDONESIAN: Text("{name} tidak dikirim", "Saat gilirannya tiba, tidak ada lagi penerima yang tersisa."),
    },
    "campaign.scheduled": {
        ENGLISH: Text("{name} is scheduled", "It goes on {day}. Until then it can be moved or called off."),
        INDONESIAN: Text(
            "{name} sudah dijadwalkan", "Dikirim pada {day}. Sampai saat itu jadwalnya dapat diubah atau dibatalkan."
        ),
    },
    "campaign.started": {
        ENGLISH: Text("{name} is on its way", "Its time has come: it is being sent to {recipients} people."),
        INDONESIAN: Text("{name} mulai dikirim", "Waktunya tiba: sedang dikirim ke {recipients} orang."),
    },
    "campaign.notStarted": {
        ENGLISH: Text("{name} was not sent", "At its time {reason}. Duplicate it to mend and send it."),
        INDONESIAN: Text("{name} batal dikirim", "Saat waktunya tiba, {reason}. Duplikat untuk memperbaikinya."),
    },
    "campaign.winner": {
        ENGLISH: Text("{name} has a winner", "Variant {variant} did best. Everybody else gets it now."),
        INDONESIAN: Text(
            "{name} punya pemenang", "Varian {variant} paling berhasil. Semua penerima lain kini mendapatkannya."
        ),
    },
    "campaign.noClearWinner": {
        ENGLISH: Text(
            "{name}: no clear winner", "The difference may be chance. Everybody else gets variant {variant}."
        ),
        INDONESIAN: Text(
            "{name}: tidak ada pemenang yang jelas",
            "Perbedaannya bisa saja kebetulan. Semua penerima lain mendapat varian {variant}.",
        ),
    },
    "campaign.chooseWinner": {
        ENGLISH: Text("{name} waits for you", "The test is over. Choose the variant that everybody else gets."),
        INDONESIAN: Text(
            "{name} menunggu Anda", "Pengujian selesai. Pilih varian yang akan diterima semua penerima lain."
        ),
    },
    "sender.validated": {
        ENGLISH: Text("{email} is validated", "Campaigns can now be sent from this address."),
        INDONESIAN: Text("{email} sudah divalidasi", "Kampanye kini dapat dikirim dari alamat ini."),
    },
    "domain.authenticated": {
        ENGLISH: Text("{domain} is authenticated", "Receivers can now tell that mail from it is really yours."),
        INDONESIAN: Text("{domain} sudah terautentikasi", "Penerima kini tahu bahwa surel darinya benar dari Anda."),
    },
    "domain.breaking": {
        ENGLISH: Text(
            "A record of {domain} is broken",
            "Mail still leaves from it until {day}. Mend the record before; the domain's page says which.",
        ),
        INDONESIAN: Text(
            "Ada catatan DNS {domain} yang rusak",
            "Surel masih dikirim darinya sampai {day}. Perbaiki sebelum itu; halaman domain menunjukkan yang mana.",
        ),
    },
    "domain.restored": {
        ENGLISH: Text("{domain} is mended", "All records that its mail needs are in place again."),
        INDONESIAN: Text("{domain} sudah pulih", "Semua catatan yang diperlukan surelnya sudah lengkap kembali."),
    },
    "domain.broken": {
        ENGLISH: Text(
            "No mail leaves from {domain}",
            "Its records have been broken for too long: campaigns from it are paused. Mend them to send again.",
        ),
        INDONESIAN: Text(
            "Surel dari {domain} dihentikan",
            "Catatannya terlalu lama rusak: kampanye dari domain ini dijeda. Perbaiki agar dapat mengirim lagi.",
        ),
    },
    "domain.bought": {
        ENGLISH: Text("{domain} is yours", "It is registered, and its records are published. We look at them now."),
        INDONESIAN: Text(
            "{domain} sudah menjadi milik Anda",
            "Domain sudah terdaftar dan catatannya sudah dipasang. Kami sedang memeriksanya.",
        ),
    },
    "domain.ending": {
        ENGLISH: Text(
            "{domain} ends on {day}",
            "Write to support to renew it in time: without it mail from it is refused, and links in sent mails break.",
        ),
        INDONESIAN: Text(
            "{domain} berakhir pada {day}",
            "Hubungi tim dukungan agar diperpanjang: tanpa itu surelnya ditolak dan tautan di surel terkirim putus.",
        ),
    },
    "domain.notBought": {
        ENGLISH: Text(
            "{domain} could not be registered",
            "Somebody else was quicker. Your payment is kept: choose another name for it, or write to support.",
        ),
        INDONESIAN: Text(
            "{domain} tidak dapat didaftarkan",
            "Pihak lain lebih dulu. Pembayaran Anda tersimpan: pilih nama lain, atau hubungi tim dukungan.",
        ),
    },
    "quota.near": {
        ENGLISH: Text("Your plan is filling up", "{used} of {limit} {quota} are used."),
        INDONESIAN: Text("Kuota paket Anda hampir habis", "{used} dari {limit} {quota} sudah terpakai."),
    },
    "quota.out": {
        ENGLISH: Text("Your plan is used up", "All {limit} {quota} are used. More needs a larger plan."),
        INDONESIAN: Text(
            "Kuota paket Anda habis",
            "Semua {limit} {quota} sudah terpakai. Untuk menambah, diperlukan paket yang lebih besar.",
        ),
    },
    "plan.expiring": {
        ENGLISH: Text(
            "The plan {plan} ends on {day}",
            "After that day everything can still be read, and nothing can be changed or sent.",
        ),
        INDONESIAN: Text(
            "Paket {plan} berakhir pada {day}",
            "Setelah hari itu semuanya masih dapat dibaca, tetapi tidak dapat diubah atau dikirim.",
        ),
    },
    "plan.last-day": {
        ENGLISH: Text(
            "The plan {plan} ends within a day",
            "From {day} on everything can still be read, and nothing can be changed or sent.",
        ),
        INDONESIAN: Text(
            "Paket {plan} berakhir dalam sehari",
            "Mulai {day} semuanya masih dapat dibaca, tetapi tidak dapat diubah atau dikirim.",
        ),
    },
    "team.suspended": {
        ENGLISH: Text("{team} is suspended", "Nothing can be changed or sent until our support restores the team."),
        INDONESIAN: Text(
            "{team} ditangguhkan",
            "Tidak ada yang dapat diubah atau dikirim sampai tim dukungan kami memulihkannya.",
        ),
    },
    "team.restored": {
        ENGLISH: Text("{team} is active again", "Everything works as before."),
        INDONESIAN: Text("{team} aktif kembali", "Semuanya berfungsi seperti semula."),
    },
    "session.new-device": {
        ENGLISH: Text(
            "New sign-in from {device}", "If that was not you, change your password: it ends every other session."
        ),
        INDONESIAN: Text(
            "Ada yang masuk dari {device}",
            "Jika itu bukan Anda, ubah kata sandi Anda: semua sesi lain akan diakhiri.",
        ),
    },
}

# Counters of a plan in the words of a sentence. Those that are not here are few and reached on purpose: no news.
# Why a campaign could not begin, by the code of what refused it.
REASONS: dict[str, dict[str, str]] = {
    "emptyRecipient": {ENGLISH: "nobody was left to send it to", INDONESIAN: "tidak ada lagi penerima"},
    "recipientLabelNotFound": {ENGLISH: "a label had been deleted", INDONESIAN: "sebuah label sudah dihapus"},
    "recipientLabelEmpty": {ENGLISH: "its labels had no contacts", INDONESIAN: "labelnya tidak berisi kontak"},
    "lessThanTenContacts": {
        ENGLISH: "it had fewer than ten recipients",
        INDONESIAN: "penerimanya kurang dari sepuluh",
    },
    "quotaLimitExceeded": {
        ENGLISH: "the plan had no A/B test left",
        INDONESIAN: "paket tidak punya sisa uji A/B",
    },
    "senderNotChosen": {ENGLISH: "it had no sender", INDONESIAN: "pengirimnya tidak ada"},
    "senderNotValidated": {ENGLISH: "its sender was not confirmed", INDONESIAN: "pengirimnya belum dikonfirmasi"},
    "senderDomainMisconfigured": {
        ENGLISH: "the records of its sender's domain were broken",
        INDONESIAN: "catatan domain pengirimnya rusak",
    },
    "sendLimitExceeded": {ENGLISH: "the plan had too few emails left", INDONESIAN: "kuota email paket tidak cukup"},
    "sendingPaused": {ENGLISH: "marketing mail was paused", INDONESIAN: "email pemasaran sedang dijeda"},
    "userSuspended": {ENGLISH: "the team was suspended", INDONESIAN: "tim sedang ditangguhkan"},
    "userExpired": {ENGLISH: "the plan had run out", INDONESIAN: "masa paket sudah habis"},
    "invalidTag": {ENGLISH: "a merge tag could not be filled", INDONESIAN: "sebuah tag tidak dapat diisi"},
}
OTHER_REASON = {ENGLISH: "it could not be begun", INDONESIAN: "pengirimannya tidak dapat dimulai"}

QUOTAS: dict[str, dict[str, str]] = {
    "contactManagement.contact": {ENGLISH: "contacts", INDONESIAN: "kontak"},
    "emailMarketing.emailSent": {ENGLISH: "emails of this month", INDONESIAN: "surel bulan ini"},
    "transactionalEmail.transactionalEmailSent": {
        ENGLISH: "transactional emails of this month",
        INDONESIAN: "surel transaksional bulan ini",
    },
    "interactiveForm.formSubmit": {ENGLISH: "form entries of this month", INDONESIAN: "isian formulir bulan ini"},
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
