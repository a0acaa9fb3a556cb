"""Publishes the statistics of mailings to the users who watch them."""

from collections.abc import Sequence
from uuid import UUID

from server.contacts.services.importing import confirmation_progress
from server.core import events, rooms
from server.delivery import origins, selectors
from server.delivery.events import MailingProgressed
from server.delivery.models import Mailing, MailingCounters
from server.delivery.origins import CONFIRMATION


def publish(mailing_ids: Sequence[int]) -> None:
    """Publishes the total statistics of each record with marketing mailings to its room and its team's.

    For confirmation mailings, the import publishes its own progress.
    """
    _publish_imports(mailing_ids)
    for counters in _list_marketing_counters(mailing_ids):
        mailing = counters[0].mailing
        if mailing.team_id is None:
            continue
        watching = rooms.build_room(mailing.origin, mailing.origin_id)
        events.publish(build_progress_event(counters), rooms=[watching, rooms.team(mailing.team_id)])


def _list_marketing_counters(mailing_ids: Sequence[int]) -> list[list[MailingCounters]]:
    # across teams: each mailing's statistics go to the rooms of its own team
    moved = Mailing.objects.filter(pk__in=mailing_ids, origin__in=origins.list_marketing_origins())
    known = set(moved.values_list("team_id", "origin", "origin_id"))
    if not known:
        return []
    # across teams: those of the same origins, of the same teams
    rows = MailingCounters.objects.filter(
        mailing__team_id__in={team_id for team_id, _, _ in known},
        mailing__origin__in={origin for _, origin, _ in known},
        mailing__origin_id__in={origin_id for _, _, origin_id in known},
    )
    found: dict[tuple[str, UUID], list[MailingCounters]] = {}
    for counters in rows.select_related("mailing").defer("mailing__compiled", "mailing__plain").order_by("pk"):
        mailing = counters.mailing
        found.setdefault((mailing.origin, mailing.origin_id), []).append(counters)
    return list(found.values())


def _publish_imports(mailing_ids: Sequence[int]) -> None:
    # across teams: each mailing's statistics go to the import of its own team
    rows = MailingCounters.objects.filter(mailing_id__in=mailing_ids, mailing__origin=CONFIRMATION)
    for counters in rows.select_related("mailing").defer("mailing__compiled", "mailing__plain"):
        mailing = counters.mailing
        if mailing.team_id is not None:
            confirmation_progress.record_requested(
                team_id=mailing.team_id,
                import_id=mailing.origin_id,
                asked=counters.sent + counters.in_doubt,
                declined=counters.unsubscribed,
            )


def build_progress_event(parts: Sequence[MailingCounters]) -> MailingProgressed:
    """Combines the statistics of all mailings of a record. The sum of their revisions only grows."""
    mailing = parts[0].mailing
    return MailingProgressed(
        origin=mailing.origin,
        origin_id=mailing.origin_id,
        state=selectors.combine_states({part.mailing.state for part in parts}),
        revision=sum(part.revision for part in parts),
        recipients=sum(part.mailing.recipients for part in parts),
        delivered=sum(part.sent - part.returned for part in parts),
        **{name: sum(getattr(part, name) for part in parts) for name in COUNTERS},
    )


COUNTERS = (
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
