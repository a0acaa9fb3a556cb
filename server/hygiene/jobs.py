"""Jobs of list hygiene: each is one call of a service."""

from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.hygiene.services import rules, runs


@jobs.handler(rules.JOB)
def run_sunset(*, team_id: str, claim: jobs.Claim, **_: Any) -> None:
    """Does a day's work of a sunset rule; after the last try it has failed."""
    with jobs.giving_up(claim, lambda _: runs.fail(team_id=UUID(team_id))):
        runs.run(team_id=UUID(team_id), claim=claim)


@jobs.handler(runs.UNDO_JOB)
def undo_sunset(*, team_id: str, run_id: str, claim: jobs.Claim, **_: Any) -> None:
    """Undoes one run of a sunset rule."""
    runs.take_back(team_id=UUID(team_id), run_id=UUID(run_id), claim=claim)


schedules.every(900, "hygiene.run_sunset_rules", rules.enqueue_due)
schedules.purge("hygiene.sunset_touches", runs.forget_old)
