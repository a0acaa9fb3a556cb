"""Actions of operators. Each requires a reason, and its audit entry is written in the same transaction.

An action without effect, for example a repeated one, changes nothing, leaves no entry, and returns 0 or False.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from server.accounts.models import Session, User
from server.accounts.states import EndReason
from server.core import clock, events, rooms, sockets
from server.core.callers import Caller
from server.core.errors import NotFound
from server.delivery.services import health
from server.identity.events import UserChanged
from server.identity.services import locking, sessions, throttle
from server.identity.services.operators import query_operators
from server.support import selectors, sql
from server.support.errors import LastOperator, NotValidated, OwnAccess
from server.support.events import AuditEntryRecorded
from server.support.kinds import AuditEntryKind
from server.support.models import AuditEntry
from server.teams.models import Team
from server.teams.services import suspension


@dataclass(frozen=True, slots=True)
class Operator:
    caller: Caller
    address: str
    reason: str


def end_session(*, session_id: UUID, by: Operator) -> int:
    """Returns 1, or 0 if the session had ended. Raises NotFound, and OwnAccess for the operator's own."""
    with transaction.atomic():
        session = Session.objects.select_related("user").filter(pk=session_id).first()
        if session is None:
            raise NotFound
        if session.pk == by.caller.session_id:
            raise OwnAccess
        if not sessions.end(session_id=session.pk, reason=EndReason.FORCED_OUT):
            return 0
        team = Team.objects.filter(pk=session.team_id).first()
        record_entry(AuditEntryKind.SESSION_ENDED, by=by, team=team, user=session.user, session=session, ended=1)
    return 1


def end_sessions_of_user(*, user_id: UUID, by: Operator) -> int:
    """Ends every session of a user except the operator's own. Returns the number of ended sessions."""
    with transaction.atomic():
        user = _lock_user(user_id)
        ended = sessions.end_all(of_user=user.pk, keep=by.caller.session_id)
        if ended:
            record_entry(AuditEntryKind.USER_SESSIONS_ENDED, by=by, user=user, ended=ended)
    return ended


def end_sessions_of_team(*, team_id: UUID, by: Operator) -> int:
    """Ends every session of a team except the operator's own. Returns the number of ended sessions."""
    with transaction.atomic():
        team = _lock_team(team_id)
        ended = sessions.end_all(of_team=team.pk, keep=by.caller.session_id)
        if ended:
            record_entry(AuditEntryKind.TEAM_SESSIONS_ENDED, by=by, team=team, ended=ended)
    return ended


def suspend_team(*, team_id: UUID, by: Operator) -> bool:
    """Raises OwnAccess for the operator's own team."""
    with transaction.atomic():
        team = _lock_team(team_id)
        if team.pk == by.caller.team_id:
            raise OwnAccess
        if team.suspended_at is not None:
            return False
        # The reason is for the audit log; the team must not see an operator's notes.
        suspension.suspend(team_id=team.pk, reason="")
        sockets.review_team(team_id=team.pk)
        record_entry(AuditEntryKind.TEAM_SUSPENDED, by=by, team=team)
    return True


def restore_team(*, team_id: UUID, by: Operator) -> bool:
    with transaction.atomic():
        team = _lock_team(team_id)
        if team.suspended_at is None:
            return False
        suspension.restore(team_id=team.pk)
        sockets.review_team(team_id=team.pk)
        record_entry(AuditEntryKind.TEAM_RESTORED, by=by, team=team)
    return True


def resume_sending(*, team_id: UUID, by: Operator) -> bool:
    """Resumes a team's marketing email after its bounces or complaints had stopped it."""
    with transaction.atomic():
        team = _lock_team(team_id)
        if not health.resume(team_id=team.pk, fullname="", by_operator=True):
            return False
        record_entry(AuditEntryKind.TEAM_SENDING_RESUMED, by=by, team=team)
    return True


def lock_user(*, user_id: UUID, by: Operator) -> bool:
    """Also ends the user's sessions. Raises OwnAccess for the operator's own account, and LastOperator."""
    with transaction.atomic():
        operators = _lock_operators()
        user = _lock_user(user_id)
        if user.pk == by.caller.user_id:
            raise OwnAccess
        if user.locked_at is not None:
            return False
        _require_other_operator(operators, without=user)
        ended = selectors.filter_active_sessions().filter(user_id=user.pk).count()
        locking.lock(user_id=user.pk)
        record_entry(AuditEntryKind.USER_LOCKED, by=by, user=user, ended=ended)
    return True


