"""Operators and internal users (TEAM-87, 88, 184, 185)."""

from typing import Any

import pytest

from server.accounts.models import User
from tests.cast import Person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("developer", "given", "validated", "operator"),
    [
        (True, False, True, True),
        (True, False, False, False),
        (False, True, True, True),
        (False, True, False, False),
        (False, False, True, False),
    ],
)
def test_who_is_an_operator(
    alice: Person, bob: Person, settings: Any, developer: bool, given: bool, validated: bool, operator: bool
) -> None:
    settings.DEVELOPER_EMAIL = alice.user.email if developer else ""
    User.objects.filter(pk=alice.user.pk).update(is_operator=given)
    if not validated:
        User.objects.filter(pk=alice.user.pk).update(validated_at=None)

    assert alice.api.get("me").json()["isOperator"] is operator
    assert alice.caller.is_operator is operator
    assert bob.api.get("me").json()["isOperator"] is False


@pytest.mark.parametrize(
    ("domain", "validated", "internal"),
    [
        ("kantor.example", True, True),
        ("kantor.example", False, False),
        ("sub.kantor.example", True, False),
        ("notkantor.example", True, False),
    ],
)
def test_who_is_internal(alice: Person, settings: Any, domain: str, validated: bool, internal: bool) -> None:
    settings.INTERNAL_DOMAINS = frozenset({"kantor.example"})
    User.objects.update(email=f"alice@{domain}")
    if not validated:
        User.objects.update(validated_at=None)

    assert alice.api.get("me").json()["isInternal"] is internal


def test_nobody_is_internal_at_first(alice: Person) -> None:
    assert alice.api.get("me").json()["isInternal"] is False


def test_the_role_admin_makes_no_operator(alice: Person) -> None:
    assert (alice.caller.role, alice.caller.is_operator) == ("admin", False)
