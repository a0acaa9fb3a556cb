"""Status of a test: the combined state of its mailings, and the wait for the winner.

The campaign is SENDING from its start to the end of the winner's mailing, including the wait.
"""

from datetime import datetime
from typing import Final

from server.campaigns.ab.models import AbTest
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.states import CampaignStatus, Move
from server.core import clock, jobs
from server.delivery import selectors as delivery
from server.delivery.models import MailingState

DECIDE_JOB: Final = "campaigns.decide_test"


def test_of(campaign: Campaign) -> AbTest:
    return AbTest.objects.for_team(campaign.team_id).get(pk=campaign.pk)


def hold(campaign: Campaign, move: Move) -> None:
    """Records that a user paused or resumed the test."""
    if move in (Move.PAUSE, Move.RESUME):
        test = AbTest.objects.for_team(campaign.team_id).filter(pk=campaign.pk)
        test.update(is_held=move is Move.PAUSE)


def state_of(campaign: Campaign) -> str:
    """Returns the combined state of the campaign's mailings."""
    state = delivery.state_together(team_id=campaign.team_id, origin=CAMPAIGN, origin_id=campaign.pk)
    is_over = state in (MailingState.DONE, MailingState.CANCELLED)
    if not is_over and test_of(campaign).is_held:
        return MailingState.PAUSED
    return MailingState.SENDING if state == MailingState.PREPARING else state


def moved(campaign: Campaign, status: CampaignStatus) -> None:
    """Stops the waiting time during a pause. Call it before the campaign's status changes."""
    test = test_of(campaign)
    if status == CampaignStatus.PAUSED:
        test.paused_at = clock.now()
        test.save(update_fields=["paused_at"])
    elif campaign.status == CampaignStatus.PAUSED and test.paused_at is not None:
        lost, test.paused_at = clock.now() - test.paused_at, None
        if test.ends_at is not None and test.winner is None:
            test.ends_at += lost
            decide_later(campaign, test.ends_at)
        test.save(update_fields=["paused_at", "ends_at"])


def decide_later(campaign: Campaign, due: datetime) -> None:
    """Schedules the decision for the end of the waiting time."""
    jobs.enqueue(DECIDE_JOB, due=due, team_id=str(campaign.team_id), campaign_id=str(campaign.pk))
