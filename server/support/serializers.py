"""Conversion of rows to API schemas."""

from typing import Any

from server.accounts.models import User
from server.activity.models import Activity
from server.core.callers import Caller
from server.delivery.services import pauses
from server.identity.models import Authenticator
from server.identity.services import throttle
from server.support import selectors
from server.support.kinds import AuditEntryKind
from server.support.models import AuditEntry
from server.support.schemas import (
    AdminActivityOut,
    AdminMemberOut,
    AdminSessionOut,
    AdminTeamDetailOut,
    AdminTeamOut,
    AdminUserDetailOut,
    AdminUserOut,
    AuditEntryOut,
    CounterOut,
    MembershipOut,
    TwoFactor,
)
from server.support.selectors import SessionRow, TeamRow, UserRow
from server.teams.models import Member

# References whose entries contain names of people outside the team.
PERSONAL = frozenset({"contact"})


def team_out(row: TeamRow) -> AdminTeamOut:
    return AdminTeamOut(**_build_team_fields(row))


def team_detail_out(row: TeamRow, by: Caller) -> AdminTeamDetailOut:
    team = row.team
    return AdminTeamDetailOut(
        **_build_team_fields(row),
        country=team.country,
        timezone=team.timezone,
        language=team.language,
        multi_login=team.multi_login,
        enable_2fa=team.enable_2fa,
        suspended_at=team.suspended_at,
        locked_at=team.locked_at,
        sending_paused_at=held.at if (held := pauses.find_open_pause(team.pk)) else None,
        people=selectors.count_active_users(team.pk),
        own=team.pk == by.team_id,
        quota=[
            CounterOut(feature=one.area, name=one.name, used=one.used, reserved=one.reserved, limit=one.limit)
            for one in selectors.list_quota(team.pk)
        ],
    )


def member_out(row: Member, sessions: int) -> AdminMemberOut:
    return AdminMemberOut(
        user_id=row.user_id,
        fullname=row.user.fullname,
        email=row.user.email,
        role=get_role_name(row),
        owner=row.is_owner,
        active=row.active,
        locked=row.user.locked_at is not None,
        sessions=sessions,
        joined_at=row.joined_at,
    )


def session_out(row: SessionRow, by: Caller) -> AdminSessionOut:
    session = row.session
    return AdminSessionOut(
        session_id=session.pk,
        user_id=session.user_id,
        fullname=session.user.fullname,
        email=session.user.email,
        company_id=session.team_id,
        company=str(row.team) if row.team else "",
        kind=session.kind,
        device=session.device,
        address=session.address,
        created_at=session.created_at,
        last_seen_at=session.last_seen_at,
        current=session.pk == by.session_id,
    )


def activity_out(row: Activity) -> AdminActivityOut:
    return AdminActivityOut(
        id=row.pk,
        reference=row.reference,
        action=row.action,
        name="" if row.reference in PERSONAL else row.name,
        fullname=row.fullname,
        created_at=row.created_at,
    )


def user_out(row: UserRow) -> AdminUserOut:
    return AdminUserOut(**_build_user_fields(row))


def user_detail_out(row: UserRow, by: Caller) -> AdminUserDetailOut:
    user, memberships = row.user, selectors.list_memberships(row.user.pk)
    return AdminUserDetailOut(
        **_build_user_fields(row),
        language=user.language,
        phone=user.phone,
        locked_at=user.locked_at,
        two_factor=_get_two_factor(user, memberships),
        wrong_codes=throttle.get_wrong_code_count(user_id=user.pk),
        own=user.pk == by.user_id,
        memberships=[
            MembershipOut(
                company_id=member.team_id,
                name=str(member.team),
                slug=member.team.slug,
                role=get_role_name(member),
                owner=member.is_owner,
                active=member.active,
                default=member.is_default,
                suspend=member.team.suspended_at is not None,
            )
            for member in memberships
        ],
    )


def audit_entry_out(act: AuditEntry) -> AuditEntryOut:
    return AuditEntryOut(
        act_id=act.pk,
        at=act.at,
        kind=AuditEntryKind(act.kind),
        operator_id=act.operator_id,
        operator_email=act.operator_email,
        address=act.address,
        team_id=act.team_id,
        team_name=act.team_name,
        user_id=act.user_id,
        user_email=act.user_email,
        session_id=act.session_id,
        device=act.device,
        sessions=act.sessions,
        subject=act.subject,
        reason=act.reason,
    )


def get_role_name(member: Member) -> str:
    return member.custom_role.name if member.custom_role else member.role


def _get_two_factor(user: User, memberships: list[Member]) -> TwoFactor:
    app: Authenticator | None = getattr(user, "authenticator", None)
    if app is not None and app.confirmed_at is not None:
        return "app"
    asked = any(member.active and member.team.enable_2fa for member in memberships)
    return "team" if asked else "none"


def _build_team_fields(row: TeamRow) -> dict[str, Any]:
    team, subscription = row.team, row.subscription
    return {
        "company_id": team.pk,
        "name": str(team),
        "slug": team.slug,
        "vendor": team.vendor,
        "state": row.state,
        "plan": subscription.plan.name if subscription else "",
        "expired_date": subscription.expires_at if subscription else None,
        "members": row.members,
        "sessions": row.sessions,
        "created_at": team.created_at,
    }


def _build_user_fields(row: UserRow) -> dict[str, Any]:
    user = row.user
    return {
        "user_id": user.pk,
        "fullname": user.fullname,
        "email": user.email,
        "validated": user.validated_at is not None,
        "locked": user.locked_at is not None,
        "operator": user.is_operator,
        "teams": row.teams,
        "sessions": row.sessions,
        "last_seen_at": row.last_seen_at,
        "created_at": user.created_at,
    }
