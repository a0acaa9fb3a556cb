"""The team that the proof `fuzz` calls as, its callers, and real ids for paths, queries and bodies."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError, transaction

from server.accounts.models import Session, User
from server.core import clock, redis_clients
from server.core.callers import TokenKind
from server.core.errors import ApiError
from server.plans.models import Plan, Subscription
from server.plans.services.offered_plans import build_feature_groups
from server.teams.models import Member, MemberRole, Team
from server.transactional.states import Scope
from tests.cast import Person, make_person, make_team, sign_in
from tests.foreign_ids import BODIES, IDS
from tests.operations import ALL, PARAMETER, Operation
from tests.server.transactional.factories import make_domain, make_key

REDIS_SECONDS = 30.0
NOBODY_S_ID = "00000000-0000-0000-0000-000000000000"
_WORD = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass
class Callers:
    """Bearer tokens by caller. `renew` restores what a call removed: sessions, roles, the plan, the key."""

    team: Team
    admin: Person
    member: Person
    tokens: dict[str, str] = field(default_factory=dict)
    renewed: int = 0

    def renew(self) -> None:
        self.renewed += 1
        now = clock.now()
        people = (self.admin, self.member)
        keys = [person.user.pk for person in people]
        User.objects.filter(pk__in=keys).update(locked_at=None, validated_at=now)
        User.objects.filter(pk=self.admin.user.pk).update(is_operator=True)
        Session.objects.filter(user_id__in=keys).delete()
        Team.objects.filter(pk=self.team.pk).update(suspended_at=None, locked_at=None)
        Subscription.objects.filter(team_id=self.team.pk).update(expires_at=None)
        for person, role in ((self.admin, MemberRole.ADMIN), (self.member, MemberRole.MEMBER)):
            Member.objects.for_team(self.team).filter(user=person.user).update(role=role, custom_role=None)
        self.tokens = {
            "admin": sign_in(self.admin.user, self.team).token,
            "member": sign_in(self.member.user, self.team).token,
            "trx admin": sign_in(self.admin.user, self.team, kind=TokenKind.TRX).token,
            "trx member": sign_in(self.member.user, self.team, kind=TokenKind.TRX).token,
            "key": make_key(self.team, scopes=list(Scope))[1],
        }


def fill() -> Callers:
    """Creates a team with every plan feature, an admin with operator rights, and a plain member."""
    features = build_feature_groups(with_paid=True, unlimited=True)
    plan = Plan.objects.create(code="FUZZ", name="Fuzz", features=features)
    team = make_team("Fuzz", plan=plan)
    make_domain(team)
    callers = Callers(team, make_person("Alice", team, role="admin"), make_person("Bob", team))
    callers.renew()
    return callers


def lift_limits() -> None:
    """Resets rate limits, so that calls reach the code behind them."""
    client = redis_clients.get_shared_client(REDIS_SECONDS)
    for key in client.scan_iter("rate:*", count=1_000):
        client.delete(key)


class RealIds:
    """Ids of the team's records, created on first use and again when they might have been deleted."""

    def __init__(self, team: Team) -> None:
        self._team = team
        self._made: dict[str, str] = {}
        self._by_name: dict[str, list[str]] = {}
        self.operations: dict[str, Operation] = {operation.operation_id: operation for operation in ALL}
        for prefix in IDS:
            found = PARAMETER.findall(prefix)
            if found:
                self._by_name.setdefault(found[-1], []).append(prefix)

    def path(self, operation_id: str, *, fresh: bool = False) -> dict[str, str]:
        operation = self.operations[operation_id]
        return {
            match[1]: self._of(operation.path[: match.end()], fresh=fresh)
            for match in PARAMETER.finditer(operation.path)
        }

    def body(self, operation_id: str) -> Any:
        """A body that the operation accepts; None if BODIES has no entry or creating it fails."""
        make = BODIES.get(operation_id)
        if make is None:
            return None
        with suppress(ApiError, DatabaseError), transaction.atomic():  # some can be created only a few times
            return make(self._team)
        return None

    def named(self, name: str) -> str | None:
        """An id for a query parameter or a property such as `labelIds`; None if there are no records of that kind."""
        snake = _WORD.sub("_", name).lower().removesuffix("s")
        prefixes = self._by_name.get(snake)
        return self._of(prefixes[0]) if prefixes else None

    def into(self, value: Any, name: str, chance: float, random: Any) -> Any:
        """The value with real ids in place of ids, each with that probability."""
        if isinstance(value, Mapping):
            return {key: self.into(below, str(key), chance, random) for key, below in value.items()}
        if isinstance(value, list):
            return [self.into(below, name, chance, random) for below in value]
        if name.endswith(("Id", "Ids", "_id", "_ids")) and isinstance(value, str | int) and random.random() < chance:
            found = self.named(name)
            if found is not None:
                return int(found) if isinstance(value, int) and found.isdecimal() else found
        return value

    def _of(self, prefix: str, *, fresh: bool = False) -> str:
        if fresh or prefix not in self._made:
            with suppress(ApiError, DatabaseError), transaction.atomic():  # some can be created only a few times
                self._made[prefix] = str(IDS[prefix](self._team))
        return self._made.setdefault(prefix, NOBODY_S_ID)
