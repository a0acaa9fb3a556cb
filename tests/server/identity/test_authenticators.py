"""The authenticator app and its recovery codes."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pyotp
import pytest
from django.db import connection

from server.accounts.models import User
from server.core import clock as product_clock
from server.core.callers import TokenKind
from server.core.models import Attempt, OutboxEvent
from server.identity.models import Authenticator, RecoveryCode
from server.teams.models import Team
from tests.cast import Person, sign_in
from tests.conftest import ApiClient
from tests.server.identity.conftest import PASSWORD, Postbox, half_way

pytestmark = pytest.mark.django_db

RECOVERY = r"[2-9a-hj-np-z]{5}-[2-9a-hj-np-z]{5}"


def code_of(secret: str, *, seconds_ahead: int = 0) -> str:
    """The app's code at the product's time."""
    return pyotp.TOTP(secret).at(int(product_clock.now().timestamp()) + seconds_ahead)


def set_up(person: Person) -> tuple[str, list[str]]:
    """An app for the user: its secret and the recovery codes. It uses up the code of the previous step."""
    secret: str = person.api.post("users/two-factor/app", {"currentPassword": PASSWORD}).json()["secret"]
    answer = person.api.put("users/two-factor/app", {"code": code_of(secret, seconds_ahead=-30)})
    assert answer.status_code == 200, answer.content
    return secret, answer.json()["recoveryCodes"]


def test_the_set_up_counts_once_a_code_has_confirmed_it(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox, clock: Any
) -> None:
    alice = alice_with_password
    begun = alice.api.post("users/two-factor/app", {"currentPassword": PASSWORD}).json()
    uri = urlsplit(begun["uri"])
    assert (uri.scheme, uri.netloc) == ("otpauth", "totp")
    assert unquote(uri.path) == f"/Dashboard SMTP:{alice.user.email}"
    assert parse_qs(uri.query) == {"secret": [begun["secret"]], "issuer": ["Dashboard SMTP"]}
    assert alice.api.get("users/two-factor").json() == {"app": False, "team": False, "recoveryCodesLeft": 0}
    assert half_way(anonymous, alice).post("checkToken-2FA").json()["state"] == "complete"

    confirmed = alice.api.put("users/two-factor/app", {"code": code_of(begun["secret"])})

    assert len(set(confirmed.json()["recoveryCodes"])) == 10
    assert alice.api.get("users/two-factor").json() == {"app": True, "team": False, "recoveryCodesLeft": 10}
    assert alice.api.get("me").json()["user"]["twoFactor"] is True
    assert postbox.count("two-factor-on") == 1
    assert OutboxEvent.objects.get(name="identity.user.changed").rooms == [f"user:{alice.user.pk}"]


def test_what_is_stored_tells_neither_secret_nor_codes(alice_with_password: Person, clock: Any) -> None:
    secret, recovery = set_up(alice_with_password)

    assert secret.encode() not in bytes(Authenticator.objects.get().sealed_secret)
    stored = b"".join(bytes(row.code_hash) for row in RecoveryCode.objects.all())
    assert len(stored) == 320
    assert not any(code.replace("-", "").encode() in stored for code in recovery)


def test_the_app_is_asked_for_and_nothing_is_mailed(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox, clock: Any
) -> None:
    secret, _ = set_up(alice_with_password)
    Team.objects.update(enable_2fa=True)
    half = half_way(anonymous, alice_with_password)

    awaited = half.post("checkToken-2FA").json()
    mailed = half.post("auth-otp")
    passed = half.post("auth-otp", {"code": code_of(secret)})

    assert awaited == {
        "state": "otpRequired",
        "methods": ["app", "recovery"],
        "sentTo": None,
        "retryAfterSeconds": 0,
    }
    assert (mailed.status_code, mailed.json()["code"]) == (409, "actionNotAllowed")
    assert postbox.count("signin-code") == 0
    assert passed.status_code == 200
    assert half.post("checkToken-2FA").json()["state"] == "complete"


@pytest.mark.parametrize(("seconds", "right"), [(-60, False), (-30, True), (0, True), (30, True), (60, False)])
def test_a_clock_may_be_half_a_minute_off(
    alice_with_password: Person, anonymous: ApiClient, clock: Any, seconds: int, right: bool
) -> None:
    secret, _ = set_up(alice_with_password)
    clock.shift(90)
    half = half_way(anonymous, alice_with_password)

    answer = half.post("auth-otp", {"code": code_of(secret, seconds_ahead=seconds)})

    assert answer.status_code == (200 if right else 400)


def test_a_code_and_all_older_ones_are_used_up(alice_with_password: Person, anonymous: ApiClient, clock: Any) -> None:
    secret, _ = set_up(alice_with_password)
    clock.shift(90)
    first, second = half_way(anonymous, alice_with_password), half_way(anonymous, alice_with_password)
    code, older = code_of(secret), code_of(secret, seconds_ahead=-30)
    assert first.post("auth-otp", {"code": code}).status_code == 200

    again = [second.post("auth-otp", {"code": used}) for used in (code, older)]

    assert [answer.json()["code"] for answer in again] == ["otpInvalid", "otpInvalid"]
    assert second.post("auth-otp", {"code": code_of(secret, seconds_ahead=30)}).status_code == 200


def test_a_recovery_code_works_once_however_it_is_written(
    alice_with_password: Person, anonymous: ApiClient, clock: Any
) -> None:
    _, recovery = set_up(alice_with_password)
    first, second = half_way(anonymous, alice_with_password), half_way(anonymous, alice_with_password)

    used = first.post("auth-otp", {"code": f" {recovery[0].upper()} "})
    again = second.post("auth-otp", {"code": recovery[0]})
    other = second.post("auth-otp", {"code": recovery[1].replace("-", "")})

    assert (used.status_code, again.json()["code"], other.status_code) == (200, "otpInvalid", 200)
    assert alice_with_password.api.get("users/two-factor").json()["recoveryCodesLeft"] == 8


def test_a_recovery_code_is_mailed_about_and_says_how_many_are_left(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox, clock: Any
) -> None:
    secret, recovery = set_up(alice_with_password)
    clock.shift(90)
    halves = [half_way(anonymous, alice_with_password) for _ in range(4)]

    wrong = halves[0].post("auth-otp", {"code": "22222-22222"})
    by_app = halves[1].post("auth-otp", {"code": code_of(secret)}).json()
    mails = postbox.count("recovery-code-used")
    by_recovery = [
        half.post("auth-otp", {"code": code}).json() for half, code in zip(halves[2:], recovery, strict=False)
    ]

    assert (wrong.status_code, by_app["recoveryCodesLeft"], mails) == (400, None, 0)
    assert [answer["recoveryCodesLeft"] for answer in by_recovery] == [9, 8]
    assert postbox.count("recovery-code-used") == 2
    mail = postbox.newest("recovery-code-used")
    assert (mail["name"], mail["left"]) == (alice_with_password.user.greeting_name, "8")
    assert mail["address"]


def test_the_last_recovery_code_is_the_last_way_but_the_app(
    alice_with_password: Person, anonymous: ApiClient, clock: Any
) -> None:
    set_up(alice_with_password)
    RecoveryCode.objects.update(used_at=product_clock.now())

    assert half_way(anonymous, alice_with_password).post("checkToken-2FA").json()["methods"] == ["app"]


def test_new_recovery_codes_replace_the_old(alice_with_password: Person, anonymous: ApiClient, clock: Any) -> None:
    _, old = set_up(alice_with_password)

    new = alice_with_password.api.post("users/two-factor/recovery-codes", {"currentPassword": PASSWORD}).json()

    assert set(new["recoveryCodes"]).isdisjoint(old)
    half = half_way(anonymous, alice_with_password)
    assert half.post("auth-otp", {"code": old[0]}).json()["code"] == "otpInvalid"
    assert half.post("auth-otp", {"code": new["recoveryCodes"][0]}).status_code == 200


def test_the_app_is_removed_by_the_password(
    alice_with_password: Person, anonymous: ApiClient, postbox: Postbox, clock: Any
) -> None:
    set_up(alice_with_password)

    answer = alice_with_password.api.delete("users/two-factor/app", {"currentPassword": PASSWORD})

    assert answer.status_code == 200
    assert (Authenticator.objects.count(), RecoveryCode.objects.count()) == (0, 0)
    assert postbox.count("two-factor-off") == 1
    assert half_way(anonymous, alice_with_password).post("checkToken-2FA").json()["state"] == "complete"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "users/two-factor/app"),
        ("DELETE", "users/two-factor/app"),
        ("POST", "users/two-factor/recovery-codes"),
    ],
)
def test_a_wrong_password_changes_nothing(alice_with_password: Person, clock: Any, method: str, path: str) -> None:
    set_up(alice_with_password)
    before = (list(Authenticator.objects.values()), list(RecoveryCode.objects.order_by("pk").values()))

    answer = alice_with_password.api.call(method, path, {"currentPassword": "wrong password!"})

    assert (answer.status_code, answer.json()["code"]) == (400, "currentPasswordWrong")
    assert (list(Authenticator.objects.values()), list(RecoveryCode.objects.order_by("pk").values())) == before


def test_passwords_guessed_here_do_not_lock_the_sign_in(alice_with_password: Person, anonymous: ApiClient) -> None:
    for _ in range(10):
        alice_with_password.api.post("users/two-factor/app", {"currentPassword": "wrong password!"})

    answer = alice_with_password.api.post("users/two-factor/app", {"currentPassword": PASSWORD})

    assert (answer.status_code, answer.json()["code"]) == (429, "tooManyRequests")
    assert not Authenticator.objects.exists()
    assert half_way(anonymous, alice_with_password).post("checkToken-2FA").json()["state"] == "complete"


def test_an_account_whose_codes_are_guessed_is_open_to_a_recovery_code(
    alice_with_password: Person, anonymous: ApiClient, clock: Any
) -> None:
    """Twenty wrong codes block codes for the account from everywhere, but recovery codes let the owner in."""
    secret, recovery = set_up(alice_with_password)
    for number in range(20):
        thief = sign_in(alice_with_password.user, alice_with_password.team, kind=TokenKind.TWO_FACTOR).api
        thief._client.defaults["REMOTE_ADDR"] = f"10.0.{number}.1"
        assert thief.post("auth-otp", {"code": "000000"}).status_code == 400

    owner = half_way(anonymous, alice_with_password)
    by_app = owner.post("auth-otp", {"code": code_of(secret)})
    by_recovery = owner.post("auth-otp", {"code": recovery[0]})

    assert (by_app.status_code, by_app.json()["code"]) == (429, "tooManyRequests")
    assert by_recovery.status_code == 200
    assert owner.post("checkToken-2FA").json()["state"] == "complete"
    # Both factors were right.
    assert not Attempt.objects.filter(pk__startswith="codes:").exists()


def test_recovery_codes_are_guessed_ten_times_from_a_network(alice_with_password: Person, clock: Any) -> None:
    set_up(alice_with_password)
    step = sign_in(alice_with_password.user, alice_with_password.team, kind=TokenKind.TWO_FACTOR).api

    answers = [step.post("auth-otp", {"code": f"aaaaa-{number:05}"}).status_code for number in range(11)]

    assert answers == [400] * 10 + [429]


def test_only_who_owns_the_address_sets_an_app_up(alice_with_password: Person) -> None:
    User.objects.filter(pk=alice_with_password.user.pk).update(validated_at=None)

    answer = alice_with_password.api.post("users/two-factor/app", {"currentPassword": PASSWORD})

    assert (answer.status_code, answer.json()["code"]) == (403, "needValidateEmail")
    assert not Authenticator.objects.exists()


def test_an_app_that_is_there_is_not_replaced(alice_with_password: Person, clock: Any) -> None:
    set_up(alice_with_password)
    before = bytes(Authenticator.objects.get().sealed_secret)

    answer = alice_with_password.api.post("users/two-factor/app", {"currentPassword": PASSWORD})

    assert (answer.status_code, answer.json()["code"]) == (409, "actionNotAllowed")
    assert bytes(Authenticator.objects.get().sealed_secret) == before


@pytest.mark.parametrize("path", ["users/two-factor/app", "users/two-factor/recovery-codes"])
def test_without_an_app_there_is_nothing_to_remove_or_renew(alice_with_password: Person, path: str) -> None:
    method = "DELETE" if path.endswith("app") else "POST"

    answer = alice_with_password.api.call(method, path, {"currentPassword": PASSWORD})

    assert (answer.status_code, answer.json()["code"]) == (409, "actionNotAllowed")


def test_a_set_up_that_was_left_for_an_hour_is_over(alice_with_password: Person, clock: Any) -> None:
    secret = alice_with_password.api.post("users/two-factor/app", {"currentPassword": PASSWORD}).json()["secret"]
    wrong = alice_with_password.api.put("users/two-factor/app", {"code": "000000"})
    clock.shift(3600)

    late = alice_with_password.api.put("users/two-factor/app", {"code": code_of(secret)})

    assert (wrong.status_code, wrong.json()["code"]) == (400, "otpInvalid")
    assert (late.status_code, late.json()["code"]) == (409, "actionNotAllowed")
    assert Authenticator.objects.get().confirmed_at is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_of_many_sign_ins_with_one_code_one_passes(alice_with_password: Person, clock: Any, kind: str) -> None:
    secret, recovery = set_up(alice_with_password)
    code = code_of(secret) if kind == "app" else recovery[0]
    steps = [sign_in(alice_with_password.user, alice_with_password.team, kind=TokenKind.TWO_FACTOR) for _ in range(8)]

    def answer(step: Person) -> int:
        try:
            return int(ApiClient(step.token).post("auth-otp", {"code": code}).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(answer, steps))

    assert sorted(statuses) == [200] + [400] * 7
