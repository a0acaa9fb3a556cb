"""The tokens of a sign-in, and the access of each (HTTP-05 to 09)."""

from datetime import timedelta
from typing import Any

import pytest

from server.accounts.models import Session
from server.core import callers
from server.core.callers import TokenKind, TokenState
from server.identity.services import sessions
from server.plans.models import FeatureSwitch
from tests.cast import Person, sign_in
from tests.conftest import ApiClient
from tests.operations import WITH_TOKEN
from tests.server.identity.conftest import half_way

pytestmark = pytest.mark.django_db


@pytest.fixture
def complete(alice_with_password: Person, anonymous: ApiClient) -> dict[str, Any]:
    """The tokens of Alice's sign-in."""
    answer: dict[str, Any] = half_way(anonymous, alice_with_password).post("checkToken-2FA").json()
    return answer


def state_of(token: str) -> TokenState:
    caller = callers.resolve(token)
    assert caller is not None
    return caller.token_state


def test_the_transactional_token_is_of_its_own_kind(complete: dict[str, Any]) -> None:
    caller = callers.resolve(complete["trxToken"])

    assert caller is not None
    assert (caller.kind, caller.token_state) == (TokenKind.TRX, TokenState.GOOD)
    refused = ApiClient(complete["trxToken"]).get("me")
    assert (refused.status_code, refused.json()["code"]) == (403, "notAuthorized")


def test_a_team_without_transactional_mail_gets_none(alice_with_password: Person, anonymous: ApiClient) -> None:
    FeatureSwitch.objects.create(name="transactionalEmail", enabled=False)

    answer = half_way(anonymous, alice_with_password).post("checkToken-2FA").json()

    assert (answer["state"], answer["trxToken"]) == ("complete", None)
    assert not Session.objects.filter(kind=TokenKind.TRX).exists()


@pytest.mark.parametrize("how", ["logout", "another device", "reset"])
def test_the_transactional_token_ends_with_its_session(
    complete: dict[str, Any], alice_with_password: Person, how: str
) -> None:
    session = Session.objects.get(token_hash=callers.hash_token(complete["token"]))
    if how == "logout":
        ApiClient(complete["token"]).post("logout")
    if how == "another device":
        alice_with_password.api.delete(f"users/sessions/{session.pk}")
    if how == "reset":
        sessions.end_all(of_user=alice_with_password.user.pk)

    expected = TokenState.SIGNED_OUT if how == "logout" else TokenState.FORCED_OUT
    assert (state_of(complete["token"]), state_of(complete["trxToken"])) == (expected, expected)


def test_who_keeps_a_device_keeps_its_transactional_token(
    complete: dict[str, Any], alice_with_password: Person
) -> None:
    other = ApiClient(complete["token"])

    assert other.post("users/sessions/end-others").json() == {"ended": 1}

    assert (state_of(complete["token"]), state_of(complete["trxToken"])) == (TokenState.GOOD, TokenState.GOOD)
    assert state_of(alice_with_password.token) is TokenState.FORCED_OUT


def test_both_slide_together(complete: dict[str, Any], clock: Any) -> None:
    for _ in range(3):
        clock.shift(timedelta(hours=20))
        ApiClient(complete["token"]).get("ping")
    assert state_of(complete["trxToken"]) is TokenState.GOOD
    for _ in range(3):
        clock.shift(timedelta(hours=20))
        caller = callers.resolve(complete["trxToken"])
        assert caller is not None
        callers.touch(caller)

    assert state_of(complete["token"]) is TokenState.GOOD
    clock.shift(timedelta(hours=24))
    assert (state_of(complete["token"]), state_of(complete["trxToken"])) == (TokenState.EXPIRED, TokenState.EXPIRED)


def test_a_half_way_sign_in_lives_ten_minutes(alice_with_password: Person, anonymous: ApiClient, clock: Any) -> None:
    half = half_way(anonymous, alice_with_password)
    clock.shift(600)

    answer = half.post("checkToken-2FA")

    assert (answer.status_code, answer.json()["code"]) == (401, "tokenException")


def test_the_two_factor_token_opens_its_own_step_and_nothing_else() -> None:
    """The caller matrix calls each operation with each kind; this is its list."""
    by_kind = {
        kind: {operation.operation_id for operation in WITH_TOKEN if kind in operation.access.kinds}
        for kind in TokenKind
    }

    assert by_kind[TokenKind.TWO_FACTOR] == {"check_token_2fa", "auth_otp"}
    assert by_kind[TokenKind.NORMAL].isdisjoint(by_kind[TokenKind.TWO_FACTOR])
    assert by_kind[TokenKind.LANDING] == by_kind[TokenKind.FORM] == set()


def test_a_token_tells_nothing_in_the_database(alice: Person) -> None:
    person = sign_in(alice.user, alice.team)

    assert person.token.encode() not in bytes(Session.objects.get(pk=person.session.pk).token_hash)
