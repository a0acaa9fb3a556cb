"""The teams of the demo and their members."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from django.conf import settings

from server.accounts.models import User
from server.accounts.services import passwords
from server.core import clock
from server.core.callers import Caller, TokenKind, TokenState
from server.core.demo import Chapter, DemoAction, DemoTeam, register
from server.core.ids import uuid7
from server.teams.models import Member, MemberRole, Team
from server.teams.services import teams

# A roastery with months of history, and a small shop that has nearly used up its plan.
KOPI_SELATAN, WARUNG_KITA = "kopiSelatan", "warungKita"
# The sample data of a vendor's new team (TEAM-116). The team exists before.
SAMPLE = "sample"
NAME = "teams"


@dataclass(frozen=True, slots=True)
class DemoUser:
    email: str
    firstname: str
    lastname: str


DEWI = DemoUser("dewi@kopiselatan.example", "Dewi", "Wulandari")
BAGUS = DemoUser("bagus@kopiselatan.example", "Bagus", "Pratama")
SARI = DemoUser("sari@kopiselatan.example", "Sari", "Handayani")
PUTRI = DemoUser("putri@warungkita.example", "Putri", "Maharani")


def build_caller(user: User, team: Team) -> Caller:
    return Caller(
        session_id=uuid7(),
        kind=TokenKind.NORMAL,
        token_state=TokenState.GOOD,
        user_id=user.pk,
        email=user.email,
        fullname=user.fullname,
        language=user.language,
        is_operator=False,
        locked=False,
        validated=True,
        team_id=team.pk,
        team_name=team.name,
        role="admin",
        permissions=frozenset(),
        suspended=False,
        plan_expired=False,
    )


def _plan_kopi_selatan(team: DemoTeam, _random: Random) -> Iterator[DemoAction]:
    create = partial(_create, team, DEWI, "Kopi Selatan", city="Jakarta", address="Jl. Kemang Raya 12")
    yield DemoAction(team.at(days=118, hour=10), create)
    for member in (BAGUS, SARI):
        yield DemoAction(team.at(days=110, hour=11), partial(_add_member, team, member))


def _plan_warung_kita(team: DemoTeam, _random: Random) -> Iterator[DemoAction]:
    """Its month began days ago, so that its plan stays nearly used up for weeks."""
    create = partial(_create, team, PUTRI, "Warung Kita", city="Makassar", address="Jl. Somba Opu 8")
    yield DemoAction(team.at(days=4, hour=9), create)


def _create(demo: DemoTeam, owner: DemoUser, name: str, *, city: str, address: str) -> None:
    user = _create_user(owner, encoded=passwords.hash_password(demo.passwords[owner.email]))
    team = teams.create(name=name, owner=user)
    team.city, team.country, team.address = city, "ID", address
    team.save(update_fields=["city", "country", "address"])
    demo.id = team.pk
    demo.callers[owner.email] = build_caller(user, team)


def _add_member(demo: DemoTeam, person: DemoUser) -> None:
    """A member without a password yet: the product would email them a link to set one."""
    user, team = _create_user(person, encoded="!"), Team.objects.get(pk=demo.team_id)
    Member.objects.create(team=team, user=user, role=MemberRole.MEMBER, is_default=True, joined_at=clock.now())
    demo.callers[person.email] = build_caller(user, team)


def _create_user(person: DemoUser, *, encoded: str) -> User:
    now = clock.now()
    return User.objects.create(
        email=person.email,
        password=encoded,
        firstname=person.firstname,
        lastname=person.lastname,
        policy_version=settings.POLICY_VERSION,
        validated_at=now,
        created_at=now,
    )


register(Chapter(KOPI_SELATAN, NAME, _plan_kopi_selatan))
register(Chapter(WARUNG_KITA, NAME, _plan_warung_kita))
