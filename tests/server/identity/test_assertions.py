"""A partner's signed sign-in (signin-jwt)."""

import base64
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connection

from server.accounts.models import Session, User
from server.core import clock as product_clock
from server.identity.models import SpentAssertion
from server.identity.services import assertions
from server.teams.models import Member, Team
from tests.cast import Person, make_team
from tests.conftest import ApiClient

pytestmark = pytest.mark.django_db

SECRET = "a secret that the partner and we share, nobody else"
PRIVATE = Ed25519PrivateKey.generate()
PUBLIC = base64.b64encode(
    PRIVATE.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
).decode()


@pytest.fixture(autouse=True)
def _partner(settings: Any) -> None:
    settings.SIGNIN_JWT_KEY = f"HS256:{SECRET}"


def claims(person: Person, **changes: Any) -> dict[str, Any]:
    now = int(product_clock.now().timestamp())
    good = {"email": person.user.email, "aud": "http://localhost:8000", "exp": now + 300, "jti": "one"}
    return {name: value for name, value in (good | changes).items() if value is not None}


def signed(given: Mapping[str, Any], key: Any = SECRET, algorithm: str = "HS256") -> str:
    return jwt.encode(dict(given), key, algorithm=algorithm)


def post(api: ApiClient, assertion: str) -> Any:
    return api.post("signin-jwt", {"jwt": assertion})


def test_a_partner_s_word_signs_in_once(alice: Person, anonymous: ApiClient) -> None:
    assertion = signed(claims(alice))

    first, again = post(anonymous, assertion), post(anonymous, assertion)

    complete = ApiClient(first.json()["token2fa"]).post("checkToken-2FA").json()
    assert ApiClient(complete["token"]).get("me").json()["user"]["email"] == alice.user.email
    assert (again.status_code, again.json()["code"]) == (401, "loginException")


def test_without_a_key_there_is_no_such_call(alice: Person, anonymous: ApiClient, settings: Any) -> None:
    settings.SIGNIN_JWT_KEY = ""

    answer, unknown = post(anonymous, signed(claims(alice))), anonymous.post("no-such-call")

    assert (answer.status_code, answer.json()) == (unknown.status_code, unknown.json())
    assert not SpentAssertion.objects.exists()


def test_a_public_key_is_enough(alice: Person, anonymous: ApiClient, settings: Any) -> None:
    settings.SIGNIN_JWT_KEY = f"EdDSA:{PUBLIC}"

    assert post(anonymous, signed(claims(alice), PRIVATE, "EdDSA")).status_code == 200
    # The public key must not be usable as a shared secret for signing.
    assert post(anonymous, signed(claims(alice, jti="two"), PUBLIC)).json()["code"] == "loginException"


@pytest.mark.parametrize(
    "changes",
    [
        {"exp": None},
        {"aud": None},
        {"jti": None},
        {"email": None},
        {"jti": ""},
        {"jti": "x" * 201},
        {"jti": 7},
        {"email": 7},
        {"email": "a\x00b@example.com"},
        {"email": "nobody@example.com"},
        {"aud": "https://elsewhere.example"},
        {"companyId": "no id"},
        {"exp": "soon"},
        {"exp": 10**30},
    ],
    ids=str,
)
def test_what_is_wrong_with_the_claims_is_not_told(
    alice: Person, anonymous: ApiClient, changes: dict[str, Any]
) -> None:
    answer = post(anonymous, signed(claims(alice, **changes)))

    assert (answer.status_code, answer.json()["code"]) == (401, "loginException")
    assert Session.objects.count() == 1


@pytest.mark.parametrize("seconds", [-1, 0, 601])
def test_it_lives_shortly(alice: Person, anonymous: ApiClient, clock: Any, seconds: int) -> None:
    now = int(product_clock.now().timestamp())
    clock.move_to(now, tick=False)

    answer = post(anonymous, signed(claims(alice, exp=now + seconds)))

    assert (answer.status_code, answer.json()["code"]) == (401, "loginException")


def test_another_key_no_key_and_no_jwt_open_nothing(alice: Person, anonymous: ApiClient) -> None:
    unsigned = jwt.encode(claims(alice), "", algorithm="none")

    for assertion in (signed(claims(alice), "another secret of more than 32 characters"), unsigned, "x.y.z", "x"):
        assert post(anonymous, assertion).json()["code"] == "loginException"
    assert not SpentAssertion.objects.exists()


def test_it_may_name_one_of_the_user_s_teams(alice: Person, mallory: Person, anonymous: ApiClient) -> None:
    gula = make_team("Gula")
    Member.objects.create(team=gula, user=alice.user, role="member")

    half = post(anonymous, signed(claims(alice, companyId=str(gula.pk)))).json()["token2fa"]
    foreign = post(anonymous, signed(claims(alice, jti="two", companyId=str(mallory.team.pk))))

    token = ApiClient(half).post("checkToken-2FA").json()["token"]
    assert ApiClient(token).get("me").json()["team"]["name"] == "Gula"
    assert foreign.json()["code"] == "noTeam"


def test_it_is_no_way_round_a_lock_or_the_team_s_setting(alice: Person, anonymous: ApiClient) -> None:
    Team.objects.update(multi_login="deny")
    denied = post(anonymous, signed(claims(alice)))
    Team.objects.update(multi_login="allow")
    after_all = post(anonymous, signed(claims(alice)))
    User.objects.update(locked_at="2026-01-01T00:00:00Z")
    locked = post(anonymous, signed(claims(alice, jti="two")))

    assert denied.json()["code"] == "signInConfirmMode1Exception"
    assert after_all.status_code == 200  # the rejected assertion is not spent
    assert locked.json()["code"] == "userLocked"


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_signs_in(alice: Person) -> None:
    assertion = signed(claims(alice))

    def attempt(_: int) -> int:
        try:
            return int(post(ApiClient(), assertion).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(attempt, range(16)))

    assert sorted(statuses) == [200] + [401] * 15


def test_used_ones_are_dropped_when_they_have_expired(alice: Person, anonymous: ApiClient, clock: Any) -> None:
    post(anonymous, signed(claims(alice)))
    assertions.purge_used()
    assert SpentAssertion.objects.count() == 1

    clock.shift(3600)
    assertions.purge_used()

    assert SpentAssertion.objects.count() == 0


@pytest.mark.parametrize("setting", ["", "HS256:short", "RS256:" + "x" * 40, "EdDSA:not base64", "EdDSA:QUJD"])
def test_a_key_that_is_none_is_refused(setting: str) -> None:
    with pytest.raises(assertions.KeyInvalid):
        assertions.parse_key(setting)
