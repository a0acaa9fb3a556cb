"""The users of the tests: Alice owns Kopi, Bob is a member of it, Mallory is the admin of another team."""

import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from server.accounts.models import Session, User
from server.core import callers, clock
from server.core.callers import Caller, TokenKind, hash_token
from server.identity.models import Authenticator
from server.identity.services import authenticators
from server.plans.models import Plan, Subscription
from server.plans.services.offered_plans import build_feature_groups
from server.teams.models import Member, MemberRole, Team
from tests.conftest import ApiClient

PLAN_BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Person:
    """A signed-in user with an API client."""

    user: User
    team: Team
    session: Session
    token: str
    api: ApiClient = field(repr=False)

    @property
    def caller(self) -> Caller:
        """The user's current caller, from the authentication query."""
        found = callers.resolve(self.token)
        assert found is not None
        return found


def make_plan(code: str = "SAMPLE", **fields: Any) -> Plan:
    """A plan with the sample's limits; `features` replaces them."""
    defaults = {"name": code.title(), "group": "regular", "features": build_feature_groups()}
    plan, _ = Plan.objects.get_or_create(code=code, version=1, defaults=defaults | fields)
    return plan


def make_team(name: str = "Kopi", *, plan: Plan | None = None, **fields: Any) -> Team:
    """A team with a subscription from the first of a month, before every day that a test travels to."""
    team = Team.objects.create(
        name=name, slug=f"{name.lower()}-{secrets.token_hex(3)}", created_at=clock.now(), **fields
    )
    Subscription.objects.create(team=team, plan=plan or make_plan(), starts_at=PLAN_BEGAN)
    return team


def make_person(name: str, team: Team, *, role: str = MemberRole.MEMBER, kind: TokenKind = TokenKind.NORMAL) -> Person:
    """A validated user, a member of the team, signed in."""
    now = clock.now()
    user = User.objects.create(
        email=f"{name.lower()}@{team.slug}.example", password="!", firstname=name, validated_at=now, created_at=now
    )
    Member.objects.create(team=team, user=user, role=role, is_default=True, joined_at=now)
    return sign_in(user, team, kind=kind)


def make_operator(user: User) -> None:
    """Makes the user an operator whose sessions have passed an authenticator app."""
    now = clock.now()
    User.objects.filter(pk=user.pk).update(is_operator=True, validated_at=now)
    Authenticator.objects.update_or_create(
        user=user, defaults={"sealed_secret": b"", "created_at": now, "confirmed_at": now}
    )
    Session.objects.filter(user=user).update(passed_at=now)


def sign_in(user: User, team: Team, *, kind: TokenKind = TokenKind.NORMAL) -> Person:
    """A new session of the user in the team, without the sign-in call."""
    now = clock.now()
    token = secrets.token_urlsafe(32)
    session = Session.objects.create(
        user=user,
        team_id=team.pk,
        kind=kind,
        token_hash=hash_token(token),
        device="Test",
        created_at=now,
        last_seen_at=now,
        expires_at=now + timedelta(days=30),
        passed_at=now if authenticators.has_app(user_id=user.pk) else None,
    )
    return Person(user, team, session, token, ApiClient(token))
