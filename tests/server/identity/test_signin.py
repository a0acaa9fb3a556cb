import time
from typing import Any

import pytest

from server.accounts.models import Session, User
from server.accounts.states import EndReason
from server.core.models import OutboxEvent
from server.plans.models import Subscription
from server.teams.models import Member, Team
from tests.cast import Person, make_person, make_team, sign_in
from tests.conftest import ApiClient
from tests.proof_of_work import solved
from tests.server.identity.conftest import post_signin

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


def test_the_password_gives_a_token_that_opens_only_the_second_step(
    alice_with_password: Person, anonymous: ApiClient
) -> None:
    answer = post_signin(anonymous, alice_with_password.user.email.upper(), headers={"user-agent": FIREFOX})

    assert answer.status_code == 200
    half = ApiClient(answer.json()["token2fa"])
    assert half.get("me").status_code == 403
    assert half.get("me").json()["code"] == "notAuthorized"
    step = Session.objects.get(kind="2fa")
    assert (step.device, step.address) == ("Firefox 130 (Linux)", "127.0.0.1")


def test_the_second_step_is_taken_once(alice_with_password: Person, anonymous: ApiClient) -> None:
    half = ApiClient(post_signin(anonymous, alice_with_password.user.email).json()["token2fa"])

    answer = half.post("checkToken-2FA")

    assert answer.json()["state"] == "complete"
    assert ApiClient(answer.json()["token"]).get("me").json()["user"]["email"] == alice_with_password.user.email
    again = half.post("checkToken-2FA")
    assert (again.status_code, again.json()["code"]) == (401, "tokenException")


def test_a_team_with_two_factor_awaits_a_code(alice_with_password: Person, anonymous: ApiClient) -> None:
    Team.objects.update(enable_2fa=True)
    half = ApiClient(post_signin(anonymous, alice_with_password.user.email).json()["token2fa"])

    answer = half.post("checkToken-2FA")

    address = alice_with_password.user.email
    assert answer.json() == {
        "state": "otpRequired",
        "methods": ["email"],
        "sentTo": f"a•••@{address.partition('@')[2]}",
        "retryAfterSeconds": 60,
    }
    assert Session.objects.filter(kind="normal").count() == 1


@pytest.mark.parametrize("email", ["alice", "nobody@example.com", ""])
def test_a_wrong_password_and_an_unknown_address_say_the_same(
    alice_with_password: Person, anonymous: ApiClient, email: str
) -> None:
    answer = post_signin(anonymous, alice_with_password.user.email if email == "alice" else email, "wrong password!")

    assert answer.status_code == 401
    assert answer.json() == {
        "code": "loginException",
        "message": "Email address or password is incorrect",
        "payload": None,
    }
    assert Session.objects.count() == 1


def test_an_unknown_address_takes_as_long(alice_with_password: Person, anonymous: ApiClient) -> None:
    def seconds(email: str, number: int) -> float:
        captcha = solved(anonymous)
        # A new address for each attempt, so that no pair is blocked.
        anonymous._client.defaults["REMOTE_ADDR"] = f"10.0.{number}.1"
        started = time.perf_counter()
        anonymous.post("signin", {"email": email, "password": "wrong password!", "captcha": captcha})
        return time.perf_counter() - started

    # Alternately, and the fastest of each: other work on the machine only ever adds time.
    both = [
        (seconds(alice_with_password.user.email, number), seconds("nobody@example.com", number)) for number in range(8)
    ]
    known, unknown = (min(times) for times in zip(*both, strict=True))

    assert 0.5 < unknown / known < 2


def test_a_locked_user_is_told_so_only_after_the_right_password(
    alice_with_password: Person, anonymous: ApiClient
) -> None:
    User.objects.update(locked_at="2026-01-01T00:00:00Z")

    wrong = post_signin(anonymous, alice_with_password.user.email, "wrong password!")
    right = post_signin(anonymous, alice_with_password.user.email)

    assert wrong.json()["code"] == "loginException"
    assert (right.status_code, right.json()["code"]) == (403, "userLocked")
    assert not Session.objects.filter(kind="2fa").exists()


def test_logging_out_the_others_happens_when_the_sign_in_is_complete(
    alice_with_password: Person, anonymous: ApiClient
) -> None:
    other = sign_in(alice_with_password.user, alice_with_password.team)
    half = post_signin(anonymous, alice_with_password.user.email, logoutFromOthers=True).json()["token2fa"]
    assert other.api.get("ping").status_code == 200

    token = ApiClient(half).post("checkToken-2FA").json()["token"]

    for ended in (other, alice_with_password):
        answer = ended.api.get("ping")
        assert (answer.status_code, answer.json()["code"]) == (401, "forceOutException")
    assert ApiClient(token).get("ping").json() is True
    told = OutboxEvent.objects.filter(name="identity.session.ended", payload__reason=EndReason.FORCED_OUT)
    assert {room for event in told for room in event.rooms} == {
        f"session:{other.session.pk}",
        f"session:{alice_with_password.session.pk}",
    }


