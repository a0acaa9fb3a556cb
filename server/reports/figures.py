"""The figures of a mailing as reports show them. delivery defines each, and every rate (docs/figures.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta

from django.db.models import Sum

from server.campaigns.models import Campaign
from server.core import clock
from server.delivery import selectors as delivery
from server.delivery.models import Batch, BatchState, Mailing, MailingMinute, MailingState
from server.delivery.selectors import Figures
from server.reports.schemas import FiguresOut, PaceOut, RatesOut

PACE_OVER = timedelta(minutes=2)
HANDED = ("sent", "failed", "in_doubt")  # handed to a mail server, whatever it said in the end
OVER = frozenset({MailingState.DONE, MailingState.CANCELLED})


@dataclass(frozen=True, slots=True)
class Standing:
    """A mailing, its figures, and how many of its recipients were refused for now and are to be tried again."""

    mailing: Mailing
    figures: Figures
    retried: int


def standing(*, campaign: Campaign) -> Standing:
    """How the campaign's mailing stands. Raises NotFound before it has one."""
    mailing = delivery.mailing_of(team_id=campaign.team_id, origin_id=campaign.pk)
    retried = 0
    if mailing.state not in OVER:
        again = Batch.objects.filter(mailing=mailing, parent_id__isnull=False).exclude(state=BatchState.DONE)
        retried = again.aggregate(total=Sum("size"))["total"] or 0
    # While a job still freezes them the mailing has no recipients; the campaign knows how many there will be.
    figures = replace(delivery.figures(mailing=mailing), recipients=campaign.recipient_count)
    return Standing(mailing, figures, retried)


def figures_of(found: Standing) -> FiguresOut:
    """All figures with their rates."""
    figures = found.figures
    retried = min(found.retried, figures.waiting)
    counted = {field.name: getattr(figures, field.name) for field in fields(figures)}
    return FiguresOut(
        **counted,
        delivered=figures.delivered,
        waiting=figures.waiting,
        retried=retried,
        pending=figures.waiting - retried,
        rates=rates_of(figures),
    )


def summed(amounts: Mapping[str, int]) -> Figures:
    """The figures of several mailings together, of which no recipients are known."""
    return Figures(**{field.name: amounts.get(field.name, 0) for field in fields(Figures)})


def rates_of(figures: Figures) -> RatesOut:
    """The rates of a set of figures."""
    return RatesOut(
        delivered=_rounded(figures.delivery_rate),
        bounced=_rounded(figures.bounce_rate),
        opened=_rounded(figures.open_rate),
        clicked=_rounded(figures.click_rate),
        clicked_of_opened=_rounded(figures.click_to_open_rate),
        unsubscribed=_rounded(figures.unsubscribe_rate),
        complained=_rounded(figures.complaint_rate),
    )


def pace_of(found: Standing) -> PaceOut | None:
    """How fast the mailing goes, by the last two minutes or less where it has just begun."""
    mailing = found.mailing
    if mailing.state != MailingState.SENDING or mailing.started_at is None or mailing.team_id is None:
        return None
    now = clock.now()
    since = max(mailing.started_at, _minute(now - PACE_OVER))
    minutes = MailingMinute.objects.for_team(mailing.team_id).filter(
        mailing_id=mailing.pk, minute__gte=_minute(since), what__in=HANDED
    )
    done = minutes.aggregate(total=Sum("count"))["total"] or 0
    seconds = (now - since).total_seconds()
    if not done or seconds < 1:
        return None
    per_second = done / seconds
    return PaceOut(per_second=round(per_second, 2), seconds_left=round(found.figures.waiting / per_second))


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _rounded(rate: float) -> float:
    return round(rate, 6)
