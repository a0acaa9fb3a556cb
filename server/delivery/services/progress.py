"""Telling those who watch a mailing its figures."""

from collections.abc import Sequence
from uuid import UUID

from server.contacts.services import import_confirmations
from server.core import events, rooms
from server.delivery.events import MailingProgressed
from server.delivery.models import Mailing, MailingCounters, MailingState, Origin


def publish(mailing_ids: Sequence[int]) -> None:
    """Publishes the whole figures of each campaign, all its mailings together, to the room of the campaign and of its
    team; of a mailing that asks to confirm, its import tells."""
    _tell_imports(mailing_ids)
    for counters in _campaigns(mailing_ids):
        mailing = counters[0].mailing
        if mailing.team_id is None:
            continue
        watching = rooms.watching(mailing.origin, mailing.origin_id)
        events.publish(progressed(counters), rooms=[watching, rooms.team(mailing.team_id)])


def _campaigns(mailing_ids: Sequence[int]) -> list[list[MailingCounters]]:
    """The counters of all mailings of the campaigns that these mailings are of, by campaign."""
    # across teams: each mailing's figures go to the rooms of its own team
    moved = Mailing.objects.filter(pk__in=mailing_ids, origin=Origin.CAMPAIGN).values_list("team_id", "origin_id")
    known = set(moved)
    if not known:
        return []
    # across teams: those of the same campaigns, of the same teams
    rows = MailingCounters.objects.filter(
        mailing__team_id__in={team_id for team_id, _ in known},
        mailing__origin=Origin.CAMPAIGN,
        mailing__origin_id__in={origin_id for _, origin_id in known},
    )
    found: dict[UUID, list[MailingCounters]] = {}
    for counters in rows.select_related("mailing").defer("mailing__compiled", "mailing__plain").order_by("pk"):
        found.setdefault(counters.mailing.origin_id, []).append(counters)
    return list(found.values())


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


def progressed(counters: Sequence[MailingCounters]) -> MailingProgressed:
    """The event that says how the mailings of one thing stand together."""
    mailings = [row.mailing for row in counters]
    states = {mailing.state for mailing in mailings}
    return MailingProgressed(
        origin=mailings[0].origin,
        origin_id=mailings[0].origin_id,
        state=next(state for state in FIRST_STATE if state in states),
        revision=sum(row.revision for row in counters),
        recipients=sum(mailing.recipients for mailing in mailings),
        delivered=sum(row.sent - row.returned for row in counters),
        **{name: sum(getattr(row, name) for row in counters) for name in FIGURES},
    )


# Of several mailings the state of the one that has most before it.
FIRST_STATE = (
    MailingState.SENDING,
    MailingState.PREPARING,
    MailingState.PAUSED,
    MailingState.CANCELLED,
    MailingState.DONE,
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
    "any_opened",
    "any_clicked",
    "unsubscribed",
    "complained",
)
