"""Guessing passwords is limited exactly, and no one can lock out another user."""

from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address
from typing import Any

import pytest
from django.db import connection

from server.accounts.models import Session
from server.accounts.services import passwords
from server.core import attempts
from server.core.errors import TooManyRequests
from server.core.models import Attempt
from server.identity.services import throttle
from tests.cast import Person
from tests.conftest import ApiClient
from tests.proof_of_work import solved
from tests.server.identity.conftest import PASSWORD

HOME = ip_address("203.0.113.7")
NEXT_DOOR = ip_address("203.0.113.99")
ELSEWHERE = ip_address("198.51.100.1")
EMAIL = "alice@example.com"


def fail(times: int, address: Any = HOME) -> None:
    for _ in range(times):
        throttle.count_attempt(email=EMAIL, address=address)


@pytest.mark.django_db
def test_ten_failures_refuse_the_pair_for_fifteen_minutes(clock: Any) -> None:
    clock.move_to("2026-03-01T10:00:00Z", tick=False)
    fail(10)
    clock.shift(60)

    with pytest.raises(TooManyRequests) as refused:
        throttle.count_attempt(email=EMAIL, address=NEXT_DOOR)

    assert refused.value.payload == {"retryAfterSeconds": 840}
    throttle.count_attempt(email=EMAIL, address=ELSEWHERE)
    throttle.count_attempt(email="bob@example.com", address=HOME)
    clock.shift(840)
    fail(10)


@pytest.mark.django_db
def test_asking_while_refused_does_not_prolong_it(clock: Any) -> None:
    clock.move_to("2026-03-01T10:00:00Z", tick=False)
    fail(10)
    clock.shift(899)
    with pytest.raises(TooManyRequests):
        fail(1)

    clock.shift(1)

    fail(1)


@pytest.mark.django_db
def test_the_right_password_clears_the_pair() -> None:
    fail(9)

    throttle.clear_attempts(email=EMAIL, address=HOME)

    fail(10)


@pytest.mark.django_db
def test_our_own_load_counts_as_nobody_s_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_place(password: str, encoded: str | None) -> bool:
        raise TooManyRequests

    monkeypatch.setattr(passwords, "is_correct", no_place)
    for _ in range(11):
        with pytest.raises(TooManyRequests):
            throttle.check_password("x", None, email=EMAIL, address=HOME)

    fail(10)


@pytest.mark.django_db
def test_wider_counts_only_make_the_work_dearer() -> None:
    for _ in range(40):
        throttle.count_failure(email=EMAIL, address=HOME)

    assert throttle.get_difficulty(address=HOME) == 2
    assert throttle.get_difficulty(address=ELSEWHERE) == 0
    assert throttle.get_difficulty(address=ELSEWHERE, email=EMAIL) == 2
    fail(1, ELSEWHERE)


def in_site(number: int, site: str = "2001:db8:7") -> Any:
    """An address in one of the 65,536 networks that one customer of a provider can have."""
    return ip_address(f"{site}:{number:x}::1")


@pytest.mark.django_db
def test_a_site_with_many_networks_has_sixteen_times_the_guesses_of_one() -> None:
    for number in range(16):
        fail(10, in_site(number))

    with pytest.raises(TooManyRequests):
        fail(1, in_site(16))
    before = list(Attempt.objects.filter(count__gt=0).order_by("key").values_list("key", "count"))
    for number in range(17, 30):
        with pytest.raises(TooManyRequests):
            fail(1, in_site(number))

    # After the rejection, it counts nowhere.
    assert list(Attempt.objects.filter(count__gt=0).order_by("key").values_list("key", "count")) == before
    fail(1, in_site(1, "2001:db8:8"))
    fail(1, ip_address("203.0.113.7"))


@pytest.mark.django_db
def test_one_network_alone_uses_up_nothing_of_its_neighbours() -> None:
    fail(10, in_site(1))
    for _ in range(200):
        with pytest.raises(TooManyRequests):
            fail(1, in_site(1))

    fail(10, in_site(2))
    assert throttle.get_difficulty(address=in_site(2)) == 0


@pytest.mark.django_db
def test_who_was_signed_in_from_a_network_is_not_locked_out_by_its_neighbours(alice: Person) -> None:
    Session.objects.filter(pk=alice.session.pk).update(address="2001:db8:7:20::9")
    for number in range(16):
        for _ in range(10):
            throttle.count_attempt(email=alice.user.email, address=in_site(number))

    for _ in range(10):
        throttle.count_attempt(email=alice.user.email, address=in_site(0x20))

    for network in (0x20, 0x21):  # her own ten are used up; another network there has none
        with pytest.raises(TooManyRequests):
            throttle.count_attempt(email=alice.user.email, address=in_site(network))


@pytest.mark.django_db
def test_a_neighbour_makes_the_work_dearer_only_by_many_networks() -> None:
    for _ in range(500):
        throttle.count_failure(email="bob@example.com", address=in_site(1))
    assert throttle.get_difficulty(address=in_site(1)) == 6
    assert throttle.get_difficulty(address=in_site(2)) == 0

    Attempt.objects.filter(pk="network:2001:db8:7::/48").update(count=640)

    assert throttle.get_difficulty(address=in_site(2)) == 2


