"""Sample data for new teams of vendors with that setting."""

from typing import Any
from uuid import UUID

from server.core import jobs
from server.dashboard.demo import scenarios
from server.identity.services.registration import FILL_SAMPLE


@jobs.handler(FILL_SAMPLE)
def fill_sample(*, team_id: str, **_: Any) -> None:
    scenarios.fill_sample_team(team_id=UUID(team_id))
