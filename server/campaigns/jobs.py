"""Background jobs of campaigns."""

from typing import Any
from uuid import UUID

from server.campaigns.ab import sending as ab_sending
from server.campaigns.ab import status
from server.campaigns.services import links, scheduling, sending
from server.core import jobs, schedules
from server.core.jobs import Claim


@jobs.handler(scheduling.FIRE_JOB)
def fire_campaign(*, team_id: str, campaign_id: str, claim: Claim, **_: Any) -> None:
    team, campaign = UUID(team_id), UUID(campaign_id)
    with jobs.fail_after_last_attempt(claim, lambda _: scheduling.fail_start(team_id=team, campaign_id=campaign)):
        scheduling.fire(team_id=team, campaign_id=campaign)


@jobs.handler(sending.FREEZE_JOB)
def freeze_recipients(*, team_id: str, campaign_id: str, claim: Claim, **_: Any) -> None:
    team, campaign = UUID(team_id), UUID(campaign_id)
    with jobs.fail_after_last_attempt(claim, lambda _: scheduling.fail_freezing(team_id=team, campaign_id=campaign)):
        sending.freeze(team_id=team, campaign_id=campaign)


@jobs.handler(links.JOB)
def check_links(*, team_id: str, campaign_id: str, claim: Claim, **_: Any) -> None:
    links.run(team_id=UUID(team_id), campaign_id=UUID(campaign_id), claim=claim)


@jobs.handler(ab_sending.FREEZE_JOB)
def freeze_test(*, team_id: str, campaign_id: str, claim: Claim, **_: Any) -> None:
    team, campaign = UUID(team_id), UUID(campaign_id)
    with jobs.fail_after_last_attempt(claim, lambda _: scheduling.fail_freezing(team_id=team, campaign_id=campaign)):
        ab_sending.freeze(team_id=team, campaign_id=campaign)


@jobs.handler(status.DECIDE_JOB)
def decide_test(*, team_id: str, campaign_id: str, claim: Claim, **_: Any) -> None:
    team, campaign = UUID(team_id), UUID(campaign_id)
    with jobs.fail_after_last_attempt(claim, lambda _: ab_sending.request_choice(team_id=team, campaign_id=campaign)):
        ab_sending.choose_by_rule(team_id=team, campaign_id=campaign)


schedules.add_schedule(1, "campaigns.fire_due", scheduling.enqueue_due, queue=scheduling.PUNCTUAL)
