"""Mail of the way in, and what is forgotten in time."""

from typing import Any
from uuid import UUID

from django.db import close_old_connections

from server.core import jobs
from server.core.broker import celery
from server.identity.services import (
    addresses,
    assertions,
    captcha,
    codes,
    mailed_tokens,
    notices,
    operators,
    recovery,
    sessions,
    throttle,
    validation,
)
from server.identity.services.registration import SEND_VALIDATION

HOUR_SECONDS = 3600
SCHEDULE: dict[str, float] = {"tasks.forget_old_attempts": HOUR_SECONDS}


@jobs.handler(SEND_VALIDATION)
def send_validation(*, user_id: str, **_: Any) -> None:
    """Mails the link that shows an address to be its user's."""
    validation.send(user_id=UUID(user_id))


@jobs.handler(codes.SEND_CODE)
def send_code(*, code_id: str, **_: Any) -> None:
    """Mails the code of a sign-in."""
    codes.send(code_id=UUID(code_id))


@jobs.handler(recovery.SEND_RESET)
def send_reset(*, email: str, **_: Any) -> None:
    """Mails the link for a new password, where the address is a user's."""
    recovery.send(email=email)


@jobs.handler(addresses.SEND_CONFIRMATION)
def confirm_email(*, user_id: str, email: str, **_: Any) -> None:
    """Mails the link that shows a new address to be its user's."""
    addresses.send_confirmation(user_id=UUID(user_id), email=email)


@jobs.handler(validation.TELL_OLD_ADDRESS)
def tell_old_address(*, user_id: str, old: str, **_: Any) -> None:
    """Tells the address that has counted so far that another one does now."""
    addresses.tell_old_address(user_id=UUID(user_id), old=old)


@jobs.handler(notices.SEND_NOTICE)
def send_notice(*, user_id: str, template: str, context: dict[str, str], **_: Any) -> None:
    """Tells a user what happened to the account."""
    notices.send(user_id=UUID(user_id), template=template, context=context)


@jobs.handler(operators.NOTIFY_OF_GUESSES)
def notify_of_guesses(*, user_id: str, count: int, **_: Any) -> None:
    """Emails the operators that codes of an account are being guessed."""
    operators.send_guess_notices(user_id=UUID(user_id), count=count)


@celery.task(name="tasks.forget_old_attempts")
def forget_old_attempts(**_: Any) -> None:
    """Drops counts, challenges, links, codes and sessions past their time."""
    close_old_connections()
    for service in (throttle, captcha, assertions, mailed_tokens, codes, sessions):
        service.forget_old()
