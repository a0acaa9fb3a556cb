"""Status of a test: the combined state of its mailings, and the wait for the winner.

The campaign is SENDING from its start to the end of the winner's mailing, including the wait.
"""

from datetime import datetime
from typing import Final

from server.campaigns.ab.models import AbTest
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.states import CampaignAction, CampaignStatus
from server.core import clock, jobs
from server.delivery import selectors as delivery
from server.delivery.models import MailingState

DECIDE_JOB: Final = "campaigns.decide_test"


def get_test(campaign: Campaign) -> AbTest:
    return AbTest.objects.for_team(campaign.team_id).get(pk=campaign.pk)


def record_pause(campaign: Campaign, move: CampaignAction) -> None:
    if move in (CampaignAction.PAUSE, CampaignAction.RESUME):
        test = AbTest.objects.for_team(campaign.team_id).filter(pk=campaign.pk)
        test.update(is_held=move is CampaignAction.PAUSE)


def get_state(campaign: Campaign) -> str:
    """The combined state of the mailings: PAUSED while a user has paused the test, SENDING while they are prepared."""
    state = delivery.get_combined_state(team_id=campaign.team_id, origin=CAMPAIGN, origin_id=campaign.pk)
    is_over = state in (MailingState.DONE, MailingState.CANCELLED)
    if not is_over and get_test(campaign).is_held:
        return MailingState.PAUSED
    return MailingState.SENDING if state == MailingState.PREPARING else state


def track_pause(campaign: Campaign, status: CampaignStatus) -> None:
    """Stops the waiting time during a pause. Call it before the campaign's status changes."""
    test = get_test(campaign)
    if status == CampaignStatus.PAUSED:
        test.paused_at = clock.now()
        test.save(update_fields=["paused_at"])
    elif campaign.status == CampaignStatus.PAUSED and test.paused_at is not None:
        lost, test.paused_at = clock.now() - test.paused_at, None
        if test.ends_at is not None and test.winner is None:
            test.ends_at += lost
            schedule_decision(campaign, test.ends_at)
        test.save(update_fields=["paused_at", "ends_at"])


def schedule_decision(campaign: Campaign, due: datetime) -> None:
    jobs.enqueue(DECIDE_JOB, due=due, team_id=str(campaign.team_id), campaign_id=str(campaign.pk))
