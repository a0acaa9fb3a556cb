"""Jobs of senders."""

from typing import Any
from uuid import UUID

from server.core import jobs
from server.senders.services import senders as services


@jobs.handler(services.VALIDATE_JOB)
def send_validation(*, validation_id: str, **_: Any) -> None:
    """Sends a validation mail."""
    services.send_validation(validation_id=UUID(validation_id))


@jobs.handler(services.ADOPT_JOB)
def adopt_owner(*, user_id: str, **_: Any) -> None:
    """Gives the teams of a freshly validated owner their first sender."""
    services.adopt_owner(user_id=UUID(user_id))