def unlock_user(*, user_id: UUID, by: Operator) -> bool:
    with transaction.atomic():
        user = _lock_user(user_id)
        if user.locked_at is None:
            return False
        locking.unlock(user_id=user.pk)
        record_entry(AuditEntryKind.USER_UNLOCKED, by=by, user=user)
    return True


def clear_codes(*, user_id: UUID, by: Operator) -> bool:
    with transaction.atomic():
        user = _lock_user(user_id)
        if not throttle.clear_codes(user_id=user.pk):
            return False
        record_entry(AuditEntryKind.USER_CODES_CLEARED, by=by, user=user)
    return True


def grant_role(*, user_id: UUID, by: Operator) -> bool:
    """Raises NotValidated (TEAM-184)."""
    with transaction.atomic():
        user = _lock_user(user_id)
        if user.is_operator:
            return False
        if user.validated_at is None:
            raise NotValidated
        _set_role(user, is_operator=True)
        record_entry(AuditEntryKind.OPERATOR_GIVEN, by=by, user=user)
    return True


def revoke_role(*, user_id: UUID, by: Operator) -> bool:
    """Raises OwnAccess for the operator's own role, and LastOperator."""
    with transaction.atomic():
        operators = _lock_operators()
        user = _lock_user(user_id)
        if user.pk == by.caller.user_id:
            raise OwnAccess
        if not user.is_operator:
            return False
        _require_other_operator(operators, without=user)
        _set_role(user, is_operator=False)
        record_entry(AuditEntryKind.OPERATOR_TAKEN, by=by, user=user)
    return True


def grant_first_role(*, email: str) -> bool:
    """From the command line. Raises NotFound for an address without an account, and NotValidated."""
    with transaction.atomic():
        user = User.objects.select_for_update().filter(email=email.strip().lower()).first()
        if user is None:
            raise NotFound
        if user.is_operator:
            return False
        if user.validated_at is None:
            raise NotValidated
        _set_role(user, is_operator=True)
        _store_entry(AuditEntry(kind=AuditEntryKind.OPERATOR_GIVEN, reason="Granted from the command line"), user=user)
    return True


def record_entry(
    kind: AuditEntryKind,
    *,
    by: Operator,
    team: Team | None = None,
    user: User | None = None,
    session: Session | None = None,
    ended: int | None = None,
    subject: str = "",
) -> None:
    """Writes an audit entry and publishes it to operators who are viewing the affected team or user."""
    act = AuditEntry(
        kind=kind,
        operator_id=by.caller.user_id,
        operator_email=by.caller.email,
        address=by.address,
        session_id=session.pk if session else None,
        device=session.device if session else "",
        sessions=ended,
        subject=subject,
        reason=by.reason,
    )
    _store_entry(act, team=team, user=user)


def _store_entry(act: AuditEntry, *, team: Team | None = None, user: User | None = None) -> None:
    act.at = clock.now()
    if team is not None:
        act.team_id, act.team_name = team.pk, str(team)
    if user is not None:
        act.user_id, act.user_email = user.pk, user.email
    act.save(force_insert=True)
    watched = [rooms.build_room("support-desk", sql.AUDIT_LOG_ID)]
    watched += [rooms.support_team(act.team_id)] if act.team_id else []
    watched += [rooms.support_user(act.user_id)] if act.user_id else []
    told = AuditEntryRecorded(act_id=act.pk, kind=act.kind, team_id=act.team_id, user_id=act.user_id, at=act.at)
    events.publish(told, rooms=watched)


def _lock_team(team_id: UUID) -> Team:
    team = Team.objects.select_for_update().filter(pk=team_id).first()
    if team is None:
        raise NotFound
    return team


def _lock_user(user_id: UUID) -> User:
    user = User.objects.select_for_update().filter(pk=user_id).first()
    if user is None:
        raise NotFound
    return user


def _lock_operators() -> list[User]:
    """The users with access to the console, locked in key order. If two operators revoke each other's role, the second
    one waits and finds that the first has succeeded."""
    return list(query_operators().order_by("pk").select_for_update())


def _require_other_operator(operators: list[User], *, without: User) -> None:
    is_one = without.is_operator or without in operators
    if is_one and not [other for other in operators if other.pk != without.pk]:
        raise LastOperator


def _set_role(user: User, *, is_operator: bool) -> None:
    user.is_operator = is_operator
    user.save(update_fields=["is_operator"])
    # A previous operator must receive no more events of the teams they are watching.
    sockets.review_user(user_id=user.pk)
    events.publish(UserChanged(user_id=user.pk), rooms=[rooms.user(user.pk)])
