"""Telling those who watch a mailing its figures."""

from collections.abc import Sequence
from uuid import UUID

from server.contacts.services import import_confirmations
from server.core import events, rooms
from server.delivery import selectors
from server.delivery.events import MailingProgressed
from server.delivery.models import Mailing, MailingCounters, Origin


def publish(mailing_ids: Sequence[int]) -> None:
    """Publishes the whole figures of each campaign's mailing to the room of its campaign and of its team; of a mailing
    that asks to confirm, its import tells."""
    _tell_imports(mailing_ids)
    # across teams: each campaign's figures go to the rooms of its own team
    moved = Mailing.objects.filter(pk__in=mailing_ids, origin=Origin.CAMPAIGN).values("origin_id")
    rows = MailingCounters.objects.filter(mailing__origin=Origin.CAMPAIGN, mailing__origin_id__in=moved)
    campaigns: dict[tuple[UUID, UUID], list[MailingCounters]] = {}
    for counters in rows.select_related("mailing").defer("mailing__compiled", "mailing__plain"):
        mailing = counters.mailing
        if mailing.team_id is not None:
            campaigns.setdefault((mailing.team_id, mailing.origin_id), []).append(counters)
    for (team_id, campaign_id), parts in campaigns.items():
        watching = rooms.watching(Origin.CAMPAIGN, campaign_id)
        events.publish(progressed(parts), rooms=[watching, rooms.team(team_id)])


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


def progressed(parts: Sequence[MailingCounters]) -> MailingProgressed:
    """The event that says how a campaign's mailings stand together. Each revision only grows, and so does their sum."""
    mailing = parts[0].mailing
    return MailingProgressed(
        origin=mailing.origin,
        origin_id=mailing.origin_id,
        state=selectors.one_state({part.mailing.state for part in parts}),
        revision=sum(part.revision for part in parts),
        recipients=sum(part.mailing.recipients for part in parts),
        delivered=sum(part.sent - part.returned for part in parts),
        **{name: sum(getattr(part, name) for part in parts) for name in FIGURES},
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
