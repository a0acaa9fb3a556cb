"""The database side of `bin/prove abuse`: the teams on its stage, and the effects of the load on their tables."""

from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q

from server.accounts.models import User
from server.accounts.services import passwords
from server.contacts.models import SubscriberSetting
from server.core import clock
from server.core.callers import TokenKind
from server.core.models import Job, JobState
from server.delivery import keys
from server.delivery.models import Mailing
from server.identity.services import sessions
from server.identity.services.sessions import SigninOrigin
from server.plans import quota
from server.plans.features import CONTACT
from server.plans.models import Plan, Subscription
from server.plans.services import offered_plans
from server.plans.services.offered_plans import build_feature_groups
from server.senders.services import senders
from server.teams.services import teams
from server.transactional.services import settings
from tests.server.transactional.factories import make_domain, make_key

# The well-behaved customer, the registered attacker, and the team whose pages strangers attack.
SOCKET_SESSIONS = 4
ROLES = ("customer", "attacker", "victim")


def open_stage(password: str) -> dict[str, dict[str, str]]:
    """Creates a team for each role with keys and a verified domain.

    The customer's plan is unlimited; the other two have the default plan of new teams.
    """
    return {role: _open_team(role, password) for role in ROLES}


def _open_team(role: str, password: str) -> dict[str, str]:
    now = clock.now()
    domain = f"{role}.example"
    owner = User.objects.create(
        email=f"owner@{domain}",
        password=passwords.hash_password(password),
        firstname=role.title(),
        validated_at=now,
        created_at=now,
    )
    team = teams.create(name=role.title(), owner=owner)
    if role == "customer":
        features = build_feature_groups(unlimited=True)
        plan = Plan.objects.create(code="PROOF", version=1, name="Proof", group="regular", features=features)
        Subscription.objects.create(team=team, plan=plan, starts_at=now)
    else:
        offered_plans.subscribe_to_sample(team_id=team.pk)
    senders.adopt_owner(user_id=owner.pk)
    settings.get_or_create(team.pk)
    make_domain(team, domain)
    if role == "victim":
        SubscriberSetting.objects.create(team=team, is_open=True, updated_at=now)
    origin = SigninOrigin(address="192.0.2.10", device="Proof")
    session, token = sessions.open_session(user=owner, team_id=team.pk, kind=TokenKind.NORMAL, origin=origin)
    _, trx_token = sessions.open_session(
        user=owner, team_id=team.pk, kind=TokenKind.TRX, origin=origin, parent_id=session.pk
    )
    _, step_token = sessions.open_session(user=owner, team_id=team.pk, kind=TokenKind.TWO_FACTOR, origin=origin)
    more = [
        sessions.open_session(user=owner, team_id=team.pk, kind=TokenKind.NORMAL, origin=origin)[1]
        for _ in range(SOCKET_SESSIONS)
    ]
    return {
        "team": str(team.pk),
        "slug": team.slug,
        "email": owner.email,
        "domain": domain,
        "token": token,
        "trx_token": trx_token,
        # After the password, before the second factor.
        "step_token": step_token,
        # A flooding socket locks out its session, so each kind has its own.
        **{f"socket_token_{number}": each for number, each in enumerate(more)},
        "key": make_key(team)[1],
        "sandbox_key": make_key(team, sandbox=True)[1],
    }


def list_recipient_tokens(campaign_id: str, count: str) -> list[str]:
    """The tokens in the links of a sent campaign, of its first recipients."""
    mailing = Mailing.objects.get(origin_id=campaign_id)
    return [keys.get_key_ring().token(mailing.pk, position) for position in range(min(int(count), mailing.recipients))]


def count_contacts(team_id: str) -> int:
    """The team's used quota of contacts."""
    return quota.get_state(team_id=UUID(team_id), limit=CONTACT).used


def count_due_jobs() -> int:
    due = Q(state=JobState.RUNNING) | Q(state=JobState.WAITING, due_at__lte=clock.now())
    return Job.objects.filter(due).count()


def measure_database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return {"bytes": cursor.fetchone()[0]}
