"""Metrics of a campaign for reports. delivery defines each metric and rate (docs/metrics.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta

from django.db.models import Sum

from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.core import clock
from server.delivery import selectors as delivery
from server.delivery.models import Batch, BatchState, Mailing, MailingMinute, MailingState
from server.delivery.selectors import MailingMetrics
from server.reports.schemas.metrics import MetricsOut, RatesOut, SendingRateOut

SENDING_RATE_PERIOD = timedelta(minutes=2)
TRANSMITTED = ("sent", "failed", "in_doubt")  # passed to a receiving server, with any result
FINAL_STATES = frozenset({MailingState.DONE, MailingState.CANCELLED})


@dataclass(frozen=True, slots=True)
class CampaignMetrics:
    """The mailings of a campaign, their metrics combined and by mailing, and their deferred recipients."""

    mailings: Sequence[Mailing]
    figures: MailingMetrics
    by_mailing: Mapping[int, MailingMetrics]
    retried: Mapping[int, int]


def get_campaign_metrics(*, campaign: Campaign) -> CampaignMetrics:
    """Raises NotFound before the campaign has a mailing."""
    mailings = delivery.list_mailings(team_id=campaign.team_id, origin=CAMPAIGN, origin_id=campaign.pk)
    by_mailing = delivery.get_metrics_by_mailing(mailings=mailings)
    # While a job freezes the recipients, only the campaign knows their number.
    whole = replace(delivery.combine_metrics(by_mailing.values()), recipients=campaign.recipient_count)
    return CampaignMetrics(
        mailings, whole, by_mailing, _count_retried([m.pk for m in mailings if m.state not in FINAL_STATES])
    )


def split_by_mailing(found: CampaignMetrics) -> Sequence[CampaignMetrics]:
    return [
        CampaignMetrics([mailing], found.by_mailing[mailing.pk], {}, {mailing.pk: found.retried.get(mailing.pk, 0)})
        for mailing in found.mailings
    ]


def _count_retried(mailing_ids: Sequence[int]) -> Mapping[int, int]:
    if not mailing_ids:
        return {}
    again = Batch.objects.filter(mailing_id__in=mailing_ids, parent_id__isnull=False).exclude(state=BatchState.DONE)
    return dict(again.values_list("mailing_id").annotate(total=Sum("size")))


def metrics_out(found: CampaignMetrics, *, with_machines: bool = False) -> MetricsOut:
    """`with_machines` includes bots in the rates."""
    figures = found.figures
    retried = min(sum(found.retried.values()), figures.waiting)
    counted = {field.name: getattr(figures, field.name) for field in fields(figures)}
    return MetricsOut(
        **counted,
        delivered=figures.delivered,
        waiting=figures.waiting,
        retried=retried,
        pending=figures.waiting - retried,
        rates=rates_out(figures.with_machines() if with_machines else figures),
    )


def sum_metrics(amounts: Mapping[str, int]) -> MailingMetrics:
    """Metrics that `amounts` lacks, such as `recipients`, are 0."""
    return MailingMetrics(**{field.name: amounts.get(field.name, 0) for field in fields(MailingMetrics)})


def rates_out(figures: MailingMetrics) -> RatesOut:
    return RatesOut(
        delivered=_round(figures.delivery_rate),
        bounced=_round(figures.bounce_rate),
        opened=_round(figures.open_rate),
        clicked=_round(figures.click_rate),
        clicked_of_opened=_round(figures.click_to_open_rate),
        unsubscribed=_round(figures.unsubscribe_rate),
        complained=_round(figures.complaint_rate),
    )


def sending_rate_out(found: CampaignMetrics) -> SendingRateOut | None:
    """Measures the last two minutes, or the time since the start if that is shorter."""
    sending = [mailing for mailing in found.mailings if mailing.state == MailingState.SENDING]
    begun = [mailing.started_at for mailing in sending if mailing.started_at is not None]
    team_id = sending[0].team_id if sending else None
    if not begun or team_id is None:
        return None
    now = clock.now()
    since = max(min(begun), _truncate_to_minute(now - SENDING_RATE_PERIOD))
    minutes = MailingMinute.objects.for_team(team_id).filter(
        mailing_id__in=[mailing.pk for mailing in sending], minute__gte=_truncate_to_minute(since), what__in=TRANSMITTED
    )
    done = minutes.aggregate(total=Sum("count"))["total"] or 0
    seconds = (now - since).total_seconds()
    if not done or seconds < 1:
        return None
    per_second = done / seconds
    return SendingRateOut(per_second=round(per_second, 2), seconds_left=round(found.figures.waiting / per_second))


def _truncate_to_minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _round(rate: float) -> float:
    return round(rate, 6)
