"""Putri, an operator with her own team."""

import pytest

from tests import cast
from tests.cast import Person, make_person, make_team, sign_in


def make_operator(name: str = "Putri") -> Person:
    person = make_person(name, make_team(f"Desk{name}"), role="member")
    cast.make_operator(person.user)
    return person


@pytest.fixture
def putri(db: None) -> Person:
    return make_operator()


@pytest.fixture
def alices_phone(alice: Person) -> Person:
    """Alice, signed in once more."""
    return sign_in(alice.user, alice.team)
