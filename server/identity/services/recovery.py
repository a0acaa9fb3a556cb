"""Password reset by an emailed link, valid once and for an hour (SESS-94).

A request reveals nothing: it does the same work for every address, and only the job checks whether there is a user.
"""

import hashlib

from django.conf import settings
from django.db import transaction

from server.accounts.models import User
from server.accounts.services import passwords
from server.core import jobs, system_email
from server.core.network import Address
from server.core.text import normalize_email
from server.identity.errors import ResetTokenInvalid
from server.identity.models import EmailPurpose
from server.identity.services import captcha, emailed_tokens, notices, sessions, throttle

SEND_RESET = "identity.send_reset"


def request_reset(*, email: str, solution: str, address: Address) -> None:
    """Raises CaptchaInvalid, and TooManyRequests if too many emails are requested from all networks together. The
    result does not depend on whether there is such a user."""
    email = normalize_email(email)
    captcha.check(payload=solution, address=address, account=email)
    digest = hashlib.sha256(email.encode()).hexdigest()
    throttle.count_requested_email()
    with transaction.atomic():
        jobs.enqueue(SEND_RESET, key=f"{SEND_RESET}:{digest}", email=email)


def send(*, email: str) -> None:
    """Emails the link if there is such a user, at most once a minute."""
    user = User.objects.filter(email=email, locked_at__isnull=True).first()
    if user is None or emailed_tokens.has_recent_token(user_id=user.pk, purpose=EmailPurpose.RESET):
        return
    with transaction.atomic():
        token = emailed_tokens.issue(user=user, purpose=EmailPurpose.RESET)
        system_email.send(
            to=user.email,
            template="reset-password",
            context={"name": user.greeting_name, "link": f"{settings.APP_ORIGINS[0]}/reset-password#{token}"},
            language=user.language,
        )


def reset(*, token: str, password: str) -> None:
    """Sets the password and ends every session of the user.

    Raises ResetTokenInvalid, and PasswordRejected. After the latter the link stays valid.
    """
    mailed = emailed_tokens.find(token, EmailPurpose.RESET)
    if mailed is None:
        raise ResetTokenInvalid
    user = mailed.user
    passwords.check_allowed(password, email=user.email)
    encoded = passwords.hash_password(password)
    with transaction.atomic():
        if not emailed_tokens.mark_used(mailed):
            raise ResetTokenInvalid
        User.objects.filter(pk=user.pk).update(password=encoded)
        emailed_tokens.invalidate(user_id=user.pk, purpose=EmailPurpose.RESET)
        sessions.end_all(of_user=user.pk)
        notices.send_notice(notices.PASSWORD_CHANGED, user_id=user.pk)
