"""Verifying that a user owns an address: the button of an emailed page posts the token back (SESS-09)."""

from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

from server.accounts.models import User
from server.core import clock, events, jobs, rooms, system_email
from server.core.errors import TooManyRequests
from server.identity.errors import EmailedTokenExpired, EmailRegistered
from server.identity.events import UserChanged, UserValidated
from server.identity.models import EmailPurpose
from server.identity.services import emailed_tokens
from server.identity.services.registration import SEND_VALIDATION

ADOPT_OWNER_JOB = "senders.adopt_owner"  # the verified address is the first sender of the owner's teams
NOTIFY_PREVIOUS_ADDRESS = "identity.notify_previous_address"


def send(*, user_id: UUID) -> None:
    """Emails a new link to a user who isn't validated yet. Raises TransportMissing without a transport.

    The token is stored in the transaction that sends the email. If that fails, the job runs again with another token.
    """
    user = User.objects.filter(pk=user_id, validated_at__isnull=True).first()
    if user is None:
        return
    with transaction.atomic():
        token = emailed_tokens.issue(user=user, purpose=EmailPurpose.VALIDATE)
        link = f"{settings.APP_ORIGINS[0]}/validate#{token}"
        system_email.send(
            to=user.email,
            template="validate-email",
            context={"name": user.greeting_name, "link": link},
            language=user.language,
        )


def validate(*, token: str) -> None:
    """Accepts the token of an emailed link. The address is verified, and a new address replaces the old one.

    Raises EmailedTokenExpired for a token that is unknown, used or expired, and EmailRegistered if another user has
    taken the new address since.
    """
    mailed = emailed_tokens.find(token, EmailPurpose.VALIDATE, EmailPurpose.EMAIL)
    if mailed is None:
        raise EmailedTokenExpired
    user = mailed.user
    with transaction.atomic():
        if not emailed_tokens.mark_used(mailed):
            raise EmailedTokenExpired
        if mailed.purpose == EmailPurpose.EMAIL:
            _replace_address(user, mailed.email)
        else:
            User.objects.filter(pk=user.pk, validated_at__isnull=True).update(validated_at=clock.now())
        jobs.enqueue(ADOPT_OWNER_JOB, user_id=str(user.pk))
        events.publish(UserValidated(user_id=user.pk), rooms=[rooms.user(user.pk)])


def send_again(*, user_id: UUID) -> None:
    """Requests another link. Raises TooManyRequests within a minute of the last one."""
    if emailed_tokens.has_recent_token(user_id=user_id, purpose=EmailPurpose.VALIDATE):
        raise TooManyRequests(payload={"retryAfterSeconds": int(emailed_tokens.RESEND_INTERVAL.total_seconds())})
    with transaction.atomic():
        jobs.enqueue(SEND_VALIDATION, key=f"{SEND_VALIDATION}:{user_id}", user_id=str(user_id))


def _replace_address(user: User, email: str) -> None:
    """Replaces the account's address. Links that were sent to the old one become invalid."""
    try:
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(email=email, validated_at=clock.now())
    except IntegrityError as error:
        raise EmailRegistered from error
    for purpose in (EmailPurpose.EMAIL, EmailPurpose.RESET, EmailPurpose.VALIDATE, EmailPurpose.SIGN_IN):
        emailed_tokens.invalidate(user_id=user.pk, purpose=purpose)
    jobs.enqueue(NOTIFY_PREVIOUS_ADDRESS, user_id=str(user.pk), old=user.email)
    events.publish(UserChanged(user_id=user.pk), rooms=[rooms.user(user.pk)])
