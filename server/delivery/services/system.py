"""System emails: our own texts, compiled, filled and sent like campaigns, with the highest priority."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from server.core import clock, system_email
from server.delivery.compiling import EmailContent, Setting
from server.delivery.models import Mailing
from server.delivery.origins import SYSTEM
from server.delivery.services import mailings
from server.delivery.services.mailings import MailingSender
from server.teams import selectors as teams
from server.vendors.catalogue import get_vendor

# Relays retry for up to five days; a bounce after the retention finds no record.
RETENTION = timedelta(days=7)
PURGE_BATCH = 500


class SystemTransport:
    """The implementation of core's transport for system emails."""

    def send(self, *, to: str, template: str, context: Mapping[str, str], language: str) -> None:
        """Creates the email in the current transaction; it is sent after the commit.

        Raises KeyError for an unknown template.
        """
        send(to=to, template=template, context=context, language=language)


@dataclass(frozen=True, slots=True)
class Brand:
    """The brand that an email shows."""

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
    """Sends one of the emails in `system_email.EMAILS`, in the given brand or that of the recipient's vendor."""
    text = system_email.get_text(template, language)
    if brand is None:
        of_user = get_vendor(teams.get_vendor_code(email=to) or settings.VENDOR)
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
            origin=SYSTEM,
            content=EmailContent(subject=text.subject, body=text.body),
            sender=MailingSender(brand.name, settings.MAIL_FROM, reply_to),
            known=frozenset(context) | {"email"},
            setting=setting,
        )
        mailings.send_rows(mailing=mailing, rows=[(None, to, context)])
    return mailing


def purge_finished() -> int:
    # across teams: system emails belong to no team
    own = Mailing.objects.filter(team__isnull=True, origin=SYSTEM, finished_at__lt=clock.now() - RETENTION)
    purged = 0
    while ids := list(own.order_by("pk").values_list("pk", flat=True)[:PURGE_BATCH]):
        with transaction.atomic():
            Mailing.objects.filter(pk__in=ids).delete()  # across teams: as above
        purged += len(ids)
    return purged
