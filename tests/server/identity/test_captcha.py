import base64
import json
from ipaddress import ip_address
from typing import Any

import pytest

from server.accounts.models import Session
from server.identity.errors import CaptchaInvalid
from server.identity.models import SpentChallenge
from server.identity.services import captcha, throttle
from tests.cast import Person
from tests.conftest import ApiClient
from tests.proof_of_work import solve, solved
from tests.server.identity.conftest import PASSWORD

pytestmark = pytest.mark.django_db

HOME = ip_address("203.0.113.7")


def fresh(account: str | None = None) -> str:
    return solve(captcha.create_challenge(address=HOME, account=account))


def test_a_solution_counts_once() -> None:
    payload = fresh()
    captcha.check(payload=payload, address=HOME)

    with pytest.raises(CaptchaInvalid):
        captcha.check(payload=payload, address=HOME)


def test_a_used_challenge_is_refused_whatever_else_its_payload_says() -> None:
    payload = fresh()
    captcha.check(payload=payload, address=HOME)
    again = json.loads(base64.b64decode(payload))
    again["solution"]["time"] = 12345

    with pytest.raises(CaptchaInvalid):
        captcha.check(payload=base64.b64encode(json.dumps(again).encode()).decode(), address=HOME)


def test_a_solution_is_good_for_ten_minutes(clock: Any) -> None:
    payload = fresh()
    clock.shift(601)

    with pytest.raises(CaptchaInvalid):
        captcha.check(payload=payload, address=HOME)


@pytest.mark.parametrize(
    "change",
    [
        lambda given: given["challenge"]["parameters"].update(data={"level": 6}),
        lambda given: given["challenge"]["parameters"].update(expiresAt=9_999_999_999),
        lambda given: given["challenge"].update(signature="00" * 32),
        lambda given: given["challenge"].pop("signature"),
        lambda given: given["solution"].update(derivedKey="00" * 32),
    ],
)
def test_what_was_changed_is_refused(change: Any) -> None:
    given = json.loads(base64.b64decode(fresh()))
    change(given)

    with pytest.raises(CaptchaInvalid):
        captcha.check(payload=base64.b64encode(json.dumps(given).encode()).decode(), address=HOME)
    assert not SpentChallenge.objects.exists()


@pytest.mark.parametrize(
    "payload", ["", "x", "e30=", "W10=", "bnVsbA==", "MQ==", base64.b64encode(b"[" * 3000).decode()]
)
def test_nonsense_is_refused(payload: str) -> None:
    with pytest.raises(CaptchaInvalid):
        captcha.check(payload=payload, address=HOME)


def test_a_much_tried_account_asks_for_more_work() -> None:
    cheap = fresh()
    for _ in range(20):
        throttle.count_failure(email="alice@example.com", address=ip_address("198.51.100.1"))

    with pytest.raises(CaptchaInvalid) as refused:
        captcha.check(payload=cheap, address=HOME, account="alice@example.com")

    assert refused.value.payload == {"account": True}
    captcha.check(payload=fresh("alice@example.com"), address=HOME, account="alice@example.com")


def test_signing_in_without_a_solution_is_refused(alice_with_password: Person, anonymous: ApiClient) -> None:
    body = {"email": alice_with_password.user.email, "password": PASSWORD}

    missing = anonymous.post("signin", body)
    wrong = anonymous.post("signin", body | {"captcha": "nonsense"})

    assert (missing.status_code, missing.json()["number"]) == (400, 124)
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["number"]) == (400, "captchaInvalid", 414)
    assert Session.objects.count() == 1


def test_the_challenge_of_the_api_can_be_solved(anonymous: ApiClient) -> None:
    captcha.check(payload=solved(anonymous), address=HOME)
