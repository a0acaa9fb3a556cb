"""Mail of the product itself: our own texts, through the same compile, fill and send, ahead of everything else."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from server.core import clock, system_mail
from server.delivery.compiling import Content, Setting
from server.delivery.models import Mailing
from server.delivery.origins import SYSTEM
from server.delivery.services import mailings
from server.delivery.services.mailings import From
from server.teams import selectors as teams
from server.vendors.catalogue import vendor

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
    """Sends one of the system emails (`system_mail.EMAILS`).

    As the given brand, or as the vendor of who gets it. Answers go to `reply_to` where it is given.
    """
    text = system_mail.text_of(template, language)
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
            origin=SYSTEM,
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
    own = Mailing.objects.filter(team__isnull=True, origin=SYSTEM, finished_at__lt=clock.now() - RETENTION)
    purged = 0
    while ids := list(own.order_by("pk").values_list("pk", flat=True)[:PURGE_BATCH]):
        with transaction.atomic():
            Mailing.objects.filter(pk__in=ids).delete()  # across teams: as above
        purged += len(ids)
    return purged
