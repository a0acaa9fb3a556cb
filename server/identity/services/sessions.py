"""Sessions: opened with a token that only its holder knows, ended by the person or by somebody else."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from server.accounts.models import Session, User
from server.accounts.states import EndReason
from server.core import clock, events, rooms, sockets
from server.core.callers import TokenKind, hash_token
from server.identity.events import SessionEnded

TOKEN_BYTES = 32
LIFE = {TokenKind.NORMAL: timedelta(days=30), TokenKind.TWO_FACTOR: timedelta(minutes=10)}  # SESS-94
KEEP_ENDED = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a sign-in comes from: the address, and the device in words such as 'Firefox on Linux'."""

    address: str
    device: str


def open_session(
    *, user: User, team_id: UUID, kind: TokenKind, origin: Origin, ends_others: bool = False
) -> tuple[Session, str]:
    """A new session and its token, which is told here and never again."""
    now = clock.now()
    token = secrets.token_urlsafe(TOKEN_BYTES)
    session = Session.objects.create(
        user=user,
        team_id=team_id,
        kind=kind,
        token_hash=hash_token(token),
        device=origin.device,
        address=origin.address,
        created_at=now,
        last_seen_at=now,
        expires_at=now + LIFE[kind],
        ends_others=ends_others,
    )
    return session, token


def end(*, session_id: UUID, reason: EndReason) -> bool:
    """Ends an open session, tells its sockets and closes them; false when it had ended already."""
    with transaction.atomic():
        ended = Session.objects.filter(pk=session_id, ended_at__isnull=True)
        if not ended.update(ended_at=clock.now(), end_reason=reason):
            return False
        told = SessionEnded(session_id=session_id, reason=reason.value)
        events.publish(told, rooms=[rooms.session(session_id)])
        sockets.close_session(session_id=session_id)
    return True


def end_others(*, user_id: UUID, keep: UUID) -> int:
    """Forces out every other session of the user, half-way ones too; answers how many."""
    others = Session.objects.filter(user_id=user_id, ended_at__isnull=True, expires_at__gt=clock.now()).exclude(pk=keep)
    with transaction.atomic():
        ids = list(others.order_by("pk").values_list("pk", flat=True))
        return sum(end(session_id=session_id, reason=EndReason.FORCED_OUT) for session_id in ids)


def forget_old() -> None:
    """Drops sessions that ended or ran out long ago."""
    Session.objects.filter(expires_at__lt=clock.now() - KEEP_ENDED).delete()
