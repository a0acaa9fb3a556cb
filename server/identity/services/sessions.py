"""Sessions: opened with a secret token, ended by the user or by someone else."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from server.accounts.models import PushToken, Session, User
from server.accounts.states import EndReason
from server.core import clock, events, rooms, sockets
from server.core.callers import Caller, TokenKind, hash_token
from server.core.errors import NotFound
from server.core.events import DomainEvent
from server.identity import selectors, sql
from server.identity.events import SessionEnded, SessionOpened, SessionsChanged, TeamSessionsChanged
from server.identity.resolver import MAX_IDLE

TOKEN_BYTES = 32
SESSION_LIFETIMES = {  # SESS-94
    TokenKind.NORMAL: timedelta(days=30),
    TokenKind.TWO_FACTOR: timedelta(minutes=10),
    TokenKind.TRX: timedelta(days=30),
}
ENDED_RETENTION = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class SigninOrigin:
    """The origin of a sign-in: the address, and a device description such as 'Firefox (Linux)'."""

    address: str
    device: str


def open_session(
    *,
    user: User,
    team_id: UUID,
    kind: TokenKind,
    origin: SigninOrigin,
    ends_others: bool = False,
    parent_id: UUID | None = None,
    payment_only: bool = False,
    passed_at: datetime | None = None,
) -> tuple[Session, str]:
    """A new session and its token. Only this return value contains the token in plain text."""
    now = clock.now()
    token = secrets.token_urlsafe(TOKEN_BYTES)
    session = Session(
        user=user,
        team_id=team_id,
        kind=kind,
        token_hash=hash_token(token),
        device=origin.device,
        address=origin.address,
        created_at=now,
        last_seen_at=now,
        expires_at=now + SESSION_LIFETIMES[kind],
        ends_others=ends_others,
        parent_id=parent_id,
        payment_only=payment_only,
        passed_at=passed_at,
    )
    with transaction.atomic():
        session.save(force_insert=True)
        if kind is TokenKind.NORMAL:
            told = SessionOpened(session_id=session.pk, device=session.device, at=now)
            events.publish(told, rooms=[rooms.user(user.pk)])
            events.publish_durable(_build_team_events({team_id: {user.pk}}))
    return session, token


def end(*, session_id: UUID, reason: EndReason) -> bool:
    """Ends an open session and its child sessions, and notifies and closes their sockets. False if it had ended."""
    return bool(_end(Session.objects.filter(Q(pk=session_id) | Q(parent_id=session_id)), reason=reason, of=session_id))


def end_all(
    *,
    of_user: UUID | None = None,
    of_team: UUID | None = None,
    keep: UUID | None = None,
    reason: EndReason = EndReason.FORCED_OUT,
) -> int:
    """Ends all sessions of a user, of a team, or of a user in a team, except `keep` and its child sessions.

    Uses one statement and one batch of events for any number of sessions. Returns the number of normal sessions that
    ended. Raises ValueError without a user and a team.
    """
    if of_user is None and of_team is None:
        raise ValueError("Whose sessions?")
    wanted = Session.objects.all()
    if of_user is not None:
        wanted = wanted.filter(user_id=of_user)
    if of_team is not None:
        wanted = wanted.filter(team_id=of_team)
    if keep is not None:
        wanted = wanted.exclude(pk=keep).exclude(parent_id=keep, parent_id__isnull=False)
    return _end(wanted, reason=reason)


def end_others(*, user_id: UUID, keep: UUID) -> int:
    """Ends every other session of the user, including incomplete sign-ins. Returns the number of devices."""
    return end_all(of_user=user_id, keep=keep)


def end_own(*, session_id: UUID, by: Caller) -> None:
    """Ends a session on one of the caller's own devices. Raises NotFound for any other or an ended one."""
    if not selectors.query_live_sessions(user_id=by.user_id).filter(pk=session_id).exists():
        raise NotFound
    own = session_id == by.session_id
    if not end(session_id=session_id, reason=EndReason.SIGNED_OUT if own else EndReason.FORCED_OUT):
        raise NotFound


def store_push_token(*, token: str, by: Caller) -> None:
    """Stores this device's push token. If another session had the token, this session takes it over."""
    now = clock.now()
    with transaction.atomic():
        PushToken.objects.filter(token=token).exclude(session_id=by.session_id).delete()
        PushToken.objects.update_or_create(session_id=by.session_id, defaults={"token": token, "updated_at": now})


def purge_sessions() -> None:
    Session.objects.filter(expires_at__lt=clock.now() - ENDED_RETENTION).delete()


def _end(wanted: "QuerySet[Session]", *, reason: EndReason, of: UUID | None = None) -> int:
    """Ends the open sessions. Returns the number of normal ones, or, with `of`, whether that session was among them."""
    now = clock.now()
    with transaction.atomic():
        # Locked in key order, so that two calls for the same sessions wait for each other without a deadlock.
        rows = list(
            wanted.filter(ended_at__isnull=True, expires_at__gt=now)
            .order_by("pk")
            .select_for_update(of=("self",), no_key=True)
            .values_list("pk", "user_id", "kind", "team_id")
        )
        ids = [pk for pk, *_ in rows]
        if not ids:
            return 0
        sql.end_sessions(ids, now=now, reason=reason.value)
        # Of thousands of users only a few are signed in elsewhere too and can have their list of devices open.
        affected = {user_id for _, user_id, kind, _ in rows if kind == TokenKind.NORMAL}
        people = sorted(sql.list_signed_in(affected, now=now, seen_after=now - MAX_IDLE))
        of_teams: dict[UUID, set[UUID]] = {}
        for _, user_id, kind, team_id in rows:
            if kind == TokenKind.NORMAL:
                of_teams.setdefault(team_id, set()).add(user_id)
        ended = events.split_rooms(SessionEnded(reason=reason.value), [rooms.session(pk) for pk in ids])
        changed = [(SessionsChanged(user_id=user_id), [rooms.user(user_id)]) for user_id in people]
        events.publish_durable([*ended, *changed])
        sockets.close_sessions(session_ids=ids)
        # After the sockets were closed: the user is notified before an operator sees the effect.
        events.publish_durable(_build_team_events(of_teams))
    return int(of in ids) if of is not None else sum(kind == TokenKind.NORMAL for _, _, kind, _ in rows)


def _build_team_events(people_of: Mapping[UUID, Collection[UUID]]) -> list[tuple[DomainEvent, Sequence[str]]]:
    """The events for operators who watch these teams and users: one per team, for any number of users."""
    told: list[tuple[DomainEvent, Sequence[str]]] = []
    for team_id, people in people_of.items():
        one = next(iter(people)) if len(people) == 1 else None
        watched = [rooms.support_team(team_id), *(rooms.support_user(user_id) for user_id in sorted(people))]
        told += events.split_rooms(TeamSessionsChanged(team_id=team_id, user_id=one), watched)
    return told
