"""Notifications about sender addresses and sender domains."""

from datetime import timedelta
from functools import partial

from server.notifications.kinds import NotificationKind
from server.notifications.texts import NotificationText, format_day

# Prevents repeated notifications about an intermittent record.
DOMAIN_COOLDOWN = timedelta(hours=6)
BROKEN_DOMAIN = frozenset({"domain.breaking", "domain.broken"})

_domain = partial(NotificationKind, permission="sender.view", link="/senders/domains/{domain_id}")

KINDS: tuple[NotificationKind, ...] = (
    NotificationKind(
        "sender.validated",
        level="success",
        permission="sender.view",
        link="/senders",
        english=NotificationText("{email} is verified", "You can now send campaigns from this address."),
        indonesian=NotificationText(
            "{email} sudah terverifikasi", "Anda sekarang dapat mengirim kampanye dari alamat ini."
        ),
    ),
    _domain(
        "domain.authenticated",
        level="success",
        ends=BROKEN_DOMAIN,
        english=NotificationText(
            "{domain} is authenticated", "Receiving servers can now verify that email from this domain is yours."
        ),
        indonesian=NotificationText(
            "{domain} sudah terautentikasi",
            "Server penerima kini dapat memastikan bahwa email dari domain ini milik Anda.",
        ),
    ),
    _domain(
        "domain.breaking",
        level="warning",
        formats={"day": format_day},
        once_in=DOMAIN_COOLDOWN,
        english=NotificationText(
            "A DNS record of {domain} is broken",
            "You can keep sending from this domain until {day}. Fix the record before then. The domain’s page shows "
            "which one.",
        ),
        indonesian=NotificationText(
            "Ada catatan DNS {domain} yang rusak",
            "Anda masih dapat mengirim dari domain ini sampai {day}. Perbaiki catatannya sebelum itu. Halaman domain "
            "menunjukkan yang mana.",
        ),
    ),
    _domain(
        "domain.restored",
        level="success",
        once_in=DOMAIN_COOLDOWN,
        ends=BROKEN_DOMAIN,
        english=NotificationText("{domain} is working again", "All required DNS records are in place again."),
        indonesian=NotificationText("{domain} sudah pulih", "Semua catatan DNS yang diperlukan sudah lengkap kembali."),
    ),
    _domain(
        "domain.broken",
        level="alert",
        english=NotificationText(
            "Sending from {domain} is paused",
            "Its DNS records have been broken for too long. Campaigns from this domain are paused. Fix the records to "
            "send again.",
        ),
        indonesian=NotificationText(
            "Pengiriman dari {domain} dijeda",
            "Catatan DNS-nya rusak terlalu lama. Kampanye dari domain ini dijeda. Perbaiki catatannya untuk mengirim "
            "lagi.",
        ),
    ),
    _domain(
        "domain.bought",
        level="success",
        english=NotificationText(
            "{domain} is yours", "The domain is registered and its DNS records are published. We are checking them now."
        ),
        indonesian=NotificationText(
            "{domain} sudah menjadi milik Anda",
            "Domain sudah terdaftar dan catatan DNS-nya sudah dipasang. Kami sedang memeriksanya.",
        ),
    ),
    _domain(
        "domain.ending",
        level="warning",
        formats={"day": format_day},
        english=NotificationText(
            "{domain} expires on {day}",
            "Contact support to renew it. After that day, email from it is rejected and links in sent emails stop "
            "working.",
        ),
        indonesian=NotificationText(
            "{domain} berakhir pada {day}",
            "Hubungi tim dukungan untuk memperpanjangnya. Setelah hari itu, email dari domain ini ditolak dan tautan "
            "di email terkirim tidak berfungsi.",
        ),
    ),
    NotificationKind(
        "domain.notBought",
        level="alert",
        permission="sender.view",
        link="/senders/domains/buy",
        english=NotificationText(
            "{domain} could not be registered",
            "Someone else registered it first. You can use your payment for another name. Choose one, or contact "
            "support.",
        ),
        indonesian=NotificationText(
            "{domain} tidak dapat didaftarkan",
            "Pihak lain mendaftarkannya lebih dulu. Pembayaran Anda dapat dipakai untuk nama lain. Pilih nama, atau "
            "hubungi tim dukungan.",
        ),
    ),
)
