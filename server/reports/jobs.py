"""Background jobs of reports. Each calls one service."""

from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.reports.advice import services as advice
from server.reports.services import generating, labelling


@jobs.handler(labelling.JOB)
def label_recipients(
    *,
    team_id: str,
    kind: str,
    campaign_id: str,
    machines: str,
    state: str | None,
    link: int | None,
    label_id: int,
    user_id: str,
    fullname: str,
    claim: jobs.Claim,
    # Empty for jobs enqueued before the parameters existed.
    campaign_name: str = "",
    label_name: str = "",
    **_: Any,
) -> None:
    team, campaign, asker = UUID(team_id), UUID(campaign_id), labelling.Requester(UUID(user_id), fullname)

    def report_failure(_: str) -> None:
        labelling.notify_failure(
            team_id=team,
            report_type=kind,
            campaign_id=campaign,
            name=campaign_name,
            label=label_name,
            user_id=asker.user_id,
        )

    with jobs.fail_after_last_attempt(claim, report_failure):
        labelling.run(
            team_id=team,
            report_type=kind,
            campaign_id=campaign,
            machines=machines,
            state=state,
            link=link,
            label_id=label_id,
            by=asker,
            claim=claim,
        )


@jobs.handler(advice.JOB)
def check_advice(*, team_id: str, **_: Any) -> None:
    advice.refresh_advice(team_id=UUID(team_id))


generating.EXPORTS.handle_jobs(generating.run)
schedules.add_schedule(60, "reports.find_due_advice", advice.enqueue_due)
schedules.add_purge("reports.files", generating.EXPORTS.purge_expired)
