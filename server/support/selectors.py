"""Reads of the support console: states, counts, sessions and actions of any team, but never a team's content."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Max, Model, Q, QuerySet

from server.accounts.models import Session, User
from server.activity.models import Activity
from server.core import clock
from server.core.callers import TokenKind
from server.core.errors import NotFound
from server.core.pagination import PageQuery, Slice, count_bounded, paginate
from server.identity.resolver import MAX_IDLE
from server.identity.services.operators import build_operator_filter
from server.plans import quota
from server.plans.features import CONTACT, EMAIL_SENT, SENDER
from server.plans.models import Subscription
from server.plans.quota import QuotaState
from server.support.models import AuditEntry
from server.support.schemas import AuditEntryQuery, TeamQuery, UserQuery
from server.teams.models import Member, Team

TEAM_SORTS = {"name": "name", "createdAt": "created_at"}
USER_SORTS = {"email": "email", "createdAt": "created_at"}
SESSION_SORTS = {"lastSeenAt": "last_seen_at", "createdAt": "created_at"}
MEMBER_SORTS = {"email": "user__email", "joinedAt": "joined_at"}
AUDIT_ENTRY_SORTS = {"at": "id"}
ALWAYS_COUNTED = frozenset({CONTACT.name, EMAIL_SENT.name, SENDER.name})
# A search for an id needs the whole id; anything shorter is text.
ID_LENGTH = 36


@dataclass(frozen=True, slots=True)
class TeamRow:
    team: Team
    subscription: Subscription | None
    members: int
    sessions: int

    @property
    def state(self) -> str:
        """The most severe state of the team."""
        if self.team.suspended_at is not None:
            return "suspended"
        if self.team.locked_at is not None:
            return "locked"
        expires_at = self.subscription.expires_at if self.subscription else None
        return "expired" if expires_at is not None and expires_at < clock.now() else "normal"


@dataclass(frozen=True, slots=True)
class UserRow:
    user: User
    teams: int
    sessions: int
    last_seen_at: datetime | None


@dataclass(frozen=True, slots=True)
class SessionRow:
    session: Session
    team: Team | None


def filter_active_sessions() -> QuerySet[Session]:
    """Active sessions of signed-in browsers (SESS-94), without incomplete sign-ins."""
    now = clock.now()
    rows = Session.objects.filter(kind=TokenKind.NORMAL, ended_at__isnull=True)
    return rows.filter(expires_at__gt=now, last_seen_at__gt=now - MAX_IDLE)


def list_teams(query: TeamQuery) -> Slice[Team]:
    """One page of all teams. Search matches the id, parts of the name or slug, or the start of a member's address."""
    rows = Team.objects.all()
    if query.search:
        rows = rows.filter(_build_team_filter(query.search.strip()))
    if query.state:
        rows = rows.filter(_build_state_filter(query.state))
    return paginate(rows, query, sorts=TEAM_SORTS, default_sort="name")


def build_team_rows(teams: Sequence[Team]) -> list[TeamRow]:
    """Uses three queries for any number of teams."""
    ids = [team.pk for team in teams]
    # across teams: the teams of one page of the console
    plans = {row.team_id: row for row in Subscription.objects.filter(team__in=ids).select_related("plan")}
    # across teams: the teams of one page of the console
    members = _count_by(Member.objects.filter(team__in=ids, active=True), "team_id")
    sessions = _count_by(filter_active_sessions().filter(team_id__in=ids), "team_id")
    return [TeamRow(team, plans.get(team.pk), members.get(team.pk, 0), sessions.get(team.pk, 0)) for team in teams]


def get_team(team_id: UUID) -> TeamRow:
    team = Team.objects.filter(pk=team_id).first()
    if team is None:
        raise NotFound
    [row] = build_team_rows([team])
    return row


def list_quota(team_id: UUID) -> list[QuotaState]:
    """The relevant counters: those in use, and those that are always shown."""
    standings = quota.list_states(team_id=team_id, plan=quota.get_team_plan(team_id))
    return [one for one in standings if one.used or one.reserved or one.name in ALWAYS_COUNTED]


def count_active_users(team_id: UUID) -> int:
    return filter_active_sessions().filter(team_id=team_id).values("user_id").distinct().count()


def list_members(*, team_id: UUID, query: PageQuery) -> Slice[Member]:
    rows = Member.objects.for_team(team_id).select_related("user", "custom_role")
    if query.search:
        rows = rows.filter(_build_user_filter(query.search.strip(), "user__"))
    return paginate(rows, query, sorts=MEMBER_SORTS, default_sort="email")


def count_sessions_by_user(team_id: UUID, user_ids: Sequence[UUID]) -> Mapping[UUID, int]:
    return _count_by(filter_active_sessions().filter(team_id=team_id, user_id__in=user_ids), "user_id")


def list_sessions(query: PageQuery, *, team_id: UUID | None = None, user_id: UUID | None = None) -> Slice[Session]:
    rows = filter_active_sessions().select_related("user")
    if team_id is not None:
        rows = rows.filter(team_id=team_id)
    if user_id is not None:
        rows = rows.filter(user_id=user_id)
    if query.search:
        rows = rows.filter(_build_user_filter(query.search.strip(), "user__"))
    return paginate(rows, query, sorts=SESSION_SORTS, default_sort="-lastSeenAt")


