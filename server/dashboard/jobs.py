"""Sample data for the teams of vendors that show it."""

from typing import Any
from uuid import UUID

from server.core import jobs
from server.dashboard.demo import story
from server.identity.services.registration import FILL_SAMPLE


@jobs.handler(FILL_SAMPLE)
def fill_sample(*, team_id: str, **_: Any) -> None:
    """Fills a new team with contacts, campaigns and their figures."""
    story.fill(team_id=UUID(team_id))
