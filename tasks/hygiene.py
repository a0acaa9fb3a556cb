"""Jobs of list hygiene: each is one call of a service."""

from typing import Any
from uuid import UUID

from django.db import close_old_connections

from server.core import jobs
from server.core.broker import celery
from server.hygiene.services import rules, runs
from tasks.last_try import giving_up

SCHEDULE: dict[str, float] = {"tasks.run_sunset_rules": 900, "tasks.forget_sunset_touches": 3600}


@jobs.handler(rules.JOB)
def run_sunset(*, team_id: str, claim: jobs.Claim, **_: Any) -> None:
    """Does a day's work of a sunset rule; after the last try it has failed."""
    with giving_up(claim, lambda _: runs.fail(team_id=UUID(team_id))):
        runs.run(team_id=UUID(team_id), claim=claim)


@jobs.handler(runs.UNDO_JOB)
def undo_sunset(*, team_id: str, run_id: str, claim: jobs.Claim, **_: Any) -> None:
    """Takes a day's work of a sunset rule back."""
    runs.take_back(team_id=UUID(team_id), run_id=UUID(run_id), claim=claim)


@celery.task(name="tasks.run_sunset_rules")
def run_sunset_rules(**_: Any) -> None:
    """Lets the sunset rules that are due do their day's work."""
    close_old_connections()
    rules.enqueue_due()


@celery.task(name="tasks.forget_sunset_touches")
def forget_sunset_touches(**_: Any) -> None:
    """Drops the notes of runs that can't be taken back any more."""
    close_old_connections()
    runs.forget_old()
