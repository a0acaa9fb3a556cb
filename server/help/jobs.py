"""Jobs of the app help."""

from typing import Any
from uuid import UUID

from server.core import jobs
from server.help import services


@jobs.handler(services.EMAIL_JOB)
def email_message(*, message_id: str, **_: Any) -> None:
    services.email_message(message_id=UUID(message_id))
