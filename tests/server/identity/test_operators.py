"""Operators and internal users (TEAM-87, 88, 184, 185)."""

from typing import Any

import pytest

from server.accounts.models import Session, User
from server.core import clock
from server.identity.models import Authenticator, SpentAssertion
from tests.cast import Person, sign_in
from tests.conftest import ApiClient
from tests.server.identity.conftest import PASSWORD
from tests.server.identity.test_assertions import SECRET, claims, signed
from tests.server.identity.test_authenticators import set_up

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
    Authenticator.objects.create(user=alice.user, sealed_secret=b"", created_at=clock.now(), confirmed_at=clock.now())
    Session.objects.filter(pk=alice.session.pk).update(passed_at=clock.now())

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


def test_the_console_opens_with_an_authenticator_app_only(alice_with_password: Person, anonymous: ApiClient) -> None:
    alice = alice_with_password
    User.objects.filter(pk=alice.user.pk).update(is_operator=True)
    other = sign_in(alice.user, alice.team)

    def console(api: ApiClient) -> tuple[int, str | None]:
        answer = api.get("admin/operators")
        return answer.status_code, None if answer.status_code == 200 else answer.json()["code"]

    before, shown = console(alice.api), alice.api.get("me").json()["isOperator"]
    set_up(alice)
    # The session that has set up the app has entered a code of it; the other one has not.
    after, elsewhere = console(alice.api), console(other.api)
    removed = alice.api.delete("users/two-factor/app", {"currentPassword": PASSWORD})

    assert (before, shown) == ((403, "secondFactorMissing"), True)
    assert (after, elsewhere) == ((200, None), (403, "secondFactorMissing"))
    assert removed.status_code == 200
    assert console(alice.api) == (403, "secondFactorMissing")


def test_a_code_by_email_does_not_open_the_console(alice: Person) -> None:
    User.objects.filter(pk=alice.user.pk).update(is_operator=True)
    Session.objects.filter(pk=alice.session.pk).update(passed_at=clock.now())

    assert alice.api.get("admin/operators").json()["code"] == "secondFactorMissing"
    assert (alice.caller.is_operator, alice.caller.is_operator_without_factor) == (False, True)


@pytest.mark.parametrize("by_role", [True, False])
def test_a_partner_signs_no_operator_in(alice: Person, anonymous: ApiClient, settings: Any, by_role: bool) -> None:
    settings.SIGNIN_JWT_KEY = f"HS256:{SECRET}"
    settings.DEVELOPER_EMAIL = "" if by_role else alice.user.email
    User.objects.filter(pk=alice.user.pk).update(is_operator=by_role)
    sessions = Session.objects.count()

    answer = anonymous.post("signin-jwt", {"jwt": signed(claims(alice))})

    assert (answer.status_code, answer.json()["code"]) == (401, "loginException")
    assert Session.objects.count() == sessions
    assert not SpentAssertion.objects.exists()
