"""Background jobs of reports. Each calls one service."""

from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.reports.advice import services as advice
from server.reports.services import generating, labelling


def _notify_of_failure(
    *,
    team_id: str,
    kind: str,
    campaign_id: str,
    user_id: str,
    # Empty for jobs enqueued before the parameters existed.
    campaign_name: str = "",
    label_name: str = "",
    **_: Any,
) -> None:
    labelling.notify_failure(
        team_id=UUID(team_id),
        report_type=kind,
        campaign_id=UUID(campaign_id),
        name=campaign_name,
        label=label_name,
        user_id=UUID(user_id),
    )


@jobs.handler(labelling.JOB, on_failure=_notify_of_failure)
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
    **_: Any,
) -> None:
    labelling.run(
        team_id=UUID(team_id),
        report_type=kind,
        campaign_id=UUID(campaign_id),
        machines=machines,
        state=state,
        link=link,
        label_id=label_id,
        by=labelling.Requester(UUID(user_id), fullname),
        claim=claim,
    )


@jobs.handler(advice.JOB)
def check_advice(*, team_id: str, **_: Any) -> None:
    advice.refresh_advice(team_id=UUID(team_id))


generating.EXPORTS.handle_jobs(generating.run)
schedules.add_schedule(60, "reports.find_due_advice", advice.enqueue_due)
schedules.add_purge("reports.files", generating.EXPORTS.purge_expired)
