"""Reads that span accounts, teams and plans."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from server.accounts.models import Session, User
from server.core import clock
from server.core.callers import Caller, TokenKind
from server.core.patches.compiled_queries import QueryParameter, compile_query
from server.identity.models import Authenticator
from server.identity.resolver import MAX_IDLE
from server.plans.models import Subscription
from server.teams import selectors as teams
from server.teams.models import Member, Team

MAX_DEVICES = 100


@dataclass(frozen=True, slots=True)
class Company:
    """A team as its member sees it."""

    team: Team
    role: str
    subscription: Subscription | None

    @property
    def expires_at(self) -> datetime | None:
        return self.subscription.expires_at if self.subscription else None

    @property
    def is_expired(self) -> bool:
        """Whether the term of the team's subscription is over (TEAM-59)."""
        return self.expires_at is not None and self.expires_at < clock.now()


def get_user(*, user_id: UUID) -> User:
    return User.objects.get(pk=user_id)


def get_user_with_app(*, user_id: UUID) -> tuple[User, bool]:
    [user] = _query_user_with_app(user_id)
    app: Authenticator | None = getattr(user, "authenticator", None)
    return user, app is not None and app.confirmed_at is not None


def query_live_sessions(*, user_id: UUID) -> "QuerySet[Session]":
    """The user's signed-in devices: sessions that are neither ended, expired nor payment-only."""
    now = clock.now()
    return Session.objects.filter(
        user_id=user_id,
        kind=TokenKind.NORMAL,
        payment_only=False,
        ended_at__isnull=True,
        expires_at__gt=now,
        last_seen_at__gt=now - MAX_IDLE,
    )


def list_devices(*, user_id: UUID) -> list[Session]:
    """The most recently seen first, at most MAX_DEVICES."""
    return list(query_live_sessions(user_id=user_id).order_by("-last_seen_at", "-pk")[:MAX_DEVICES])


def get_company(*, by: Caller) -> Company:
    found = _query_subscription(by.team_id)
    subscription = found[0] if found else None
    team = subscription.team if subscription else teams.get_team(team_id=by.team_id)
    return Company(team, by.role, subscription)


@compile_query
def _query_user_with_app(user: QueryParameter) -> "QuerySet[User]":
    return User.objects.filter(pk=user).select_related("authenticator")


@compile_query
def _query_subscription(team: QueryParameter) -> "QuerySet[Subscription]":
    # The features are most of a plan, and no caller of this query reads them.
    return Subscription.objects.for_team(team).select_related("plan", "team").defer("plan__features")


def is_default(*, by: Caller) -> bool:
    return teams.query_active_memberships(user_id=by.user_id).filter(team=by.team_id, is_default=True).exists()


def list_companies(*, user_id: UUID) -> list[Member]:
    """With their teams, the default one first."""
    return list(teams.query_active_memberships(user_id=user_id).select_related("team"))
