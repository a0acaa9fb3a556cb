"""Background jobs of campaigns."""

from typing import Any
from uuid import UUID

from server.campaigns.ab import sending as ab_sending
from server.campaigns.ab import status
from server.campaigns.services import links, scheduling, sending
from server.core import jobs, schedules
from server.core.jobs import Claim


def _fail_start(*, team_id: str, campaign_id: str, **_: Any) -> None:
    scheduling.fail_start(team_id=UUID(team_id), campaign_id=UUID(campaign_id))


def _fail_freezing(*, team_id: str, campaign_id: str, **_: Any) -> None:
    scheduling.fail_freezing(team_id=UUID(team_id), campaign_id=UUID(campaign_id))


def _request_choice(*, team_id: str, campaign_id: str, **_: Any) -> None:
    ab_sending.request_choice(team_id=UUID(team_id), campaign_id=UUID(campaign_id))


@jobs.handler(scheduling.FIRE_JOB, on_failure=_fail_start)
def fire_campaign(*, team_id: str, campaign_id: str, **_: Any) -> None:
    scheduling.fire(team_id=UUID(team_id), campaign_id=UUID(campaign_id))


@jobs.handler(sending.FREEZE_JOB, on_failure=_fail_freezing)
def freeze_recipients(*, team_id: str, campaign_id: str, **_: Any) -> None:
    sending.freeze(team_id=UUID(team_id), campaign_id=UUID(campaign_id))


@jobs.handler(links.JOB)
def check_links(*, team_id: str, campaign_id: str, claim: Claim, **_: Any) -> None:
    links.run(team_id=UUID(team_id), campaign_id=UUID(campaign_id), claim=claim)


@jobs.handler(ab_sending.FREEZE_JOB, on_failure=_fail_freezing)
def freeze_test(*, team_id: str, campaign_id: str, **_: Any) -> None:
    ab_sending.freeze(team_id=UUID(team_id), campaign_id=UUID(campaign_id))


@jobs.handler(status.DECIDE_JOB, on_failure=_request_choice)
def decide_test(*, team_id: str, campaign_id: str, **_: Any) -> None:
    ab_sending.choose_by_rule(team_id=UUID(team_id), campaign_id=UUID(campaign_id))


schedules.add_schedule(1, "campaigns.fire_due", scheduling.enqueue_due, queue=scheduling.PUNCTUAL)