def test_logout_ends_the_session_and_tells_its_sockets(alice: Person, bob: Person) -> None:
    answer = alice.api.post("logout")

    assert answer.status_code == 200
    assert alice.api.get("me").json()["code"] == "tokenException"
    assert bob.api.get("ping").status_code == 200
    event, closing, _ = OutboxEvent.objects.order_by("id")
    assert (event.name, closing.name) == ("identity.session.ended", "core.sockets.closed")
    assert event.rooms == closing.rooms == [f"session:{alice.session.pk}"]
    assert event.payload == {"reason": "signed-out"}


def test_ping_answers_with_and_without_a_session(alice: Person, anonymous: ApiClient) -> None:
    assert alice.api.get("ping").json() is True
    assert anonymous.post("ping").json() is True
    assert anonymous.get("ping").status_code == 401


def test_another_team_of_the_user_is_opened_by_the_session_that_is_there(alice: Person) -> None:
    other = make_team("Gula")
    Member.objects.create(team=other, user=alice.user, role="member")

    half = ApiClient(alice.api.post("signin-current", {"companyId": str(other.pk)}).json()["token2fa"])
    token = half.post("checkToken-2FA").json()["token"]

    team = ApiClient(token).get("me").json()["team"]
    assert (team["companyId"], team["role"]) == (str(other.pk), "member")
    assert alice.api.get("me").json()["team"]["companyId"] == str(alice.team.pk)


def test_a_team_of_somebody_else_is_not_found(alice: Person, mallory: Person) -> None:
    answer = alice.api.post("signin-current", {"companyId": str(mallory.team.pk)})

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")
    assert Session.objects.count() == 2


def test_a_suspended_team_and_one_that_has_expired_can_still_look_and_leave(alice: Person) -> None:
    Team.objects.update(suspended_at="2026-01-01T00:00:00Z", locked_at="2026-01-01T00:00:00Z")
    Subscription.objects.update(expires_at="2026-01-01T00:00:00Z")

    team = alice.api.get("me").json()["team"]

    assert (team["suspend"], team["lock"], team["isExpired"]) == (True, True, True)
    assert alice.api.post("logout").status_code == 200


def test_a_session_slides_at_most_once_a_minute(alice: Person, clock: Any) -> None:
    alice.api.get("ping")
    alice.session.refresh_from_db()
    opened = alice.session.last_seen_at

    clock.shift(50)
    alice.api.get("ping")
    alice.session.refresh_from_db()
    assert alice.session.last_seen_at == opened

    clock.shift(20)
    alice.api.get("ping", **{"X-Requested-With": "interval"})
    alice.session.refresh_from_db()
    assert alice.session.last_seen_at == opened

    alice.api.get("ping")
    alice.session.refresh_from_db()
    assert (alice.session.last_seen_at - opened).total_seconds() >= 70


def test_a_user_without_a_team_is_told(alice_with_password: Person, anonymous: ApiClient) -> None:
    Member.objects.all().delete()

    answer = post_signin(anonymous, alice_with_password.user.email)

    assert (answer.status_code, answer.json()["code"]) == (403, "noTeam")


def test_me_tells_what_the_guard_needs(alice: Person) -> None:
    User.objects.filter(pk=alice.user.pk).update(phone="+62 811", image="https://pages.example/alice.png")

    me = alice.api.get("me").json()

    assert (me["user"]["phone"], me["user"]["image"]) == ("+62 811", "https://pages.example/alice.png")
    assert me["user"]["userId"] == str(alice.user.pk)
    assert (me["user"]["email"], me["user"]["firstname"], me["user"]["fullname"]) == (
        alice.user.email,
        "Alice",
        "Alice",
    )
    assert (me["user"]["time"], me["user"]["validate"]) == (24, True)
    assert (me["team"]["name"], me["team"]["role"]) == ("Kopi", "admin")
    assert "team.edit" in me["permissions"]
    assert (me["identity"]["vendor"], me["identity"]["color"]) == ("mt", "#2F54C8")
    assert me["identity"]["feature"] == {"batchStatus": {"enable": True}}


@pytest.mark.parametrize(
    ("website", "domain"),
    [
        ("https://www.KopiSelatan.example/menu", "kopiselatan.example"),
        ("https://shop.kopiselatan.example:8443", "shop.kopiselatan.example"),
        ("kopiselatan.example", ""),
        ("https://[broken", ""),
        ("", ""),
    ],
)
def test_me_tells_the_domain_name_of_the_team(alice: Person, website: str, domain: str) -> None:
    Team.objects.filter(pk=alice.team.pk).update(website=website)

    assert alice.api.get("me").json()["team"]["domain"] == domain


def test_a_member_lacks_what_only_an_admin_may(bob: Person) -> None:
    permissions = bob.api.get("me").json()["permissions"]

    assert "member.view" in permissions
    assert "team.edit" not in permissions


def test_another_person_has_another_me(alice: Person) -> None:
    stranger = make_person("Carol", make_team("Susu"))

    assert stranger.api.get("me").json()["team"]["name"] == "Susu"
