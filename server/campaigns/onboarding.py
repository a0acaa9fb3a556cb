"""The onboarding step of campaigns."""

from server.campaigns.models import Campaign
from server.campaigns.permissions import SEND
from server.core.callers import Caller
from server.onboarding.steps import OnboardingStep


def _has_sent(caller: Caller) -> bool:
    return Campaign.objects.for_team(caller).filter(started_at__isnull=False).exists()


STEPS = (OnboardingStep("sendCampaign", _has_sent, permission=SEND, area="emailMarketing"),)
