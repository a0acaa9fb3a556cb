"""Mail of the way in, and what is forgotten in time."""

from typing import Any
from uuid import UUID

from django.db import close_old_connections

from server.core import jobs
from server.core.broker import celery
from server.core.jobs import Claim
from server.identity.services import captcha, sessions, throttle, validation
from server.identity.services.registration import SEND_VALIDATION

HOUR_SECONDS = 3600
SCHEDULE: dict[str, float] = {"tasks.forget_old_attempts": HOUR_SECONDS}


@jobs.handler(SEND_VALIDATION)
def send_validation(*, claim: Claim, user_id: str, **_: Any) -> None:
    """Mails the link that shows an address to be its user's."""
    validation.send(user_id=UUID(user_id))


@celery.task(name="tasks.forget_old_attempts")
def forget_old_attempts(**_: Any) -> None:
    """Drops counts, challenges, links and sessions past their time."""
    close_old_connections()
    throttle.forget_old()
    captcha.forget_old()
    validation.forget_old()
    sessions.forget_old()