def build_session_rows(sessions: Sequence[Session]) -> list[SessionRow]:
    teams = Team.objects.in_bulk([session.team_id for session in sessions])
    return [SessionRow(session, teams.get(session.team_id)) for session in sessions]


def list_users(query: UserQuery) -> Slice[User]:
    """One page of all users. Search matches the id, or the start of the address or a name."""
    rows = User.objects.all()
    if query.search:
        rows = rows.filter(_build_user_filter(query.search.strip(), ""))
    if query.state == "locked":
        rows = rows.filter(locked_at__isnull=False)
    elif query.state == "operator":
        rows = rows.filter(build_operator_filter())
    elif query.state == "unvalidated":
        rows = rows.filter(validated_at__isnull=True)
    return paginate(rows, query, sorts=USER_SORTS, default_sort="email")


def build_user_rows(users: Sequence[User]) -> list[UserRow]:
    """Uses three queries for any number of users."""
    ids = [user.pk for user in users]
    # across teams: the memberships of one page of people
    teams = _count_by(Member.objects.filter(user__in=ids, active=True), "user_id")
    sessions = _count_by(filter_active_sessions().filter(user_id__in=ids), "user_id")
    seen = Session.objects.filter(user_id__in=ids).values("user_id").annotate(last=Max("last_seen_at"))
    last_seen = {row["user_id"]: row["last"] for row in seen}
    return [UserRow(user, teams.get(user.pk, 0), sessions.get(user.pk, 0), last_seen.get(user.pk)) for user in users]


def get_user(user_id: UUID) -> UserRow:
    user = User.objects.select_related("authenticator").filter(pk=user_id).first()
    if user is None:
        raise NotFound
    [row] = build_user_rows([user])
    return row


def list_memberships(user_id: UUID) -> list[Member]:
    """Active memberships first, the default one before the others. Includes teams that the user has left."""
    # across teams: one person's memberships
    rows = Member.objects.filter(user_id=user_id).select_related("team", "custom_role")
    return list(rows.order_by("-active", "-is_default", "pk"))


def list_newest_activity(*, team_id: UUID, size: int) -> tuple[list[Activity], int]:
    """The total counts up to 10,000."""
    rows = Activity.objects.for_team(team_id)
    total, _ = count_bounded(rows)
    return list(rows.order_by("-id")[:size]), total


def filter_audit_entries(query: AuditEntryQuery) -> QuerySet[AuditEntry]:
    wanted = {
        "team_id": query.team,
        "user_id": query.user,
        "operator_id": query.operator,
        "kind": query.kind,
        "at__gte": query.since,
        "at__lt": query.until,
    }
    # across teams: the record of what operators did is the operators' own
    rows = AuditEntry.objects.filter(**{name: value for name, value in wanted.items() if value is not None})
    if query.search:
        text = query.search.strip()
        rows = rows.filter(
            Q(reason__icontains=text)
            | Q(team_name__icontains=text)
            | Q(user_email__istartswith=text)
            | Q(operator_email__istartswith=text)
        )
    return rows


def list_audit_entries(query: AuditEntryQuery) -> Slice[AuditEntry]:
    return paginate(filter_audit_entries(query), query, sorts=AUDIT_ENTRY_SORTS, default_sort="-at")


def list_operators() -> list[User]:
    return list(User.objects.filter(build_operator_filter()).order_by("email"))


def _count_by(rows: QuerySet[Model], by: str) -> dict[UUID, int]:
    return {row[by]: row["count"] for row in rows.order_by().values(by).annotate(count=Count("pk"))}


def _parse_id(text: str) -> UUID | None:
    try:
        return UUID(text) if len(text) == ID_LENGTH else None
    except ValueError:
        return None


def _build_team_filter(text: str) -> Q:
    wanted = _parse_id(text)
    if wanted is not None:
        return Q(pk=wanted)
    # across teams: the search by a member's address
    of_member = Member.objects.filter(user__email__startswith=text.lower()).values("team_id")
    return Q(name__icontains=text) | Q(slug__icontains=text) | Q(pk__in=of_member)


def _build_user_filter(text: str, path: str) -> Q:
    """Matches the id, or each word against the start of the address or a name."""
    wanted = _parse_id(text)
    if wanted is not None:
        return Q(**{f"{path}pk": wanted})
    matches = Q()
    for word in text.split():
        matches &= (
            Q(**{f"{path}email__startswith": word.lower()})
            | Q(**{f"{path}firstname__istartswith": word})
            | Q(**{f"{path}lastname__istartswith": word})
        )
    return matches


def _build_state_filter(state: str) -> Q:
    expired = Q(subscription__expires_at__lt=clock.now())
    plain = Q(suspended_at__isnull=True, locked_at__isnull=True)
    return {
        "suspended": Q(suspended_at__isnull=False),
        "locked": Q(suspended_at__isnull=True, locked_at__isnull=False),
        "expired": plain & expired,
        "normal": plain & ~expired,
    }[state]
