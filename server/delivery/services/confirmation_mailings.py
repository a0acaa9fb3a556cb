"""Confirmation emails to imported contacts: one mailing per import, sent after the import has ended.

The mailing is accounted for like a campaign, so no contact gets it twice. It has priority over campaigns, but not over
system emails. It goes only to waiting contacts that the import created, and never to suppressed addresses.
"""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, JSONField, OuterRef, Q, QuerySet, Value

from server.contacts.models import Contact, ImportJob
from server.contacts.selectors import imports as import_selectors
from server.contacts.services.importing import confirmation_progress, imports
from server.contacts.states import ContactState
from server.core import clock, jobs, system_email
from server.delivery.compiling import EmailContent, Setting
from server.delivery.errors import NoRecipients
from server.delivery.models import Mailing, MailingState, Suppression
from server.delivery.origins import CONFIRMATION
from server.delivery.services import mailings
from server.delivery.services.branding import get_brand
from server.delivery.services.mailings import MailingSender
from server.delivery.services.system import Brand
from server.plans.errors import QuotaExceeded
from server.senders.errors import SenderDomainMisconfigured
from server.senders.selectors import senders
from server.senders.services.domains import check_can_send
from server.teams.models import Team

JOB = imports.CONFIRMATION_JOB
TEMPLATE = "confirm-import"
FIELDS = frozenset({"team", "email"})
# Retried while the plan has no emails left: quotas are renewed each month.
RETRY_DELAY = timedelta(hours=1)
RETRY_PERIOD = timedelta(days=35)


def send_confirmations(*, team_id: UUID, import_id: UUID) -> None:
    """Sends the mailing of an import that has ended. No-op if it was sent already, or if the import is being undone."""
    with transaction.atomic():
        job = confirmation_progress.lock_import(team_id=team_id, import_id=import_id)
        if job is None or find_mailing(team_id, import_id) is not None:
            return
        rows = _select_recipients(job)
        try:
            with transaction.atomic():
                count = mailings.start(mailing=_create_mailing(job), recipients=rows)
        except NoRecipients:
            confirmation_progress.record_needed(job, to_ask=0)
        except QuotaExceeded:
            confirmation_progress.record_needed(job, to_ask=rows.count(), ask_waits=True)
            _schedule_retry(job)
        else:
            confirmation_progress.record_needed(job, to_ask=count)


def cancel_confirmations(*, team_id: UUID, import_id: UUID) -> None:
    mailing = find_mailing(team_id, import_id)
    if mailing is not None and mailings.TRANSITIONS.allows(mailing.state, MailingState.CANCELLED):
        mailings.cancel(mailing=mailing)


def find_mailing(team_id: UUID, import_id: UUID) -> Mailing | None:
    rows = Mailing.objects.for_team(team_id).filter(origin=CONFIRMATION, origin_id=import_id)
    return rows.defer("compiled").first()


def _create_mailing(job: ImportJob) -> Mailing:
    team = Team.objects.get(pk=job.team_id)
    brand = get_brand(team)
    text = system_email.get_text(TEMPLATE, team.language)
    return mailings.create(
        team=team,
        origin=CONFIRMATION,
        origin_id=job.pk,
        content=EmailContent(subject=text.subject, body=text.body),
        sender=_get_sender(team, brand),
        known=FIELDS,
        setting=Setting(
            origin=settings.PAGES_ORIGIN.rstrip("/"),
            company=brand.name,
            accent=brand.color,
            logo=brand.logo,
            language=team.language,
            follows=False,
            unsubscribes=False,
            confirms=True,
        ),
    )


def _get_sender(team: Team, brand: Brand) -> MailingSender:
    own = senders.find_default_sender(team_id=team.pk)
    if own is None:
        return MailingSender(brand.name, settings.MAIL_FROM)
    try:
        check_can_send(team_id=team.pk, name=own.domain)
    except SenderDomainMisconfigured:
        return MailingSender(brand.name, settings.MAIL_FROM)
    return MailingSender(own.name, own.email)


def _select_recipients(job: ImportJob) -> QuerySet[Contact, tuple[object, ...]]:
    """Returns rows of contact id, address and fields."""
    name = get_brand(Team.objects.get(pk=job.team_id)).name
    lasting = Q(expires_at__isnull=True) | Q(expires_at__gt=clock.now())
    refused = Suppression.objects.for_team(job.team_id).filter(lasting, email=OuterRef("email"))
    waiting = import_selectors.query_created(job).filter(~Exists(refused), state=ContactState.WAITING)
    return waiting.values_list("pk", "email", Value({"team": name}, output_field=JSONField()))


def _schedule_retry(job: ImportJob) -> None:
    now = clock.now()
    if job.finished_at is not None and now - job.finished_at < RETRY_PERIOD:
        jobs.enqueue(JOB, due=now + RETRY_DELAY, team_id=str(job.team_id), import_id=str(job.pk))
