"""Background jobs of list hygiene. Each calls one service."""

from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.hygiene.services import rules, runs


def _fail_sunset(*, team_id: str, **_: Any) -> None:
    runs.fail_run(team_id=UUID(team_id))


@jobs.handler(rules.RUN_JOB, on_failure=_fail_sunset)
def run_sunset(*, team_id: str, claim: jobs.Claim, **_: Any) -> None:
    runs.run_due(team_id=UUID(team_id), claim=claim)


def _fail_undo(*, team_id: str, run_id: str, **_: Any) -> None:
    runs.fail_undo(team_id=UUID(team_id), run_id=UUID(run_id))


@jobs.handler(runs.UNDO_JOB, on_failure=_fail_undo)
def undo_sunset(*, team_id: str, run_id: str, claim: jobs.Claim, **_: Any) -> None:
    runs.revert_run(team_id=UUID(team_id), run_id=UUID(run_id), claim=claim)


schedules.add_schedule(900, "hygiene.run_sunset_rules", rules.enqueue_due)
schedules.add_purge("hygiene.sunset_touches", runs.purge_changes)
