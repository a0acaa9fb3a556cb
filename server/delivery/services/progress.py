"""Telling those who watch a mailing its figures."""

from collections.abc import Sequence

from server.contacts.services import import_confirmations
from server.core import events, rooms
from server.delivery.events import MailingProgressed
from server.delivery.models import MailingCounters, Origin


def publish(mailing_ids: Sequence[int]) -> None:
    """Publishes the whole figures of each campaign's mailing to the room of its campaign and of its team; of a mailing
    that asks to confirm, its import tells."""
    _tell_imports(mailing_ids)
    # across teams: each mailing's figures go to the rooms of its own team
    rows = MailingCounters.objects.filter(mailing_id__in=mailing_ids, mailing__origin=Origin.CAMPAIGN)
    for counters in rows.select_related("mailing").defer("mailing__compiled", "mailing__plain"):
        mailing = counters.mailing
        if mailing.team_id is None:
            continue
        watching = rooms.watching(mailing.origin, mailing.origin_id)
        events.publish(progressed(counters), rooms=[watching, rooms.team(mailing.team_id)])


def _tell_imports(mailing_ids: Sequence[int]) -> None:
    # across teams: each mailing's figures go to the import of its own team
    rows = MailingCounters.objects.filter(mailing_id__in=mailing_ids, mailing__origin=Origin.CONFIRMATION)
    for counters in rows.select_related("mailing").defer("mailing__compiled", "mailing__plain"):
        mailing = counters.mailing
        if mailing.team_id is not None:
            import_confirmations.went_on(
                team_id=mailing.team_id,
                import_id=mailing.origin_id,
                asked=counters.sent + counters.in_doubt,
                declined=counters.unsubscribed,
            )


def progressed(counters: MailingCounters) -> MailingProgressed:
    """The event that says how a mailing stands."""
    mailing = counters.mailing
    return MailingProgressed(
        origin=mailing.origin,
        origin_id=mailing.origin_id,
        state=mailing.state,
        revision=counters.revision,
        recipients=mailing.recipients,
        delivered=counters.sent - counters.returned,
        **{name: getattr(counters, name) for name in FIGURES},
    )


FIGURES = (
    "sent",
    "failed",
    "suppressed",
    "skipped",
    "in_doubt",
    "deferred",
    "hard_bounced",
    "soft_bounced",
    "opened",
    "opens",
    "machine_opens",
    "clicked",
    "clicks",
    "machine_clicks",
    "unsubscribed",
    "complained",
)
