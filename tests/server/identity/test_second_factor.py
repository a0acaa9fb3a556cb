"""The emailed code: what it allows, how long it is valid, and that guessing does not succeed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from ipaddress import ip_address
from typing import Any

import pytest
from django.db import connection

from server.accounts.models import Session, User
from server.core import clock as product_clock
from server.core.callers import TokenKind
from server.core.errors import TooManyRequests
from server.core.models import Attempt
from server.identity.models import TwoFactorCode
from server.identity.services import codes, throttle
from server.teams.models import Member, Team
from tests.cast import Person, make_operator, make_team, sign_in
from tests.conftest import ApiClient
from tests.server.identity.conftest import Postbox, half_way

pytestmark = pytest.mark.django_db


@pytest.fixture
def careful(alice_with_password: Person) -> Person:
    """Alice, whose team requires an emailed code."""
    Team.objects.update(enable_2fa=True)
    return alice_with_password


def wrong(code: str) -> str:
    """Another code of six digits."""
    return f"{(int(code) + 1) % 1_000_000:06d}"


def request_code(half: ApiClient, postbox: Postbox) -> str:
    """The code that the first check has emailed."""
    assert half.post("checkToken-2FA").json()["state"] == "otpRequired"
    return postbox.newest("signin-code")["code"]


def test_the_mailed_code_completes_the_sign_in(careful: Person, anonymous: ApiClient, postbox: Postbox) -> None:
    User.objects.update(language="id")
    half = half_way(anonymous, careful, headers={"user-agent": "Mozilla/5.0 (X11; Linux) Firefox/130.0"})
    code = request_code(half, postbox)
    to, template, context, language = postbox.mails[-1]
    assert (to, template, language) == (careful.user.email, "signin-code", "id")
    assert (len(code), code.isdecimal(), context["name"]) == (6, True, "Alice")
    assert half.get("me").json()["code"] == "notAuthorized"

    passed = half.post("auth-otp", {"code": f"{code[:3]} {code[3:]}"})

    assert (passed.status_code, passed.json()) == (
        200,
        {"done": True, "retryAfterSeconds": None, "recoveryCodesLeft": None},
    )
    assert half.get("me").json()["code"] == "notAuthorized"
    complete = half.post("checkToken-2FA").json()
    assert complete["state"] == "complete"
    assert ApiClient(complete["token"]).get("me").json()["user"]["twoFactor"] is True


def test_only_a_keyed_hash_of_the_code_is_kept(careful: Person, anonymous: ApiClient, postbox: Postbox) -> None:
    code = request_code(half_way(anonymous, careful), postbox)

    row = TwoFactorCode.objects.get()

    assert len(bytes(row.code_hash)) == 32
    assert code.encode() not in bytes(row.code_hash)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM core_job WHERE arguments::text LIKE %s", [f"%{code}%"])
        assert cursor.fetchone() == (0,)


def test_a_wrong_code_opens_nothing(careful: Person, anonymous: ApiClient, postbox: Postbox) -> None:
    half = half_way(anonymous, careful)
    code = request_code(half, postbox)

    answer = half.post("auth-otp", {"code": wrong(code)})

    assert (answer.status_code, answer.json()["code"]) == (400, "otpInvalid")
    assert half.post("checkToken-2FA").json()["state"] == "otpRequired"
    assert Session.objects.get(kind="2fa").passed_at is None


def test_a_code_is_good_for_five_tries(careful: Person, anonymous: ApiClient, postbox: Postbox) -> None:
    half = half_way(anonymous, careful)
    code = request_code(half, postbox)

    told = [half.post("auth-otp", {"code": wrong(code)}).json()["code"] for _ in range(5)]
    right = half.post("auth-otp", {"code": code}).json()["code"]

    assert (told, right) == (["otpInvalid"] * 5, "otpExpired")
    assert TwoFactorCode.objects.get().tries == 5


def test_a_code_is_good_for_five_minutes(careful: Person, anonymous: ApiClient, postbox: Postbox, clock: Any) -> None:
    half = half_way(anonymous, careful)
    code = request_code(half, postbox)
    clock.shift(300)

    late = half.post("auth-otp", {"code": code})

    assert (late.status_code, late.json()["code"]) == (400, "otpExpired")
    assert half.post("checkToken-2FA").json()["state"] == "otpRequired"


def test_a_used_code_is_never_right_again(careful: Person, anonymous: ApiClient, postbox: Postbox) -> None:
    half = half_way(anonymous, careful)
    code = request_code(half, postbox)
    half.post("auth-otp", {"code": code})
    other = half_way(anonymous, careful)
    request_code(other, postbox)

    again = half.post("auth-otp", {"code": code})
    elsewhere = other.post("auth-otp", {"code": code})

    assert again.json()["code"] == "otpExpired"
    assert elsewhere.json()["code"] == "otpInvalid"
    assert other.post("checkToken-2FA").json()["state"] == "otpRequired"


def test_a_new_code_after_a_minute_replaces_the_old_one(
    careful: Person, anonymous: ApiClient, postbox: Postbox, clock: Any
) -> None:
    half = half_way(anonymous, careful)
    first = request_code(half, postbox)
    clock.shift(20)
    soon = half.post("auth-otp")
    assert (soon.status_code, soon.json()["code"]) == (429, "otpTooSoon")
    assert (soon.json()["payload"], soon["Retry-After"]) == ({"retryAfterSeconds": 40}, "40")
    assert half.post("checkToken-2FA").json()["retryAfterSeconds"] == 40
    assert postbox.count("signin-code") == 1
    clock.shift(40)

    later = half.post("auth-otp")

    assert later.json() == {"done": True, "retryAfterSeconds": 60, "recoveryCodesLeft": None}
    second = postbox.newest("signin-code")["code"]
    assert postbox.count("signin-code") == 2
    if first != second:
        assert half.post("auth-otp", {"code": first}).json()["code"] == "otpInvalid"
    assert half.post("auth-otp", {"code": second}).status_code == 200


def test_checking_again_mails_no_second_code(careful: Person, anonymous: ApiClient, postbox: Postbox) -> None:
    half = half_way(anonymous, careful)
    for _ in range(3):
        half.post("checkToken-2FA")

    assert postbox.count("signin-code") == 1


def test_who_has_the_password_cannot_fill_the_mailbox(
    careful: Person, anonymous: ApiClient, postbox: Postbox, clock: Any
) -> None:
    for _ in range(11):
        last = half_way(anonymous, careful).post("checkToken-2FA").json()

    assert postbox.count("signin-code") == 10
    assert last["retryAfterSeconds"] == 900


def test_without_two_factor_there_is_no_code_to_ask_for(alice_with_password: Person, anonymous: ApiClient) -> None:
    answer = half_way(anonymous, alice_with_password).post("auth-otp")

    assert (answer.status_code, answer.json()["code"]) == (409, "actionNotAllowed")
    assert not TwoFactorCode.objects.exists()


def test_a_job_that_comes_twice_mails_one_code(careful: Person, anonymous: ApiClient, postbox: Postbox) -> None:
    request_code(half_way(anonymous, careful), postbox)
    row = TwoFactorCode.objects.get()

    codes.send(code_id=row.pk)

    assert len(postbox.mails) == 1
    row.refresh_from_db()
    assert bytes(row.code_hash) == bytes(TwoFactorCode.objects.get().code_hash)


def step_of(person: Person) -> Person:
    return sign_in(person.user, person.team, kind=TokenKind.TWO_FACTOR)


def test_ten_wrong_codes_from_a_network_are_looked_at_whatever_the_sign_in(careful: Person, clock: Any) -> None:
    """A new sign-in gives a new code, but the count continues."""
    steps = [step_of(careful) for _ in range(3)]
    answers = [steps[number % 3].api.post("auth-otp", {"code": "000000"}) for number in range(11)]

    assert [answer.status_code for answer in answers] == [400] * 10 + [429]
    assert answers[-1].json()["payload"] == {"retryAfterSeconds": 900}
    clock.shift(900)
    assert steps[0].api.post("auth-otp", {"code": "000000"}).json()["code"] != "tooManyRequests"


def test_codes_do_not_fall_to_patience(careful: Person, clock: Any) -> None:
    """From ever new networks, twenty codes are checked, then twenty more after a wait that doubles, up to a day."""
    waits = []
    for round_number in range(9):
        for number in range(20):
            step = step_of(careful)
            step.api._client.defaults["REMOTE_ADDR"] = f"10.{round_number}.{number}.1"
            assert step.api.post("auth-otp", {"code": "000000"}).status_code == 400
        step = step_of(careful)
        step.api._client.defaults["REMOTE_ADDR"] = f"10.{round_number}.200.1"
        refused = step.api.post("auth-otp", {"code": "000000"})
        assert refused.status_code == 429
        waits.append(refused.json()["payload"]["retryAfterSeconds"])
        clock.shift(waits[-1])

    assert waits == [900, 1800, 3600, 7200, 14400, 28800, 57600, 86400, 86400]


def test_operators_are_told_of_each_two_hundred_wrong_codes(
    careful: Person, bob: Person, postbox: Postbox, settings: Any
) -> None:
    make_operator(bob.user)
    settings.DEVELOPER_EMAIL = "nobody@dashboard.example"
    key = f"codes:{careful.user.pk}"
    for count in (198, 199, 200, 398, 399):
        # One more than these, after the wait that the previous ones caused.
        Attempt.objects.update_or_create(
            pk=key,
            defaults={
                "count": count,
                "last_at": product_clock.now() - timedelta(days=2),
                "expires_at": product_clock.now() + timedelta(days=28),
            },
        )
        step = step_of(careful)
        step.api._client.defaults["REMOTE_ADDR"] = f"10.{count // 200}.{count % 200}.1"
        assert step.api.post("auth-otp", {"code": "000000"}).status_code == 400

    postbox.work()

    assert [(to, template, context["email"], context["count"]) for to, template, context, _ in postbox.mails] == [
        (bob.user.email, "codes-guessed", careful.user.email, "200"),
        (bob.user.email, "codes-guessed", careful.user.email, "400"),
    ]
    assert postbox.mails[0][2]["link"] == f"http://localhost:8000/admin/users/{careful.user.pk}"


def test_the_right_code_clears_the_counts(careful: Person, anonymous: ApiClient, postbox: Postbox) -> None:
    half = half_way(anonymous, careful)
    code = request_code(half, postbox)
    half.post("auth-otp", {"code": wrong(code)})

    half.post("auth-otp", {"code": code})

    assert not Attempt.objects.filter(pk__contains="codes:").exists()


def test_the_right_password_does_not_clear_the_count_of_codes(careful: Person, anonymous: ApiClient) -> None:
    half = half_way(anonymous, careful)
    for _ in range(10):
        half.post("auth-otp", {"code": "000000"})

    again = half_way(anonymous, careful).post("auth-otp", {"code": "000000"})

    assert (again.status_code, again.json()["code"]) == (429, "tooManyRequests")


def test_a_forged_forwarded_address_gives_no_more_tries(careful: Person) -> None:
    half = step_of(careful).api

    answers = [
        half.post("auth-otp", {"code": "000000"}, **{"X-Forwarded-For": f"198.51.{number}.1"}) for number in range(12)
    ]

    assert [answer.status_code for answer in answers] == [400] * 10 + [429] * 2


@pytest.mark.django_db(transaction=True)
def test_of_two_hundred_codes_at_once_five_are_looked_at_and_ten_are_counted(careful: Person, postbox: Postbox) -> None:
    step = step_of(careful)
    code = request_code(step.api, postbox)

    def guess(number: int) -> Any:
        api = ApiClient(step.token)
        forged = {"X-Forwarded-For": f"203.0.{number % 250}.7"}
        try:
            return api.post("auth-otp", {"code": wrong(code)}, **forged).json()["code"]
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as pool:
        told = list(pool.map(guess, range(200)))

    assert {name: told.count(name) for name in set(told)} == {
        "otpInvalid": 5,
        "otpExpired": 5,
        "tooManyRequests": 190,
    }
    assert TwoFactorCode.objects.get().tries == 5
    assert Attempt.objects.get(pk=f"codes:{careful.user.pk}").count == 10


@pytest.mark.django_db(transaction=True)
def test_of_two_hundred_codes_from_ever_new_networks_twenty_are_looked_at(careful: Person) -> None:
    def guess(number: int) -> bool:
        try:
            throttle.count_code(user_id=careful.user.pk, address=ip_address(f"10.1.{number}.1"))
        except TooManyRequests:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(16) as pool:
        looked_at = sum(pool.map(guess, range(200)))

    assert looked_at == 20


@pytest.mark.django_db(transaction=True)
def test_the_right_code_passes_once_of_many_at_once(careful: Person, postbox: Postbox) -> None:
    step = step_of(careful)
    code = request_code(step.api, postbox)

    def complete(_: int) -> Any:
        api = ApiClient(step.token)
        try:
            api.post("auth-otp", {"code": code})
            return api.post("checkToken-2FA").json().get("token")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        tokens = [token for token in pool.map(complete, range(16)) if token]

    assert len(tokens) == 1
    assert Session.objects.filter(kind="normal").count() == 2  # Alice's first, and this one


def test_old_codes_are_dropped(careful: Person, anonymous: ApiClient, postbox: Postbox, clock: Any) -> None:
    request_code(half_way(anonymous, careful), postbox)
    codes.purge_codes()
    assert TwoFactorCode.objects.count() == 1

    clock.shift(timedelta(days=1, minutes=6).total_seconds())
    codes.purge_codes()

    assert TwoFactorCode.objects.count() == 0


def test_who_has_given_a_code_changes_the_team_without_another(
    careful: Person, anonymous: ApiClient, postbox: Postbox
) -> None:
    gula = make_team("Gula", enable_2fa=True)
    Member.objects.create(team=gula, user=careful.user, role="member")
    half = half_way(anonymous, careful)
    half.post("auth-otp", {"code": request_code(half, postbox)})
    with_code = ApiClient(half.post("checkToken-2FA").json()["token"])

    def change(api: ApiClient) -> Any:
        step = api.post("signin-current", {"companyId": str(gula.pk)}).json()["token2fa"]
        return ApiClient(step).post("checkToken-2FA").json()["state"]

    assert change(with_code) == "complete"
    # Alice's first session was opened before the team required codes.
    assert change(careful.api) == "otpRequired"
    assert postbox.count("new-device") == 1
