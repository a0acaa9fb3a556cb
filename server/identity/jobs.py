"""Jobs that send emails about signing in, and schedules that purge expired records."""

from typing import Any
from uuid import UUID

from server.core import jobs, schedules
from server.identity.services import (
    addresses,
    assertions,
    captcha,
    codes,
    emailed_tokens,
    notices,
    operators,
    recovery,
    sessions,
    validation,
)
from server.identity.services.registration import SEND_VALIDATION


@jobs.handler(SEND_VALIDATION)
def send_validation(*, user_id: str, **_: Any) -> None:
    validation.send(user_id=UUID(user_id))


@jobs.handler(codes.SEND_CODE)
def send_code(*, code_id: str, **_: Any) -> None:
    codes.send(code_id=UUID(code_id))


@jobs.handler(recovery.SEND_RESET)
def send_reset(*, email: str, **_: Any) -> None:
    recovery.send(email=email)


@jobs.handler(addresses.SEND_CONFIRMATION)
def confirm_email(*, user_id: str, email: str, **_: Any) -> None:
    addresses.send_confirmation(user_id=UUID(user_id), email=email)


@jobs.handler(validation.NOTIFY_PREVIOUS_ADDRESS)
def notify_previous_address(*, user_id: str, old: str, **_: Any) -> None:
    addresses.notify_previous_address(user_id=UUID(user_id), old=old)


@jobs.handler(notices.SEND_NOTICE)
def send_notice(*, user_id: str, template: str, context: dict[str, str], **_: Any) -> None:
    notices.send(user_id=UUID(user_id), template=template, context=context)


@jobs.handler(operators.NOTIFY_OF_GUESSES)
def notify_of_guesses(*, user_id: str, count: int, **_: Any) -> None:
    operators.send_guess_notices(user_id=UUID(user_id), count=count)


schedules.add_purge("identity.captchas", captcha.purge_used)
schedules.add_purge("identity.assertions", assertions.purge_used)
schedules.add_purge("identity.mailed_tokens", emailed_tokens.purge_tokens)
schedules.add_purge("identity.codes", codes.purge_codes)
schedules.add_purge("identity.sessions", sessions.purge_sessions)
