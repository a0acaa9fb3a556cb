"""Tokens of emailed links: 256 random bits, stored as a hash, valid once and for a limited time.

Until the email is sent, the link is also in its sealed fields (delivery).
"""

import secrets
from datetime import timedelta
from uuid import UUID

from server.accounts.models import User
from server.core import clock
from server.core.callers import hash_token
from server.identity.models import EmailedToken, EmailPurpose

TOKEN_BYTES = 32
TOKEN_LIFETIMES = {
    EmailPurpose.VALIDATE: timedelta(days=1),
    EmailPurpose.RESET: timedelta(hours=1),  # SESS-94
    EmailPurpose.SIGN_IN: timedelta(minutes=15),
    EmailPurpose.PAYMENT: timedelta(days=7),
    EmailPurpose.EMAIL: timedelta(days=1),
}
RETENTION = timedelta(days=1)
RESEND_INTERVAL = timedelta(seconds=60)


def issue(*, user: User, purpose: EmailPurpose, email: str = "", team_id: UUID | None = None) -> str:
    """A new token. Only this return value contains it in plain text."""
    now = clock.now()
    token = secrets.token_urlsafe(TOKEN_BYTES)
    EmailedToken.objects.create(
        user=user,
        purpose=purpose,
        email=email,
        team_id=team_id,
        token_hash=hash_token(token),
        created_at=now,
        expires_at=now + TOKEN_LIFETIMES[purpose],
    )
    return token


def find(token: str, *purposes: EmailPurpose) -> EmailedToken | None:
    """None unless the token is valid for one of the purposes."""
    good = EmailedToken.objects.filter(  # across teams: found by its secret
        token_hash=hash_token(token), purpose__in=purposes, used_at__isnull=True, expires_at__gt=clock.now()
    )
    return good.select_related("user").first()


def mark_used(mailed: EmailedToken) -> bool:
    """Returns False for the second of two parallel calls."""
    mine = EmailedToken.objects.filter(pk=mailed.pk, used_at__isnull=True)  # across teams: found by its secret
    return bool(mine.update(used_at=clock.now()))


def invalidate(*, user_id: UUID, purpose: EmailPurpose) -> None:
    waiting = EmailedToken.objects.filter(user_id=user_id, purpose=purpose)  # across teams: a user's own
    waiting.filter(used_at__isnull=True).update(used_at=clock.now())


def has_recent_token(*, user_id: UUID, purpose: EmailPurpose) -> bool:
    own = EmailedToken.objects.filter(user_id=user_id, purpose=purpose)  # across teams: a user's own
    return own.filter(created_at__gt=clock.now() - RESEND_INTERVAL).exists()


def get_pending_email(*, user_id: UUID) -> str | None:
    waiting = EmailedToken.objects.filter(  # across teams: a user's own
        user_id=user_id, purpose=EmailPurpose.EMAIL, used_at__isnull=True, expires_at__gt=clock.now()
    )
    return waiting.order_by("-created_at").values_list("email", flat=True).first()


def purge_tokens() -> None:
    EmailedToken.objects.filter(expires_at__lt=clock.now() - RETENTION).delete()  # across teams: by age alone
