"""Campaigns for loyalty cards: a kind with one mailing, like the regular one, that records its calls."""

from server.campaigns.kinds import CampaignStrategy
from server.campaigns.models import Campaign
from server.campaigns.services import sending
from server.core.callers import Caller
from tests.plugin.cards import LEDGER


class CardCampaigns(CampaignStrategy):
    """Regular campaigns under another name."""

    name = "card"
    meaning = "loyalty cards under `cards/`"
    screen = "cards"
    composer = "/cards/{}/compose"

    def start(self, campaign: Campaign, *, by: Caller | None) -> Campaign:
        LEDGER.append(("start", campaign.name))
        return sending.start(campaign, by=by)

    def copy_parts(self, original: Campaign, duplicate: Campaign) -> None:
        LEDGER.append(("copy", duplicate.name))


KIND = CardCampaigns()