@pytest.mark.django_db
def test_a_flood_of_requested_emails_makes_the_work_dearer_for_all_and_refuses_nobody(clock: Any) -> None:
    throttle.count_requested_email()
    Attempt.objects.filter(pk="emails").update(count=1_999)
    throttle.count_requested_email()

    assert throttle.get_difficulty(address=ELSEWHERE) == 2
    clock.shift(3_601)
    assert throttle.get_difficulty(address=ELSEWHERE) == 0


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_client")
def test_only_requests_with_a_proof_of_work_use_up_the_emails_of_all(
    anonymous: ApiClient, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.move_to("2026-03-01T10:00:15Z", tick=False)
    monkeypatch.setattr(throttle, "MAX_EMAILS_PER_MINUTE", 2)
    for _ in range(3):
        refused = anonymous.post("forget-password", {"email": EMAIL, "captcha": "none"})
        assert (refused.status_code, refused.json()["code"]) == (400, "captchaInvalid")
    throttle.count_requested_email()
    throttle.count_requested_email()

    with pytest.raises(TooManyRequests) as exceeded:
        throttle.count_requested_email()

    assert exceeded.value.payload == {"retryAfterSeconds": 45}
    assert Attempt.objects.get(pk="emails").count == 2


@pytest.mark.django_db
def test_old_counts_are_dropped(clock: Any) -> None:
    fail(1)
    attempts.purge_expired()
    assert Attempt.objects.count() == 2

    clock.shift(3601)
    attempts.purge_expired()

    assert Attempt.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_of_two_hundred_guesses_at_once_ten_are_looked_at() -> None:
    def guess(_: int) -> bool:
        try:
            throttle.count_attempt(email=EMAIL, address=HOME)
        except TooManyRequests:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(16) as pool:
        looked_at = sum(pool.map(guess, range(200)))

    assert looked_at == 10
    # The network and the wider one that contains it.
    assert list(Attempt.objects.values_list("count", flat=True)) == [10, 10]


@pytest.mark.django_db
def test_a_forged_forwarded_address_passes_nothing(
    alice_with_password: Person, anonymous: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []

    def is_right(password: str, encoded: str | None) -> bool:
        looked_at.append(password)
        return password == PASSWORD

    monkeypatch.setattr(passwords, "is_correct", is_right)

    def guess(number: int, password: str) -> Any:
        body = {"email": alice_with_password.user.email, "password": password, "captcha": solved(anonymous)}
        return anonymous.post("signin", body, **{"X-Forwarded-For": f"198.51.{number}.1"})

    answers = [guess(number, f"guess number {number}") for number in range(11)]
    right = guess(99, PASSWORD)

    assert [answer.status_code for answer in answers] == [401] * 10 + [429]
    assert len(looked_at) == 10
    assert (right.status_code, right.json()["code"]) == (429, "tooManyRequests")
    assert 0 < right.json()["payload"]["retryAfterSeconds"] <= 900
    assert right["Retry-After"] == str(right.json()["payload"]["retryAfterSeconds"])


def recover(times: int, person: Person, address: Any) -> None:
    for _ in range(times):
        throttle.count_recovery_code(user_id=person.user.pk, address=address)


@pytest.mark.django_db
def test_a_site_with_many_networks_has_sixteen_times_the_recovery_codes_of_one(alice: Person) -> None:
    for number in range(16):
        recover(10, alice, in_site(number))
        # After the rejection, it counts nowhere.
        with pytest.raises(TooManyRequests):
            recover(1, alice, in_site(number))

    before = list(Attempt.objects.filter(count__gt=0).order_by("key").values_list("key", "count"))
    with pytest.raises(TooManyRequests):
        recover(1, alice, in_site(16))
    with pytest.raises(TooManyRequests):
        throttle.count_code(user_id=alice.user.pk, address=in_site(16))

    assert list(Attempt.objects.filter(count__gt=0).order_by("key").values_list("key", "count")) == before
    recover(1, alice, in_site(1, "2001:db8:8"))


@pytest.mark.django_db
def test_neighbours_who_try_recovery_codes_do_not_lock_their_owner_out(alice: Person) -> None:
    Session.objects.filter(pk=alice.session.pk).update(address="2001:db8:7:20::9")
    for number in range(16):
        recover(10, alice, in_site(number))

    recover(10, alice, in_site(0x20))

    with pytest.raises(TooManyRequests):
        recover(1, alice, in_site(0x20))


@pytest.mark.django_db
def test_a_right_code_takes_back_only_what_its_network_added_to_the_wide_one(alice: Person) -> None:
    recover(9, alice, in_site(1))
    recover(7, alice, in_site(2))

    throttle.clear_code_attempts(user_id=alice.user.pk, address=in_site(2))

    assert sorted(Attempt.objects.values_list("count", flat=True)) == [9, 9]
