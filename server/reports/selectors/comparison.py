"""Compares a campaign with previous campaigns of the team."""

from statistics import median

from server.campaigns.origins import CAMPAIGN
from server.campaigns.selectors import campaigns
from server.delivery import selectors as delivery
from server.reports import metrics
from server.reports.schemas.metrics import ComparedOut, CompareOut, PreviousCampaignOut, RatesOut
from server.reports.selectors.reports import CampaignReport

MAX_PREVIOUS_CAMPAIGNS = 10
MIN_DELIVERED = 1  # a campaign without deliveries has no rates


def compare(found: CampaignReport) -> CompareOut:
    began = found.campaign.started_at
    earlier = (
        campaigns.list_started_before(
            team_id=found.team_id, moment=began, but=found.campaign.pk, limit=MAX_PREVIOUS_CAMPAIGNS
        )
        if began
        else []
    )
    known = delivery.get_metrics_by_origin(
        team_id=found.team_id, origin=CAMPAIGN, origin_ids=[campaign.pk for campaign in earlier]
    )
    former = [
        PreviousCampaignOut(
            id=campaign.pk,
            name=campaign.name,
            started_at=campaign.started_at,
            rates=metrics.rates_out(found.seen(counted)),
        )
        for campaign in earlier
        if campaign.started_at and (counted := known.get(campaign.pk)) and counted.delivered >= MIN_DELIVERED
    ]
    own = metrics.rates_out(found.figures)
    return CompareOut(items=[_build_comparison(name, own, former) for name in RATES] if former else [], former=former)


RATES = tuple(RatesOut.model_fields)


def _build_comparison(name: str, own: RatesOut, former: list[PreviousCampaignOut]) -> ComparedOut:
    rates = [getattr(campaign.rates, name) for campaign in former]
    return ComparedOut(
        rate=RatesOut.model_fields[name].serialization_alias or RatesOut.model_fields[name].alias or name,
        own=getattr(own, name),
        median=round(median(rates), 6),
        lowest=min(rates),
        highest=max(rates),
    )
