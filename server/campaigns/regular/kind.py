"""The strategy of regular campaigns."""

from server.campaigns.kinds import CampaignStrategy
from server.campaigns.limits import EMAIL
from server.campaigns.models import Campaign
from server.campaigns.services import sending
from server.core.callers import Caller


class RegularCampaignStrategy(CampaignStrategy):
    name = EMAIL
    meaning = "campaigns under `email-marketing/`"
    screen = "campaigns"
    composer = "/email-marketing/compose/{}"

    def start(self, campaign: Campaign, *, by: Caller | None) -> Campaign:
        return sending.start(campaign, by=by)


KIND = RegularCampaignStrategy()
