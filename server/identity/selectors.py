"""Reads that span accounts, teams and plans."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from server.accounts.models import User
from server.core import clock
from server.core.callers import Caller
from server.plans.models import Subscription
from server.teams import selectors as teams
from server.teams.models import Member, Team


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
        """TEAM-59."""
        return self.expires_at is not None and self.expires_at < clock.now()


def get_user(*, user_id: UUID) -> User:
    """The user of a caller; exists while the caller does."""
    return User.objects.get(pk=user_id)


def get_company(*, by: Caller) -> Company:
    """The caller's active team."""
    subscription = Subscription.objects.for_team(by).select_related("plan", "team").first()
    team = subscription.team if subscription else teams.get_team(team_id=by.team_id)
    return Company(team, by.role, subscription)


def companies(*, user_id: UUID) -> list[Member]:
    """The user's memberships with their teams, the default one first."""
    return list(teams.active_memberships(user_id=user_id).select_related("team"))
