"""Emails that notify a user of account changes, so that a takeover is noticed."""

from uuid import UUID

from server.accounts.models import User
from server.core import jobs, system_email

SEND_NOTICE = "identity.send_notice"
PASSWORD_CHANGED, APP_ADDED, APP_REMOVED, NEW_DEVICE, RECOVERY_CODE_USED = (
    "password-changed",
    "two-factor-on",
    "two-factor-off",
    "new-device",
    "recovery-code-used",
)


def send_notice(template: str, *, user_id: UUID, **context: str) -> None:
    """After the running transaction has committed."""
    jobs.enqueue(SEND_NOTICE, user_id=str(user_id), template=template, context=context)


def send(*, user_id: UUID, template: str, context: dict[str, str]) -> None:
    user = User.objects.filter(pk=user_id).first()
    if user is not None:
        system_email.send(
            to=user.email, template=template, context={"name": user.greeting_name} | context, language=user.language
        )
