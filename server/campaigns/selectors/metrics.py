"""Metrics of campaigns in lists, from the counters of their mailings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.delivery import selectors as delivery


@dataclass(frozen=True, slots=True)
class CampaignListMetrics:
    """Numbers of recipients."""

    recipients: int
    sent: int
    delivered: int
    opened: int
    clicked: int


def get_metrics(campaigns: Sequence[Campaign]) -> Mapping[UUID, CampaignListMetrics]:
    """Metrics by campaign id, without campaigns that have not started. Runs one query."""
    started = [campaign for campaign in campaigns if campaign.started_at is not None]
    if not started:
        return {}
    found = delivery.get_metrics_by_origin(
        team_id=started[0].team_id, origin=CAMPAIGN, origin_ids=[campaign.pk for campaign in started]
    )
    return {
        campaign.pk: CampaignListMetrics(
            recipients=campaign.recipient_count,
            sent=figures.sent,
            delivered=figures.delivered,
            opened=figures.opened,
            clicked=figures.clicked,
        )
        for campaign in started
        if (figures := found.get(campaign.pk)) is not None
    }
