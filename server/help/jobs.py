"""Jobs of the app help."""

from typing import Any
from uuid import UUID

from server.core import jobs
from server.help import services


@jobs.handler(services.MAIL_JOB)
def mail_message(*, message_id: str, **_: Any) -> None:
    """Emails a message to support."""
    services.mail(message_id=UUID(message_id))
