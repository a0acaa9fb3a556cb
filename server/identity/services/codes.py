"""Emailed codes: six digits, valid for five minutes and five attempts, and at most one a minute (SESS-94)."""

import math
import secrets
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F

from server.accounts.models import Session, User
from server.core import clock, jobs, keyed_hashes, system_email
from server.identity.errors import OtpExpired, OtpInvalid, OtpTooSoon
from server.identity.models import TwoFactorCode

DIGITS = 6
CODE_LIFETIME = timedelta(minutes=5)
MAX_ATTEMPTS = 5
RESEND_INTERVAL = timedelta(seconds=60)
# Someone with the password can't fill the mailbox by signing in again and again.
MAX_EMAILS, EMAILS_PERIOD = 10, timedelta(minutes=15)
RETENTION = timedelta(days=1)
SEND_CODE = "identity.send_code"
HASH_SALT = "identity.code"


def normalize(code: str) -> str:
    """Lower case, without the spaces and hyphens that make a code readable."""
    return "".join(code.split()).replace("-", "").lower()


def request_first(*, step: Session) -> int:
    """Emails the first code of a sign-in, unless one was sent. Returns the seconds until another can be requested."""
    try:
        if not TwoFactorCode.objects.filter(session=step).exists():
            return request(step=step)
    except OtpTooSoon:
        pass  # another sign-in has used up the emails, or the call was made twice in parallel
    return get_seconds_left(step=step)


def request(*, step: Session) -> int:
    """Emails a new code; only the newest is valid. Returns as `request_first` does. Raises OtpTooSoon."""
    now = clock.now()
    with transaction.atomic():
        # The second of two parallel calls waits here, and then finds the first one's code.
        User.objects.select_for_update(no_key=True).get(pk=step.user_id)
        wait = get_seconds_left(step=step)
        if wait:
            raise OtpTooSoon(payload={"retryAfterSeconds": wait})
        code = TwoFactorCode.objects.create(
            session=step, user_id=step.user_id, code_hash=b"", created_at=now, expires_at=now + CODE_LIFETIME
        )
        jobs.enqueue(SEND_CODE, code_id=str(code.pk))
    return int(RESEND_INTERVAL.total_seconds())


def get_seconds_left(*, step: Session) -> int:
    """Seconds until another code can be requested; 0 if immediately."""
    now = clock.now()
    recent = TwoFactorCode.objects.filter(user_id=step.user_id, created_at__gt=now - EMAILS_PERIOD)
    made = list(recent.order_by("-created_at").values_list("session_id", "created_at")[:MAX_EMAILS])
    own = next((at for session_id, at in made if session_id == step.pk), None)
    until: list[datetime] = [own + RESEND_INTERVAL] if own else []
    if len(made) == MAX_EMAILS:
        until.append(made[-1][1] + EMAILS_PERIOD)
    return max((math.ceil((moment - now).total_seconds()) for moment in until if moment > now), default=0)


def send(*, code_id: UUID) -> None:
    """Creates the digits and their email in one transaction. They are stored as a hash, and sealed until sent."""
    with transaction.atomic():
        row = TwoFactorCode.objects.select_for_update(of=("self",)).select_related("user", "session").get(pk=code_id)
        if row.code_hash or row.session.ended_at is not None:
            return
        digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
        row.code_hash = keyed_hashes.compute_digest(HASH_SALT, f"{row.pk}:{digits}")
        row.expires_at = clock.now() + CODE_LIFETIME
        row.save(update_fields=["code_hash", "expires_at"])
        system_email.send(
            to=row.user.email,
            template="signin-code",
            context={"name": row.user.greeting_name, "code": digits, "device": row.session.device},
            language=row.user.language,
        )


def consume(*, session_id: UUID, code: str) -> None:
    """Checks an attempt, and marks the code as used if it is right.

    Raises OtpInvalid, and OtpExpired for a code that has expired or used up its attempts.
    """
    newest = TwoFactorCode.objects.filter(session_id=session_id).order_by("-created_at", "-pk").first()
    if newest is None or not newest.code_hash:
        raise OtpInvalid
    good = TwoFactorCode.objects.filter(pk=newest.pk, used_at__isnull=True, expires_at__gt=clock.now())
    # Counted before the check, so that parallel attempts can't exceed the limit.
    if not good.filter(tries__lt=MAX_ATTEMPTS).update(tries=F("tries") + 1):
        raise OtpExpired
    if not keyed_hashes.is_match(bytes(newest.code_hash), HASH_SALT, f"{newest.pk}:{code}"):
        raise OtpInvalid
    if not good.update(used_at=clock.now()):
        raise OtpExpired


def purge_codes() -> None:
    TwoFactorCode.objects.filter(expires_at__lt=clock.now() - RETENTION).delete()
