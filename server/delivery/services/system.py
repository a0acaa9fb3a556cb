"""Mail of the product itself: our own texts, through the same compile, fill and send, ahead of everything else."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from server.core import clock
from server.delivery.compiling import Content, Setting
from server.delivery.models import Mailing, Origin
from server.delivery.services import mailings
from server.delivery.services.account_mails import ACCOUNT_MAILS
from server.delivery.services.mail_template import Template
from server.delivery.services.mailings import From
from server.delivery.services.shared_mails import SHARED_MAILS
from server.delivery.services.subscription_mails import SUBSCRIPTION_MAILS
from server.teams import selectors as teams
from server.vendors.catalogue import vendor

TEMPLATES: Mapping[tuple[str, str], Template] = {
    **ACCOUNT_MAILS,
    **SUBSCRIPTION_MAILS,
    **SHARED_MAILS,
    ("validate-email", "en"): Template(
        "Confirm your email address",
        'Hi {{ name | fallback: "there" }},\n\nConfirm that this email address is yours.\n\n'
        '[Confirm address]({{ link }} "button")\n\nThe link works once. If you didn’t sign up, ignore this email.',
    ),
    ("validate-email", "id"): Template(
        "Konfirmasi alamat email Anda",
        'Halo {{ name | fallback: "Anda" }},\n\nKonfirmasikan bahwa alamat email ini milik Anda.\n\n'
        '[Konfirmasi alamat]({{ link }} "button")\n\n'
        "Tautan ini berlaku satu kali. Abaikan email ini jika Anda tidak mendaftar.",
    ),
    ("validate-sender", "en"): Template(
        "Verify {{ email }} as a sender",
        'Hi {{ name | fallback: "there" }},\n\n**{{ team }}** wants to send emails as {{ email }}.\n\n'
        '[Verify sender]({{ link }} "button")\n\nIf you don’t know this team, ignore this email.',
    ),
    ("validate-sender", "id"): Template(
        "Verifikasi {{ email }} sebagai pengirim",
        'Halo {{ name | fallback: "Anda" }},\n\n**{{ team }}** ingin mengirim email sebagai {{ email }}.\n\n'
        '[Verifikasi pengirim]({{ link }} "button")\n\nAbaikan email ini jika Anda tidak mengenal tim tersebut.',
    ),
    ("sandbox-copy", "en"): Template(
        "[Sandbox] {{ subject }}",
        "Your application submitted this message with a sandbox key. No one else receives it. This is a copy for you, "
        "sent to your own address.\n\nFrom: {{ sender }}\n\nSubject: {{ subject }}\n\n"
        "[Open full message]({{ link }})\n\n---\n\n{% for line in lines %}\n{{ line }}\n{% endfor %}",
    ),
    ("sandbox-copy", "id"): Template(
        "[Sandbox] {{ subject }}",
        "Aplikasi Anda mengirim pesan ini dengan kunci sandbox. Tidak ada orang lain yang menerimanya. Ini salinan "
        "untuk Anda, di alamat Anda sendiri.\n\nDari: {{ sender }}\n\nSubjek: {{ subject }}\n\n"
        "[Buka pesan lengkap]({{ link }})\n\n---\n\n{% for line in lines %}\n{{ line }}\n{% endfor %}",
    ),
    # For whoever runs the installation; the answer goes to the address in it.
    ("contact-us", "en"): Template(
        "Message from {{ name }}",
        "**{{ name }}** ({{ address }}) sent a message through the contact form.\n\n"
        'Company: {{ company | fallback: "not provided" }}\n\n'
        'Phone: {{ phone | fallback: "not provided" }}\n\n{{ message }}',
    ),
}

# A relay retries for up to five days; a bounce that comes later finds nothing to be written to.
RETENTION = timedelta(days=7)
PURGE_BATCH = 500


class SystemTransport:
    """Fills core's slot for system mail."""

    def send(self, *, to: str, template: str, context: Mapping[str, str], language: str) -> None:
        """Makes the mail in the running transaction; senders take it up after commit. Raises KeyError."""
        send(to=to, template=template, context=context, language=language)


@dataclass(frozen=True, slots=True)
class Brand:
    """As whom a mail is sent."""

    name: str
    color: str
    logo: str = ""


def send(
    *,
    to: str,
    template: str,
    context: Mapping[str, Any],
    language: str,
    brand: Brand | None = None,
    reply_to: str = "",
) -> Mailing:
    """Sends one of the templates, in English where there is none in the language.

    As the given brand, or as the vendor of who gets it. Answers go to `reply_to` where it is given.
    """
    text = TEMPLATES.get((template, language)) or TEMPLATES[template, "en"]
    if brand is None:
        of_user = vendor(teams.vendor_code_of(email=to) or settings.VENDOR)
        brand = Brand(of_user.name, of_user.color)
    setting = Setting(
        origin=settings.PAGES_ORIGIN.rstrip("/"),
        company=brand.name,
        accent=brand.color,
        logo=brand.logo,
        language=language,
        follows=False,
        unsubscribes=False,
    )
    with transaction.atomic():
        mailing = mailings.create(
            team=None,
            origin=Origin.SYSTEM,
            content=Content(subject=text.subject, body=text.body),
            sender=From(brand.name, settings.MAIL_FROM, reply_to),
            known=frozenset(context) | {"email"},
            setting=setting,
        )
        mailings.send_rows(mailing=mailing, rows=[(None, to, context)])
    return mailing


def purge_finished() -> int:
    """Deletes the product's own emails some days after they were sent, in batches; how many."""
    # across teams: emails of the product itself belong to none
    own = Mailing.objects.filter(team__isnull=True, origin=Origin.SYSTEM, finished_at__lt=clock.now() - RETENTION)
    purged = 0
    while ids := list(own.order_by("pk").values_list("pk", flat=True)[:PURGE_BATCH]):
        with transaction.atomic():
            Mailing.objects.filter(pk__in=ids).delete()  # across teams: as above
        purged += len(ids)
    return purged
