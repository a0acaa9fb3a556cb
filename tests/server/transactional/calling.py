"""Calls of the transactional API, by a dashboard user or by a key."""

from server.core.callers import TokenKind
from server.teams.models import Team
from tests.cast import Person, make_person, sign_in
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import make_key


def by_person(person: Person) -> TrxClient:
    """A dashboard user with a token of the transactional API."""
    return TrxClient(sign_in(person.user, person.team, kind=TokenKind.TRX).token)


def by_role(team: Team, name: str = "Bob", role: str = "member") -> TrxClient:
    """A new member of the team with this role."""
    return by_person(make_person(name, team, role=role))


def by_key(team: Team, *scopes: str) -> TrxClient:
    """A new key of the team with these scopes."""
    return TrxClient(make_key(team, scopes=list(scopes))[1])
