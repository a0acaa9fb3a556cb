"""Settings for a second sign-in of a user: allow, ask, deny (SESS-58 to 61)."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from server.accounts.models import Session
from server.core import clock as product_clock
from server.core.callers import TokenKind
from server.core.models import OutboxEvent
from server.identity.resolver import MAX_IDLE
from server.teams.models import Member, Team
from tests.cast import Person, make_team, sign_in
from tests.conftest import ApiClient
from tests.server.identity.conftest import half_way, post_signin

pytestmark = pytest.mark.django_db
CONFIRM, DENIED = "signInConfirmException", "signInConfirmMode1Exception"


def setting(value: str) -> None:
    Team.objects.update(multi_login=value)


@pytest.mark.parametrize(
    ("value", "ends_others", "code"),
    [
        ("allow", False, None),
        ("allow", True, None),
        ("ask", False, CONFIRM),
        ("ask", True, None),
        ("deny", False, DENIED),
        ("deny", True, DENIED),
    ],
)
def test_what_a_second_sign_in_meets(
    alice_with_password: Person, anonymous: ApiClient, value: str, ends_others: bool, code: str | None
) -> None:
    setting(value)

    answer = post_signin(anonymous, alice_with_password.user.email, logoutFromOthers=ends_others)

    assert (answer.status_code, answer.json().get("code")) == ((200, None) if code is None else (409, code))
    assert Session.objects.filter(kind="2fa").exists() is (code is None)
    assert alice_with_password.api.get("ping").status_code == 200


def test_the_question_comes_only_after_the_right_password(alice_with_password: Person, anonymous: ApiClient) -> None:
    setting("deny")

    answer = post_signin(anonymous, alice_with_password.user.email, "wrong password!")

    assert (answer.status_code, answer.json()["code"]) == (401, "loginException")


@pytest.mark.parametrize("value", ["ask", "deny"])
@pytest.mark.parametrize("gone", ["ended", "idle", "expired", "half-way", "may only pay"])
def test_a_session_that_is_none_any_more_is_not_minded(
    alice_with_password: Person, anonymous: ApiClient, clock: Any, value: str, gone: str
) -> None:
    setting(value)
    now = product_clock.now()
    changes: dict[str, dict[str, Any]] = {
        "ended": {"ended_at": now, "end_reason": "signed-out"},
        "idle": {"last_seen_at": now - MAX_IDLE},
        "expired": {"expires_at": now},
        "half-way": {"kind": TokenKind.TWO_FACTOR},
        "may only pay": {"payment_only": True},
    }
    Session.objects.update(**changes[gone])

    answer = half_way(anonymous, alice_with_password).post("checkToken-2FA")

    assert answer.json()["state"] == "complete"


def test_who_confirms_ends_the_others_when_the_sign_in_is_complete(
    alice_with_password: Person, anonymous: ApiClient
) -> None:
    setting("ask")
    other = sign_in(alice_with_password.user, alice_with_password.team)
    half = half_way(anonymous, alice_with_password, logoutFromOthers=True)
    assert other.api.get("ping").status_code == 200

    token = half.post("checkToken-2FA").json()["token"]

    for ended in (other, alice_with_password):
        assert (ended.api.get("me").status_code, ended.api.get("me").json()["code"]) == (401, "forceOutException")
    assert ApiClient(token).get("ping").json() is True


def test_a_sign_in_that_has_overtaken_this_one_is_minded(alice_with_password: Person, anonymous: ApiClient) -> None:
    setting("ask")
    Session.objects.all().delete()
    first, second = half_way(anonymous, alice_with_password), half_way(anonymous, alice_with_password)
    assert first.post("checkToken-2FA").json()["state"] == "complete"

    late = second.post("checkToken-2FA")

    assert (late.status_code, late.json()["code"]) == (409, CONFIRM)
    assert Session.objects.filter(kind="normal").count() == 1


@pytest.mark.django_db(transaction=True)
def test_where_one_is_allowed_many_at_once_make_one(alice_with_password: Person) -> None:
    setting("deny")
    Session.objects.all().delete()
    steps = [sign_in(alice_with_password.user, alice_with_password.team, kind=TokenKind.TWO_FACTOR) for _ in range(12)]

    def complete(step: Person) -> Any:
        try:
            return ApiClient(step.token).post("checkToken-2FA").json().get("code", "complete")
        finally:
            connection.close()

    with ThreadPoolExecutor(12) as pool:
        told = list(pool.map(complete, steps))

    assert sorted(told) == ["complete", *[DENIED] * 11]
    assert Session.objects.filter(kind="normal").count() == 1


def test_changing_the_team_is_no_second_sign_in(alice_with_password: Person) -> None:
    alice = alice_with_password
    gula = make_team("Gula", multi_login="deny")
    Member.objects.create(team=gula, user=alice.user, role="member")

    half = alice.api.post("signin-current", {"companyId": str(gula.pk)}).json()["token2fa"]
    complete = ApiClient(half).post("checkToken-2FA").json()

    assert complete["state"] == "complete"
    elsewhere = sign_in(alice.user, alice.team)
    refused = alice.api.post("signin-current", {"companyId": str(gula.pk)})
    assert (refused.status_code, refused.json()["code"]) == (409, DENIED)
    assert elsewhere.api.get("ping").status_code == 200


def test_a_sign_in_is_told_to_the_person_s_other_browsers(alice_with_password: Person, anonymous: ApiClient) -> None:
    half = half_way(anonymous, alice_with_password)
    assert not OutboxEvent.objects.filter(name="identity.session.opened").exists()

    half.post("checkToken-2FA")

    told = OutboxEvent.objects.get(name="identity.session.opened")
    session = Session.objects.filter(kind="normal").latest("created_at")
    assert told.rooms == [f"user:{alice_with_password.user.pk}"]
    assert (told.payload["sessionId"], told.payload["device"]) == (str(session.pk), session.device)
