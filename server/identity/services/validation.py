"""Whether an address is its user's: a link is mailed, and its button posts the token back (SESS-09)."""

import secrets
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from server.accounts.models import User
from server.core import clock, events, jobs, rooms, system_mail
from server.core.callers import hash_token
from server.core.errors import TooManyRequests
from server.identity.errors import MailedTokenExpired
from server.identity.events import UserValidated
from server.identity.models import MailedToken, MailPurpose
from server.identity.services.registration import SEND_VALIDATION

LINK_LIFE = timedelta(days=1)
AGAIN_AFTER = timedelta(seconds=60)
TOKEN_BYTES = 32
FIRST_SENDERS = "senders.adopt_owner"  # the address, now proven, is the first sender of the owner's teams


def send(*, user_id: UUID) -> None:
    """Mails a new link to a user who isn't validated yet. Raises TransportMissing when nothing can send mail.

    The token is stored with the mail handed over: where that fails, the job comes again with another token.
    """
    user = User.objects.filter(pk=user_id, validated_at__isnull=True).first()
    if user is None:
        return
    now = clock.now()
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        MailedToken.objects.create(
            user=user,
            purpose=MailPurpose.VALIDATE,
            token_hash=hash_token(token),
            created_at=now,
            expires_at=now + LINK_LIFE,
        )
        link = f"{settings.APP_ORIGINS[0]}/validate/{token}"
        system_mail.send(
            to=user.email,
            template="validate-email",
            context={"name": user.fullname, "link": link},
            language=user.language,
        )


def validate(*, token: str) -> None:
    """Marks the token's user as validated. Raises MailedTokenExpired for one that is unknown, used or too old."""
    now = clock.now()
    with transaction.atomic():
        mailed = MailedToken.objects.filter(
            token_hash=hash_token(token), purpose=MailPurpose.VALIDATE, used_at__isnull=True, expires_at__gt=now
        )
        user_id = mailed.values_list("user_id", flat=True).first()
        if user_id is None or not mailed.update(used_at=now):
            raise MailedTokenExpired
        User.objects.filter(pk=user_id, validated_at__isnull=True).update(validated_at=now)
        jobs.enqueue(FIRST_SENDERS, user_id=str(user_id))
        events.publish(UserValidated(user_id=user_id), rooms=[rooms.user(user_id)])


def send_again(*, user_id: UUID) -> None:
    """Asks for another link. Raises TooManyRequests within a minute of the last one."""
    since = clock.now() - AGAIN_AFTER
    if MailedToken.objects.filter(user_id=user_id, created_at__gt=since).exists():
        raise TooManyRequests(payload={"retryAfterSeconds": int(AGAIN_AFTER.total_seconds())})
    with transaction.atomic():
        jobs.enqueue(SEND_VALIDATION, key=f"{SEND_VALIDATION}:{user_id}", user_id=str(user_id))


def forget_old() -> None:
    """Drops links that are past their time."""
    MailedToken.objects.filter(expires_at__lt=clock.now() - LINK_LIFE).delete()
