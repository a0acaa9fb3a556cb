"""The figures of a mailing as reports show them; docs/figures.md defines each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Sum

from server.campaigns.models import Campaign
from server.core import clock
from server.delivery.models import Batch, BatchState, Mailing, MailingCounters, MailingMinute, MailingState
from server.delivery.services import progress
from server.reports.schemas import FiguresOut, PaceOut, RatesOut

PACE_OVER = timedelta(minutes=2)
HANDLED = ("sent", "failed", "in_doubt")  # handed to a mail server, whatever it said in the end


@dataclass(frozen=True, slots=True)
class Standing:
    """A mailing, its counters, and how many recipients wait to be tried again."""

    mailing: Mailing
    counters: MailingCounters
    waiting: int


def standing(*, team_id: UUID, campaign: Campaign) -> Standing | None:
    """How the campaign's mailing stands; None before it has one."""
    rows = MailingCounters.objects.for_team(team_id).select_related("mailing").defer("mailing__compiled")
    counters = rows.filter(mailing__origin="campaign", mailing__origin_id=campaign.pk).first()
    if counters is None:
        return None
    again = Batch.objects.filter(mailing_id=counters.mailing_id, parent_id__isnull=False)
    waiting = again.exclude(state=BatchState.DONE).aggregate(total=Sum("size"))["total"] or 0
    return Standing(counters.mailing, counters, waiting)


def figures_of(found: Standing) -> FiguresOut:
    """All figures with their rates."""
    told = progress.progressed(found.counters).model_dump()
    handed = sum(told[name] for name in HANDLED)
    waiting = 0 if found.mailing.state in (MailingState.DONE, MailingState.CANCELLED) else found.waiting
    return FiguresOut(
        **{name: told[name] for name in FiguresOut.model_fields if name in told},
        waiting=waiting,
        pending=max(0, told["recipients"] - handed - told["suppressed"] - waiting),
        rates=rates_of(told),
    )


def rates_of(figures: Mapping[str, int]) -> RatesOut:
    """The rates of a set of figures, each with the base that docs/figures.md names."""
    handed = sum(figures[name] for name in HANDLED)
    bounced = figures["hard_bounced"] + figures["soft_bounced"]
    delivered = figures["delivered"]
    return RatesOut(
        delivered=_rate(delivered, handed),
        bounced=_rate(bounced, handed),
        opened=_rate(figures["opened"], delivered),
        clicked=_rate(figures["clicked"], delivered),
        clicked_of_opened=_rate(figures["clicked"], figures["opened"]),
        unsubscribed=_rate(figures["unsubscribed"], delivered),
        complained=_rate(figures["complained"], delivered),
    )


def pace_of(found: Standing) -> PaceOut | None:
    """How fast the mailing goes, by the last two minutes or less where it has just begun."""
    mailing = found.mailing
    if mailing.state != MailingState.SENDING or mailing.started_at is None or mailing.team_id is None:
        return None
    now = clock.now()
    since = max(mailing.started_at, _minute(now - PACE_OVER))
    minutes = MailingMinute.objects.for_team(mailing.team_id).filter(
        mailing_id=mailing.pk, minute__gte=_minute(since), what__in=HANDLED
    )
    done = minutes.aggregate(total=Sum("count"))["total"] or 0
    seconds = (now - since).total_seconds()
    if not done or seconds < 1:
        return None
    per_second = done / seconds
    counters = found.counters
    left = mailing.recipients - counters.sent - counters.failed - counters.in_doubt - counters.suppressed
    return PaceOut(per_second=round(per_second, 2), seconds_left=round(max(0, left) / per_second))


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _rate(part: int, base: int) -> float | None:
    return round(part / base, 6) if base else None
