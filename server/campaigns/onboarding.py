"""The onboarding step of campaigns."""

from server.campaigns.models import Campaign
from server.campaigns.permissions import SEND
from server.core.callers import Caller
from server.onboarding.steps import Step


def _has_sent(caller: Caller) -> bool:
    return Campaign.objects.for_team(caller).filter(started_at__isnull=False).exists()


STEPS = (Step("sendCampaign", _has_sent, permission=SEND, area="emailMarketing"),)
