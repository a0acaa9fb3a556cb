"""Changing the email address: it takes effect when the user opens the emailed link (SESS-65)."""

from uuid import UUID

from django.conf import settings
from django.db import transaction

from server.accounts.models import User
from server.core import jobs, system_email
from server.core.callers import Caller
from server.core.errors import TooManyRequests
from server.core.text import normalize_email
from server.identity.errors import EmailRegistered
from server.identity.models import EmailPurpose
from server.identity.services import current_password, emailed_tokens
from server.identity.services.registration import check_email

SEND_CONFIRMATION = "identity.confirm_email"


def request_change(*, email: str, password: str, by: Caller) -> None:
    """Emails a link to the new address. Until the link is used, the old address stays.

    Raises TooManyRequests, CurrentPasswordWrong (SESS-90), FieldsInvalid for an invalid address, and EmailRegistered.
    The work is the same whether or not the address is registered, so that the response time reveals nothing.
    """
    email = normalize_email(email)
    user = current_password.confirm(password, by=by)
    check_email(email)
    is_registered = User.objects.filter(email=email).exists()
    if emailed_tokens.has_recent_token(user_id=user.pk, purpose=EmailPurpose.EMAIL):
        raise TooManyRequests(payload={"retryAfterSeconds": int(emailed_tokens.RESEND_INTERVAL.total_seconds())})
    with transaction.atomic():
        jobs.enqueue(SEND_CONFIRMATION, key=f"{SEND_CONFIRMATION}:{user.pk}", user_id=str(user.pk), email=email)
        if is_registered:
            raise EmailRegistered


def send_confirmation(*, user_id: UUID, email: str) -> None:
    """An earlier pending address is dropped."""
    user = User.objects.filter(pk=user_id).first()
    if user is None or user.email == email:
        return
    with transaction.atomic():
        emailed_tokens.invalidate(user_id=user.pk, purpose=EmailPurpose.EMAIL)
        token = emailed_tokens.issue(user=user, purpose=EmailPurpose.EMAIL, email=email)
        system_email.send(
            to=email,
            template="confirm-email",
            # Unconfirmed: an email to another person's address must not contain any text of the user.
            context={"name": "", "link": f"{settings.APP_ORIGINS[0]}/validate#{token}"},
            language=user.language,
        )


def notify_previous_address(*, user_id: UUID, old: str) -> None:
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    system_email.send(
        to=old,
        template="email-changed",
        context={"name": user.greeting_name, "new": user.email},
        language=user.language,
    )
