"""How far a tested campaign is, which has several mailings: one state of them all, and the wait for the winner.

The campaign is SENDING from its start to the end of what gets the winner; in between it waits.
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
    """The campaign's test as the database has it now."""
    return AbTest.objects.for_team(campaign.team_id).get(pk=campaign.pk)


def hold(campaign: Campaign, move: Move) -> None:
    """Marks the test as paused by somebody, or as going on."""
    if move in (Move.PAUSE, Move.RESUME):
        test = AbTest.objects.for_team(campaign.team_id).filter(pk=campaign.pk)
        test.update(is_held=move is Move.PAUSE)


def state_of(campaign: Campaign) -> str:
    """The one state of the campaign's mailings."""
    state = delivery.state_together(team_id=campaign.team_id, origin=CAMPAIGN, origin_id=campaign.pk)
    is_over = state in (MailingState.DONE, MailingState.CANCELLED)
    if not is_over and test_of(campaign).is_held:
        return MailingState.PAUSED
    return MailingState.SENDING if state == MailingState.PREPARING else state


def moved(campaign: Campaign, status: CampaignStatus) -> None:
    """Stops the clock of the test while it is paused. Called before the campaign has the new status."""
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
    """Has the winner chosen, or somebody asked to, when the wait is over."""
    jobs.enqueue(DECIDE_JOB, due=due, team_id=str(campaign.team_id), campaign_id=str(campaign.pk))
