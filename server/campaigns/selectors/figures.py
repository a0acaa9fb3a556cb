"""The figures of campaigns in a list, from the counters of their mailings."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from server.campaigns.models import Campaign
from server.campaigns.schemas import CampaignFiguresOut
from server.delivery.models import MailingCounters


def of(campaigns: Sequence[Campaign]) -> Mapping[UUID, CampaignFiguresOut]:
    """The figures of those that have started, in one query, by campaign."""
    started = {campaign.mailing_id: campaign for campaign in campaigns if campaign.mailing_id is not None}
    if not started:
        return {}
    team_id = next(iter(started.values())).team_id
    counters = MailingCounters.objects.for_team(team_id).in_bulk(started.keys())
    found = {}
    for mailing_id, campaign in started.items():
        row = counters.get(mailing_id) or MailingCounters()
        found[campaign.pk] = CampaignFiguresOut(
            recipients=campaign.recipient_count,
            sent=row.sent,
            delivered=max(0, row.sent - row.hard_bounced - row.soft_bounced),
            opened=row.opened,
            clicked=row.clicked,
        )
    return found
