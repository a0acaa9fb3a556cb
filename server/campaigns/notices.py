"""Notifications about campaigns and A/B tests, and reasons why a scheduled campaign could not start."""

from functools import partial

from server.notifications.kinds import NotificationKind
from server.notifications.texts import NotificationText, Phrase, format_day

# By error code.
REASONS = {
    "emptyRecipient": Phrase("no recipients were left", "tidak ada lagi penerima"),
    "recipientLabelNotFound": Phrase("a label was deleted", "sebuah label sudah dihapus"),
    "recipientLabelEmpty": Phrase("its labels had no contacts", "labelnya tidak berisi kontak"),
    "lessThanTenContacts": Phrase("it had fewer than ten recipients", "penerimanya kurang dari sepuluh"),
    "quotaLimitExceeded": Phrase("your plan had no A/B tests left", "paket Anda tidak punya sisa uji A/B"),
    "senderNotChosen": Phrase("it had no sender", "pengirimnya belum dipilih"),
    "senderNotValidated": Phrase("its sender was not verified", "pengirimnya belum diverifikasi"),
    "senderDomainMisconfigured": Phrase(
        "the DNS records of its sender’s domain were broken", "catatan DNS domain pengirimnya rusak"
    ),
    "sendLimitExceeded": Phrase("your plan had too few emails left", "kuota email paket Anda tidak cukup"),
    "sendingPaused": Phrase("your marketing email was paused", "email pemasaran Anda sedang dijeda"),
    "userSuspended": Phrase("your team was suspended", "tim Anda sedang ditangguhkan"),
    "userExpired": Phrase("your plan had expired", "paket Anda sudah berakhir"),
    "invalidTag": Phrase("a merge tag could not be filled in", "ada tag gabung yang tidak dapat diisi"),
}
OTHER_REASON = Phrase("sending failed", "pengirimannya gagal")


def format_reason(code: str, language: str) -> str:
    return REASONS.get(code, OTHER_REASON).in_language(language)


_campaign = partial(NotificationKind, permission="campaign.view", link="/{screen}/{campaign_id}")
_test = partial(NotificationKind, permission="campaign.view", link="/ab-tests/{campaign_id}")

KINDS: tuple[NotificationKind, ...] = (
    _campaign(
        "campaign.sent",
        level="success",
        english=NotificationText("{name} was sent", "Emails sent: {sent}. Failed: {failed}."),
        indonesian=NotificationText("{name} sudah terkirim", "Email terkirim: {sent}. Gagal: {failed}."),
    ),
    _campaign(
        "campaign.failed",
        level="alert",
        english=NotificationText(
            "{name} could not be sent",
            "No emails could be sent. Recipients: {recipients}. See the reasons in the report.",
        ),
        indonesian=NotificationText(
            "{name} gagal dikirim", "Tidak satu pun dari {recipients} email dapat dikirim. Lihat alasannya di laporan."
        ),
    ),
    _campaign(
        "campaign.empty",
        level="alert",
        english=NotificationText("{name} was not sent", "No recipients were left when sending started."),
        indonesian=NotificationText("{name} tidak dikirim", "Tidak ada lagi penerima saat pengiriman dimulai."),
    ),
    _campaign(
        "campaign.scheduled",
        level="info",
        formats={"day": format_day},
        english=NotificationText(
            "{name} is scheduled", "It will be sent on {day}. Until then, you can change or cancel the schedule."
        ),
        indonesian=NotificationText(
            "{name} sudah dijadwalkan",
            "Kampanye dikirim pada {day}. Sampai saat itu jadwalnya dapat diubah atau dibatalkan.",
        ),
    ),
    _campaign(
        "campaign.started",
        level="info",
        english=NotificationText(
            "{name} is being sent", "The scheduled campaign is being sent. Recipients: {recipients}."
        ),
        indonesian=NotificationText(
            "{name} sedang dikirim", "Kampanye terjadwal ini sedang dikirim ke {recipients} penerima."
        ),
    ),
    _campaign(
        "campaign.notStarted",
        level="alert",
        formats={"reason": format_reason},
        english=NotificationText(
            "{name} was not sent",
            "It could not be sent because {reason}. Duplicate it, fix the problem and send the copy.",
        ),
        indonesian=NotificationText(
            "{name} tidak dikirim",
            "Kampanye tidak dapat dikirim karena {reason}. Duplikat kampanye, perbaiki masalahnya, lalu kirim "
            "salinannya.",
        ),
    ),
    _test(
        "campaign.winner",
        level="success",
        english=NotificationText(
            "{name} has a winner", "Variant {variant} performed best. All other recipients get it now."
        ),
        indonesian=NotificationText(
            "{name} punya pemenang", "Varian {variant} paling berhasil. Semua penerima lain kini mendapatkannya."
        ),
    ),
    _test(
        "campaign.noClearWinner",
        level="info",
        english=NotificationText(
            "{name}: no clear winner",
            "The difference might be due to chance. All other recipients get variant {variant}.",
        ),
        indonesian=NotificationText(
            "{name}: tidak ada pemenang yang jelas",
            "Perbedaannya bisa saja kebetulan. Semua penerima lain mendapat varian {variant}.",
        ),
    ),
    _test(
        "campaign.chooseWinner",
        level="warning",
        english=NotificationText(
            "Choose the winner of {name}", "The test is over. Choose the variant to send to all other recipients."
        ),
        indonesian=NotificationText(
            "Pilih pemenang {name}", "Pengujian selesai. Pilih varian yang dikirim ke semua penerima lain."
        ),
    ),
)
